"""Good input changed at random, for attack.py: values, keys, types, bits, lengths."""

import copy
import random
from collections.abc import Iterator
from typing import Any

NUMBERS: list[float] = [-1, 0, 1, 2, 3, 5, 7, 8, 9, 20, 25, 40, 99, 127, 128, 200, 255, 256, 1000, 65535, 65536]
NUMBERS += [2**31, 2**32, 2**63, 2**64, 10**40, 0.5, -0.0, 1e308, 1e-320]
"""Numbers that are small, large, or just beyond what fits."""

# fmt: off
WORDS = [
    "", " ", "0", "-1", "∞", "infinite", "none", "null", "true", "District 1", "District1", "district +1",
    "District 8", "tia", "Tia", "prof", "white", "2 white C", "white A, white A", "900 purple RR", "Steelheart",
    "regalia", "babilar", "keep", "use", "purchase", "receive", "place", "roll-dice", "Dowser", "Digzone", "sparks",
    "Sparks!", "\u202e", "\x00", "../../etc/passwd", "{}", "\"",
]
# fmt: on
WORDS += ["💥" * 9, "a" * 5000]
"""Names of all kinds, right and nearly right, and what is no name."""

# fmt: off
FLAG_VALUES = [
    "", "0", "1", "2", "6", "7", "-1", "1e9", "18446744073709551616", "nan", "scripted", "net", "net:",
    "net:/dev/null", "search:", "search:search:scripted", "random", "random,", "random,greedy",
    "scripted+playouts=0", "search:scripted+playouts=4+horizon=1", "tia", "tia,tia", "tia,megan", "beginner",
    "hard,sparks", "regalia", "ildithia", "A", "B", "+1", "+4", "-3", "2,3", "9", "epics", "epics,equipment", "all",
    "/", "/dev/null", "/dev/full", "/nowhere/x", "-", "é",
]
# fmt: on
"""Values for flags, few of which fit the flag that they are given to."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def strange(luck: random.Random) -> Any:
    """Some value that may not belong where it is put."""
    choices: list[Any] = [luck.choice(NUMBERS), luck.choice(WORDS), True, None, [], {}, [1], {"a": 1}, [[[]]]]
    return luck.choice(choices[:2] * 4 + choices[2:])


def changed(luck: random.Random, value: Any, others: list[Any]) -> Any:
    """A value with one to four changes; now and then a piece of another good value is put in."""
    value = copy.deepcopy(value)
    for _ in range(luck.choice([1, 1, 1, 2, 4])):
        inside = list(places(value))
        if not inside:
            break
        *path, key = luck.choice(inside)
        box = value
        for step in path:
            box = box[step]
        act = luck.random()
        if act < 0.15:
            del box[key]
        elif act < 0.25 and isinstance(box, list):
            box.insert(luck.randrange(len(box) + 1), copy.deepcopy(box[key]))
        elif act < 0.35 and isinstance(box, dict):
            other = luck.choice(others)
            box[luck.choice([*other, "strange", ""]) if isinstance(other, dict) else "strange"] = strange(luck)
        elif act < 0.5:
            other = luck.choice(others)
            donor = luck.choice(list(places(other)) or [()])
            for step in donor:
                other = other[step]
            box[key] = copy.deepcopy(other)
        elif act < 0.75 and isinstance(box[key], int):
            box[key] += luck.choice([-1, 1, 2, 5])
        else:
            box[key] = strange(luck)
    return value


def damaged(luck: random.Random, data: bytes) -> bytes:
    """Bytes with some damage: flipped bits, pieces lost, doubled or cut off."""
    data = bytearray(data)
    for _ in range(luck.choice([1, 1, 2, 8])):
        if not data:
            break
        at = luck.randrange(len(data))
        act = luck.random()
        if act < 0.5:
            data[at] ^= 1 << luck.randrange(8)
        elif act < 0.65:
            del data[at : at + luck.choice([1, 2, 8, 100])]
        elif act < 0.8:
            data[at:at] = data[at : at + luck.choice([1, 8, 100])]
        elif act < 0.9:
            del data[at:]
        else:
            data[at:at] = luck.choice([b"\x00", b"\xff", b"{", b"[" * 300, b'"', b"\n", b",", b"1e999"])
    return bytes(data)


def twice(text: str, luck: random.Random) -> str:
    """A JSON text in which one key is given twice."""
    starts = [at for at, sign in enumerate(text) if sign == "{" and text[at + 1 : at + 2] == '"']
    at = luck.choice(starts) + 1
    key = text[at : text.index('"', at + 1) + 1]
    return f"{text[:at]}{key}: 1, {text[at:]}"
