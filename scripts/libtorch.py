#!/usr/bin/env python3
"""Make sure that the trainer finds a libtorch.

A LIBTORCH that is set is only looked at. Otherwise the CPU part of libtorch is taken out of
pinned wheels into `.libtorch/` of this checkout. The wheels stay in `.libtorch-cache/`, which
may be deleted at any time. Python's standard library and pip are all that is needed.
"""

import errno
import fcntl
import hashlib
import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

# The one version that the tch crate in Cargo.toml accepts.
VERSION = "2.13.0"

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / ".libtorch"
CACHE = ROOT / ".libtorch-cache"
# Everything unfinished; on the same disk as the above, so that finishing is one rename.
PARTIAL = ROOT / ".libtorch.partial"
UNPACKING = PARTIAL / "unpacking"
DOWNLOADING = PARTIAL / "downloading"

ELSEWHERE = f"or set LIBTORCH to the absolute path of a libtorch {VERSION}"
HEADER = "include/torch/csrc/api/include/torch/torch.h"


class Wheel(NamedTuple):
    """One pinned wheel, and which of its files we want."""

    package: str
    version: str
    tags: str
    platform: str
    size: int
    sha256: str
    # From a path in the wheel to a path in TARGET; one that ends in "/" stands for a folder.
    wanted: dict

    @property
    def file(self):
        return f"{self.package.replace('-', '_')}-{self.version}-{self.tags}.whl"


# The torch wheel is a CUDA build. Its CPU library needs two small CUDA libraries to be loaded
# at all, but no GPU, no driver, and none of the large CUDA libraries.
WHEELS = (
    Wheel(
        "torch",
        VERSION,
        "cp312-cp312-manylinux_2_28_x86_64",
        "manylinux_2_28_x86_64",
        526_605_292,
        "796633c4cdf0fe2cdced72d8f88f22e73dbcfce83132763162f6d4bff13b820b",
        {
            "torch/include/": "include/",
            "torch/lib/libc10.so": "lib/libc10.so",
            "torch/lib/libgomp.so.1": "lib/libgomp.so.1",
            "torch/lib/libtorch_cpu.so": "lib/libtorch_cpu.so",
        },
    ),
    Wheel(
        "nvidia-cuda-runtime",
        "13.0.96",
        "py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64",
        "manylinux2014_x86_64",
        2_243_632,
        "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
        {"nvidia/cu13/lib/libcudart.so.13": "lib/libcudart.so.13"},
    ),
    Wheel(
        "nvidia-cuda-cupti",
        "13.0.85",
        "py3-none-manylinux_2_25_x86_64",
        "manylinux_2_25_x86_64",
        10_715_597,
        "4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8",
        {"nvidia/cu13/lib/libcupti.so.13": "lib/libcupti.so.13"},
    ),
)
# What each library must weigh: one that is cut short would be linked, and fail much later.
LIBRARIES = {
    "lib/libc10.so": 1_623_185,
    "lib/libgomp.so.1": 254_009,
    "lib/libtorch_cpu.so": 438_418_417,
    "lib/libcudart.so.13": 704_288,
    "lib/libcupti.so.13": 4_152_208,
}
UNPACKED_SIZE = 500_000_000


class Failure(Exception):
    """A problem that the user can solve; its text is the one line they read."""


def main():
    # A plain kill must clean up like Ctrl-C does.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        if os.environ.get("LIBTORCH"):
            check_given(Path(os.environ["LIBTORCH"]))
        elif not is_complete(TARGET):
            provide()
    except Failure as failure:
        sys.exit(f"libtorch: {failure}")
    except KeyboardInterrupt:
        sys.exit("libtorch: interrupted, nothing half-made is left; run `make libtorch` again")
    except OSError as error:
        if error.errno == errno.ENOSPC:
            sys.exit(f"libtorch: the disk of {ROOT} is full; make room and run again, {ELSEWHERE}")
        sys.exit(f"libtorch: {error}; solve that and run `make libtorch` again, {ELSEWHERE}")


def check_given(folder):
    """Refuse a LIBTORCH that the build would stumble over minutes later."""
    if not folder.is_absolute():
        raise Failure(f"LIBTORCH={folder} must be an absolute path")
    # The same two variables that the torch-sys crate reads.
    include = Path(os.environ.get("LIBTORCH_INCLUDE", folder))
    lib = Path(os.environ.get("LIBTORCH_LIB", folder)) / "lib"
    if not (include / HEADER).is_file():
        raise Failure(f"LIBTORCH={folder} is no libtorch: {include / HEADER} is missing")
    if not any((lib / f"libtorch_cpu.{end}").is_file() for end in ("so", "dylib")):
        raise Failure(f"LIBTORCH={folder} is no libtorch: {lib}/libtorch_cpu.so is missing")
    found = read_version(folder)
    if found not in (None, VERSION) and "LIBTORCH_BYPASS_VERSION_CHECK" not in os.environ:
        raise Failure(f"LIBTORCH={folder} is libtorch {found}, but {VERSION} is needed")
    print(f"libtorch: using LIBTORCH={folder}")


def read_version(folder):
    """The version that a libtorch folder states (without a tail like `+cpu`), if it does."""
    try:
        return (folder / "build-version").read_text().strip().split("+")[0]
    except FileNotFoundError:
        return None


def is_complete(folder):
    return (
        read_version(folder) == VERSION
        and (folder / HEADER).is_file()
        and (folder / "lib/libtorch.so").is_file()
        and all(size_of(folder / library) == size for library, size in LIBRARIES.items())
    )


def size_of(file):
    return file.stat().st_size if file.is_file() else None


def provide():
    """Make TARGET, or leave everything but the cache as it was."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        this = f"{platform.system()} {platform.machine()}"
        raise Failure(f"nothing is pinned for {this}: set LIBTORCH to a libtorch {VERSION}")
    with open(__file__, "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_complete(TARGET):
            return  # Another run made it while this one waited.
        try:
            shutil.rmtree(PARTIAL, ignore_errors=True)  # Of a run that was killed.
            missing = [wheel for wheel in WHEELS if not is_cached(wheel)]
            check_disk(missing)
            for wheel in missing:
                download(wheel)
            unpack()
        finally:
            shutil.rmtree(PARTIAL, ignore_errors=True)
    print(f"libtorch: {VERSION} (CPU) is ready in {TARGET.name}/")


def is_cached(wheel):
    """Whether the cache holds this very wheel; one that is damaged is deleted."""
    path = CACHE / wheel.file
    if not path.is_file():
        return False
    print(f"libtorch: checking {path.relative_to(ROOT)}", flush=True)
    if sha256(path) == wheel.sha256:
        return True
    print(f"libtorch: {path.relative_to(ROOT)} is damaged, fetching it again", flush=True)
    path.unlink()
    return False


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def check_disk(missing):
    sizes = [wheel.size for wheel in missing]
    # pip holds one wheel twice for a moment; by the time of unpacking that copy is gone.
    needed = sum(sizes) + max([UNPACKED_SIZE, *sizes])
    free = shutil.disk_usage(ROOT).free
    if free < needed:
        raise Failure(
            f"{needed / 1e9:.1f} GB of disk are needed at {ROOT}, {free / 1e9:.1f} GB are free;"
            f" make room, {ELSEWHERE}"
        )


def download(wheel):
    """Fetch one wheel with pip, which knows the user's index, proxy and certificates."""
    if importlib.util.find_spec("pip") is None:
        raise Failure(f"{sys.executable} has no pip; install it (package python3-pip), {ELSEWHERE}")
    print(f"libtorch: downloading {wheel.file} ({wheel.size / 1e6:.0f} MB)", flush=True)
    DOWNLOADING.mkdir(parents=True)
    command = [
        *(sys.executable, "-m", "pip", "download", f"{wheel.package}=={wheel.version}"),
        *("--no-deps", "--only-binary=:all:", "--no-cache-dir", "--dest", str(DOWNLOADING)),
        *("--python-version", "3.12", "--implementation", "cp", "--platform", wheel.platform),
    ]
    if not sys.stdout.isatty():
        command.append("--quiet")  # The progress bar is for people.
    # pip would put half a gigabyte into the system's temporary folder, which may be small.
    settings = {"TMPDIR": str(DOWNLOADING), "PIP_REQUIRE_VIRTUALENV": "0", "PIP_NO_INPUT": "1"}
    pip = subprocess.run(
        command, env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True, check=False
    )
    if pip.returncode != 0:
        raise Failure(explain(wheel, pip.stderr))
    path = DOWNLOADING / wheel.file
    found = sha256(path) if path.is_file() else "no file of that name"
    if found != wheel.sha256:
        raise Failure(
            f"{wheel.file}: expected SHA-256 {wheel.sha256}, got {found};"
            f" check which package index pip uses and run `make libtorch` again, {ELSEWHERE}"
        )
    CACHE.mkdir(exist_ok=True)
    path.rename(CACHE / wheel.file)
    shutil.rmtree(DOWNLOADING)


def explain(wheel, stderr):
    """One line for what pip said in many."""
    if "No space left" in stderr:
        return f"the disk of {ROOT} is full; make room and run `make libtorch` again, {ELSEWHERE}"
    unreachable = ("Retrying", "ConnectionError", "timed out", "NameResolution", "--no-index")
    if any(word in stderr for word in unreachable) or os.environ.get("PIP_NO_INDEX"):
        return (
            f"cannot reach a package index to download {wheel.file}; check the network and pip's"
            f" index and proxy settings and run `make libtorch` again, or put that file into"
            f" {CACHE.name}/, {ELSEWHERE}"
        )
    errors = [line for line in stderr.splitlines() if line.startswith("ERROR")]
    said = (errors or stderr.splitlines() or ["nothing"])[-1].strip()
    return (
        f"pip cannot download {wheel.file} (it said: {said}); run `make libtorch` again,"
        f" or put that file into {CACHE.name}/, {ELSEWHERE}"
    )


def unpack():
    """Take the wanted files out of the cached wheels, then put them in place at once."""
    print(f"libtorch: unpacking into {TARGET.name}/", flush=True)
    for wheel in WHEELS:
        with zipfile.ZipFile(CACHE / wheel.file) as archive:
            for member in archive.infolist():
                place = destination(wheel, member)
                if place is not None:
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with archive.open(member) as source, open(place, "wb") as copy:
                        shutil.copyfileobj(source, copy, 1 << 20)
    # The wheel's own libtorch.so would pull in the CUDA libraries.
    (UNPACKING / "lib/libtorch.so").symlink_to("libtorch_cpu.so")
    (UNPACKING / "build-version").write_text(f"{VERSION}\n")
    if not is_complete(UNPACKING):
        raise Failure(
            "what the pinned wheels hold is not what scripts/libtorch.py wants from them;"
            " is the disk full?"
        )
    if TARGET.exists():
        TARGET.rename(PARTIAL / "replaced")  # It is of another version, or damaged.
    UNPACKING.rename(TARGET)


def destination(wheel, member):
    """Where a file of a wheel goes, if it is wanted."""
    if member.is_dir():
        return None
    for source, to in wheel.wanted.items():
        if member.filename == source:
            return UNPACKING / to
        if source.endswith("/") and member.filename.startswith(source):
            return UNPACKING / to / member.filename[len(source) :]
    return None


if __name__ == "__main__":
    main()
