#!/usr/bin/env bash
# The Python package: `wheel` builds it, `venv NAME PACKAGE...` makes target/python/NAME with the wheel and packages,
# both only when something changed.
set -euo pipefail
cd "$(dirname "$0")/.."

home=target/python
python=${PYTHON:-python3}

fail() {
    echo "$1" >&2
    exit 1
}

make_venv() { # path
    [ -x "$1/bin/python" ] && return
    "$python" -m venv "$1" 2>/dev/null || {
        rm -rf "$1"
        fail "$python cannot make a virtual environment: install it with venv (package python3-venv), 3.10 or newer"
    }
}

wheel() {
    command -v "$python" >/dev/null || fail "$python is missing: install Python 3.10 or newer"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || fail "$python is older than 3.10"
    mkdir -p "$home"
    make_venv "$home/build"
    "$home/build/bin/python" -m pip -q --disable-pip-version-check install 'maturin>=1.8,<2'
    rm -rf "$home/wheel"
    "$home/build/bin/maturin" --quiet build --release --locked -m python/Cargo.toml -o "$home/wheel"
    ls "$home"/wheel/*.whl
}

venv() { # name, packages
    local path=$home/$1
    shift
    make_venv "$path"
    # Packages first, so that a wheel built again does not ask for them again.
    "$path/bin/python" -m pip -q --disable-pip-version-check install "$@"
    "$path/bin/python" -m pip -q --disable-pip-version-check install --force-reinstall --no-deps "$home"/wheel/*.whl
}

"$@"
