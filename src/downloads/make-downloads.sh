#!/bin/sh
# Makes what players download: the page in one file, and the program for Linux and for Windows, alone and in a wheel for `pip install`.
#
#     src/downloads/make-downloads.sh [page] [linux] [windows] [FOLDER]
#
# Without parts, all of them; without a folder, into target/downloads. SHA256SUMS there has the sum of each file. It needs a Rust
# toolchain, and for the programs `pip install maturin ziglang`; target.sh says where the libraries of the targets come from.
# tests/downloads starts what has been made.
set -eu
cd "$(dirname "$0")/../.."
. src/downloads/target.sh
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
folder=${BATTLE_ODDS_DOWNLOADS:-$CARGO_TARGET_DIR/downloads} parts=
for argument; do
    case $argument in
        page | linux | windows) parts="$parts $argument" ;;
        *) folder=$argument ;;
    esac
done
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

needs() { # what, how to get it, a command that runs where it is there
    what=$1 how=$2
    shift 2
    "$@" > /dev/null 2>&1 || { echo "$what is missing here: $how" >&2 && exit 1; }
}

page() { src/workbench/make-page.sh "$folder/workbench.html"; }

# Static: any Linux runs it, whichever C library is its own.
linux() {
    program x86_64-unknown-linux-musl battle-odds battle-odds-x86_64-linux --compatibility manylinux2014 musllinux_1_1
}

windows() { program x86_64-pc-windows-gnu battle-odds.exe battle-odds-x86_64-windows.exe; }

# The program for a target, linked by zig, which knows them all: target, its name there, its name as a download, more for maturin.
program() (
    needs maturin "pip install maturin" maturin --version
    needs zig "pip install ziglang" sh -c "zig version || python3 -m ziglang version"
    target "$1"
    built=$CARGO_TARGET_DIR/$1/release/$2 download=$folder/$3
    export CARGO_PROFILE_RELEASE_STRIP=true CARGO_BUILD_TARGET="$1"
    # mimalloc names its day, which zig forbids, and would hear of threads that end only from Microsoft's compiler.
    export CFLAGS_x86_64_pc_windows_gnu="-Wno-date-time -DMI_WIN_INIT_USE_FLS"
    shift 3
    (cd src/downloads && maturin build --locked --release --zig --out "$folder" "$@")
    cp "$built" "$download"
)

needs cargo "https://rustup.rs" cargo --version
for part in ${parts:-page linux windows}; do
    "$part"
done
cd "$folder"
rm -f SHA256SUMS
sha256sum -- * > SHA256SUMS
ls -l
