#!/bin/sh
# Makes workbench.html: the page of the workbench with the whole program in it, one file for any browser, without a server.
#
#     src/workbench/make-page.sh [FILE]
#
# It needs a Rust toolchain and WebAssembly's part of it, which rustup brings (`rustup target add wasm32-unknown-unknown`). Where rustup
# cannot, a nightly toolchain builds that part from the sources of Rust's library; BATTLE_ODDS_RUST_SRC names them, the folder
# `library` of Rust's sources of the same version, as Debian's package `rust-src` has it.
set -eu
cd "$(dirname "$0")/../.."
page=${1:-workbench.html}
target=${CARGO_TARGET_DIR:-target}
wasm=wasm32-unknown-unknown
functions="-C link-arg=--export=reserve -C link-arg=--export=answer -C link-arg=--export=answered"
if [ -z "${BATTLE_ODDS_RUST_SRC:-}" ] && timeout 60 rustup target add "$wasm" 2> /dev/null; then
    cargo rustc --locked --profile page --target "$wasm" -p battle-odds-page -- $functions
else
    __CARGO_TESTS_ONLY_SRC_ROOT=${BATTLE_ODDS_RUST_SRC:?no $wasm by rustup, and no sources to build it from} \
        cargo +nightly rustc --locked --profile page --target "$wasm" -p battle-odds-page -Zbuild-std=std,panic_abort \
        -- $functions
fi
program=$target/$wasm/page/battle-odds-page.wasm
if command -v wasm-opt > /dev/null; then
    wasm-opt -O3 --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext "$program" -o "$program"
fi
gzip --best --force --keep --no-name "$program"
cargo run --locked --quiet --bin battle-odds -- workbench --program "$program.gz" --write "$page"
ls -l "$page"
