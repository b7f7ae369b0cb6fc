#!/usr/bin/env python3
"""Write card files of another box, to measure how a network plays cards it has never seen.

Tracks and rewards move to other Epics, effects to other Equipment cards; the Epics' research
rises by one (5 is the most) and every price by two.

    python3 scripts/other_cards.py FOLDER
"""

import re
import shutil
import sys
from pathlib import Path

CARDS = Path(__file__).resolve().parent.parent / "configs" / "cards"


def move(text: str, key: str, places: int) -> str:
    """Gives each card the value that one so many places further down has."""
    pattern = re.compile(rf"^{key} = [\[{{].*$", re.MULTILINE)
    values = pattern.findall(text)
    turned = iter(values[places:] + values[:places])
    return pattern.sub(lambda _: next(turned), text)


def raise_by(text: str, key: str, more: int, most: int) -> str:
    """Adds to each number of a key."""
    pattern = re.compile(rf"^{key} = (\d+)$", re.MULTILINE)
    return pattern.sub(lambda m: f"{key} = {min(most, int(m[1]) + more)}", text)


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    if folder.exists():
        sys.exit(f"{folder}: exists already; name a new folder")
    shutil.copytree(CARDS, folder)

    epics = folder / "base" / "epics.toml"
    text = move(epics.read_text(encoding="utf-8"), "track", 7)
    text = raise_by(move(text, "reward", 11), "research", 1, most=5)
    epics.write_text(text, encoding="utf-8")

    equipment = folder / "base" / "equipment.toml"
    text = move(equipment.read_text(encoding="utf-8"), "effect", 5)
    equipment.write_text(raise_by(text, "price", 2, most=99), encoding="utf-8")


if __name__ == "__main__":
    main()
