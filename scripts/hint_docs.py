#!/usr/bin/env python3
"""Runs the commands shown in docs/hints.md again and compares what they print with the page.

    cargo build --release --bin reckoners
    python3 scripts/hint_docs.py            # says which examples have changed; status 1 when some have
    python3 scripts/hint_docs.py --write    # renews them

Examples are code blocks whose first line begins with "$ reckoners". They follow the shipped network, so they are
renewed when it is replaced. Files that an example writes (--out) lie in a folder that is thrown away.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "hints.md"
BLOCK = re.compile(r"^```\n(\$ reckoners .*?)^```$", re.MULTILINE | re.DOTALL)


def printed(program: Path, commands: list[str], folder: Path) -> str:
    """What the commands of an example print, one after the other."""
    for link in ("configs", "eval"):
        target = folder / link
        if not target.exists():
            target.symlink_to(ROOT / link)
    text = ""
    for command in commands:
        words = shlex.split(command)
        done = subprocess.run(
            [program, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=600, check=False
        )
        if done.returncode != 0:
            sys.exit(f"{command}\n{done.stderr}")
        text += done.stdout
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "reckoners")
    parser.add_argument("--write", action="store_true", help="renew the page")
    args = parser.parse_args()
    program = args.program.resolve()
    if not program.exists():
        sys.exit(f"{program} does not exist; build it with: cargo build --release --bin reckoners")
    page, changed, count = PAGE.read_text(encoding="utf-8"), 0, 0

    def renewed(block: re.Match[str]) -> str:
        nonlocal changed, count
        lines = block[1].splitlines()
        commands = [line[2:] for line in lines if line.startswith("$ ")]
        with tempfile.TemporaryDirectory() as folder:
            text = printed(program, commands, Path(folder))
        new = "".join(f"$ {command}\n" for command in commands) + "\n" + text.strip("\n") + "\n"
        count += 1
        if new != block[1]:
            changed += 1
            diff = difflib.unified_diff(lines, new.splitlines(), "page", "program", lineterm="", n=1)
            print("\n".join(diff))
        return f"```\n{new}```"

    new = BLOCK.sub(renewed, page)
    if args.write:
        PAGE.write_text(new, encoding="utf-8")
    print(f"{count} examples, {changed} changed")
    return 0 if args.write or not changed else 1


if __name__ == "__main__":
    sys.exit(main())
