#!/bin/sh
# Makes workbench.html: the page of the workbench with the whole program in it, one file for any browser, without a server.
#
#     src/workbench/make-page.sh [FILE]
#
# It needs a Rust toolchain and WebAssembly's part of it; src/downloads/target.sh says where that comes from.
set -eu
cd "$(dirname "$0")/../.."
. src/downloads/target.sh
page=${1:-workbench.html}
wasm=wasm32-unknown-unknown
functions="-C link-arg=--export=reserve -C link-arg=--export=answer -C link-arg=--export=answered"
(
    target "$wasm"
    cargo rustc --locked --profile page --target "$wasm" -p battle-odds-page -- $functions
)
program=${CARGO_TARGET_DIR:-target}/$wasm/page/battle-odds-page.wasm
if command -v wasm-opt > /dev/null; then
    wasm-opt -O3 --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext "$program" -o "$program"
fi
gzip --best --force --keep --no-name "$program"
cargo run --locked --quiet --bin battle-odds -- workbench --program "$program.gz" --write "$page"
ls -l "$page"
