#!/usr/bin/env bash
# Builds the `paragone` that lies beside this script, unless there is one already, and puts it on PATH for later steps.
#
# In: PROGRAM, a folder that may be kept between jobs; cargo. With the word `key` it only says by what a kept folder is
# known: the sources, the compiler and the system. Out: a line in the file that GITHUB_PATH names, if any.
set -euo pipefail
# The project's own choice of a toolchain is not ours.
cd "$(dirname "$0")/.."
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET CARGO_TARGET_DIR

key() {
    {
        find Cargo.toml Cargo.lock crates sdk suites/toolchains.toml suites/emulated protocol -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
        rustc --version
        uname -sm
    } | git hash-object --stdin
}

if [ "${1:-}" = key ]; then
    key
    exit
fi
if command -v paragone >/dev/null; then
    exit 0
fi
command -v cargo >/dev/null || { echo "paragone is built with cargo, which is not on PATH" >&2; exit 2; }
if [ "$(cat "$PROGRAM/key" 2>/dev/null)" != "$(key)" ]; then
    cargo install --quiet --locked --force --path crates/lab --root "$PROGRAM"
    key >"$PROGRAM/key"
fi
if [ -n "${GITHUB_PATH:-}" ]; then
    echo "$PROGRAM/bin" >>"$GITHUB_PATH"
fi
