# For scripts: the standard library of a target. Run it in a subshell with the cargo that needs it.
#
# rustup brings it (`rustup target add`). Where rustup cannot, a nightly toolchain builds it from the sources of Rust's library;
# BATTLE_ODDS_RUST_SRC names them, the folder `library` of Rust's sources of the same version, as Debian's package `rust-src` has it.
target() {
    if [ -z "${BATTLE_ODDS_RUST_SRC:-}" ] && timeout 300 rustup target add "$1"; then
        return
    fi
    export __CARGO_TESTS_ONLY_SRC_ROOT="${BATTLE_ODDS_RUST_SRC:?no $1 by rustup, and no sources to build it from}"
    # What rustup would bring for a static program, zig has too.
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_RUSTFLAGS="-C link-self-contained=no"
    export RUSTUP_TOOLCHAIN=nightly CARGO_UNSTABLE_BUILD_STD=std,panic_abort
}
