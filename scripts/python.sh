#!/usr/bin/env bash
# The Python package: `wheel` builds it, `venv NAME EXTRAS` makes target/python/NAME with the wheel and the packages of
# these extras of python/pyproject.toml.
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
    "$home/build/bin/maturin" build --quiet --release --locked -m python/Cargo.toml -o "$home/wheel"
    ls "$home"/wheel/*.whl
}

venv() { # name, extras
    local path=$home/$1
    local wheels=("$home"/wheel/*.whl)
    make_venv "$path"
    local pip=("$path/bin/python" -m pip -q --disable-pip-version-check install)
    "${pip[@]}" "${wheels[0]}[$2]"
    # The version may be the old one while the wheel is new.
    "${pip[@]}" --force-reinstall --no-deps "${wheels[0]}"
}

"$@"
