#!/bin/sh
# Makes what players download: the page in one file, the program for Linux and for Windows, and a wheel for `pip install`.
#
#     src/downloads/make-downloads.sh [FOLDER] [page] [linux] [windows] [wheel]
#
# Without parts, all of them; without a folder, into target/downloads. SHA256SUMS there has the sum of each file.
# It needs a Rust toolchain, and all but the page `pip install ziglang cargo-zigbuild maturin`; target.sh says where standard
# libraries come from. tests/downloads starts what has been made.
set -eu
cd "$(dirname "$0")/../.."
. src/downloads/target.sh
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
folder=${BATTLE_ODDS_DOWNLOADS:-$CARGO_TARGET_DIR/downloads} parts=
for argument; do
    case $argument in
        page | linux | windows | wheel) parts="$parts $argument" ;;
        *) folder=$argument ;;
    esac
done
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

needs() {
    "$@" > /dev/null 2>&1 || { echo "\`$*\` does not run here: pip install ziglang cargo-zigbuild maturin" >&2 && exit 1; }
}

# The program for a target, into a file.
program() (
    needs cargo-zigbuild --version
    target "$1"
    CARGO_PROFILE_RELEASE_STRIP=true cargo zigbuild --locked --release --bin battle-odds --target "$1"
    cp "$CARGO_TARGET_DIR/$1/release/$2" "$folder/$3"
)

page() { src/workbench/make-page.sh "$folder/workbench.html"; }
linux() { program x86_64-unknown-linux-musl battle-odds battle-odds-x86_64-linux; }
windows() { program x86_64-pc-windows-gnu battle-odds.exe battle-odds-x86_64-windows.exe; }
wheel() (
    needs maturin --version
    target x86_64-unknown-linux-musl
    rm -f "$folder"/battle_odds-*.whl
    cd src/downloads
    # The program is static: any Linux runs it, whichever C library is its own.
    CARGO_PROFILE_RELEASE_STRIP=true maturin build --locked --release --zig --target x86_64-unknown-linux-musl \
        --compatibility manylinux2014 musllinux_1_1 --out "$folder"
)

for part in ${parts:-page linux windows wheel}; do
    "$part"
done
cd "$folder"
rm -f SHA256SUMS
sha256sum -- * > SHA256SUMS
ls -l
