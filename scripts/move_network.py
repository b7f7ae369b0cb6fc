#!/usr/bin/env python3
"""Move a network to another layout of observations and actions.

    python3 scripts/move_network.py OLD_DOCS NEW_DOCS OLD_NETWORK NEW_NETWORK

OLD_DOCS and NEW_DOCS are folders with the pages observation.md, actions.md and cards.md of the
two versions of the program; get the old ones with `git show REVISION:docs/observation.md`. Weights
go where their number of the observation or their action has gone, by name. What is new gets zero
weights, so that the network plays the old game as before; what grew keeps its first numbers, and the
lists of the pages must have grown at their ends. A count that is divided by another number gets
weights that make up for it.
"""

import json
import re
import struct
import sys
from array import array
from pathlib import Path


# What networks foresee besides a win: the population left and the rounds to the end.
OUTLOOKS = 2


def fail(message: str) -> None:
    sys.exit(f"error: {message}")


def rows(text: str) -> list[list[str]]:
    """The cells of all tables of a page, without the lines that only rule them."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if not set(row[0]) <= set("-: ")]


class Layout:
    """What the pages of one version of the program say."""

    def __init__(self, folder: Path):
        read = lambda name: (folder / name).read_text(encoding="utf-8")
        observation, actions, cards = read("observation.md"), read("actions.md"), read("cards.md")
        mark = r"Version (\d+), (?:layout|table) hash\s+`([0-9a-f]+)`"
        self.observation = self.encoding(re.search(mark, observation), folder)
        self.action = self.encoding(re.search(mark, actions), folder)
        self.catalog = re.search(r"content hash `([0-9a-f]+)`", cards)[1]
        self.obs_len = int(re.search(r"One observation is (\d+) numbers", observation)[1])
        self.action_count = int(re.search(r"an integer below (\d+)", actions, re.IGNORECASE)[1])
        self.read_sections(observation)
        self.read_blocks(actions)
        orders = rows(observation.split("## Orders")[1]) if "## Orders" in observation else []
        orders += rows(actions.split("## Orders")[1])
        self.orders = {row[0]: row[1].split(", ") for row in orders if row[0] != "list"}

    @staticmethod
    def encoding(found: re.Match | None, folder: Path) -> dict:
        if not found:
            fail(f"{folder}: a page does not tell its version and hash")
        return {"version": int(found[1]), "hash": found[2]}

    def read_sections(self, page: str) -> None:
        """Sections: first number, repetitions and stride. Fields of one repetition: offset, length, divisor."""
        self.sections, self.fields = {}, {}
        head, *parts = re.split(r"^## ", page.split("\n## Orders")[0], flags=re.MULTILINE)
        for name, first, numbers, _ in rows(head)[1:]:
            count, stride = numbers.split(" x ") if " x " in numbers else ("1", numbers)
            name = re.match(r"\[(\w+)\]", name)[1]
            self.sections[name] = (int(first), int(count), int(stride))
        for part in parts:
            name = part.split("\n")[0].strip()
            start = self.sections[name][0]
            for field, first, numbers, most, _ in rows(part)[1:]:
                self.fields[name, field] = (int(first) - start, int(numbers), float(most))

    def read_blocks(self, page: str) -> None:
        """Blocks of actions: first id, number of ids, what they point at and the first of that."""
        self.blocks = {}
        table = rows(page.split("## Orders")[0])
        columns = {title: place for place, title in enumerate(table[0])}
        for row in table[1:]:
            points = row[columns["points at"]].split() if "points at" in columns else []
            kind = points[0] if points else None
            first = int(points[1]) if points[1:] and points[1].isdigit() else 0
            start = int(row[columns["ids"]].split(" - ")[0])
            self.blocks[row[columns["name"]]] = (start, int(row[columns["count"]]), kind, first)


class Moves:
    """Where the numbers and actions of one layout are in another."""

    def __init__(self, old: Layout, new: Layout):
        for name, items in old.orders.items():
            grown = new.orders.get(name, items)
            if grown[: len(items)] != items:
                fail(f"the list of {name} has not only grown at its end")
        self.old, self.new = old, new
        # Where each new number of a repetition comes from, with what its weight is multiplied by.
        self.inner = {name: self.inner_of(name) for name in new.sections if name in old.sections}
        self.numbers = [None] * new.obs_len
        for name, inner in self.inner.items():
            (first, count, stride), (to, _, to_stride) = old.sections[name], new.sections[name]
            for i in range(count):
                for place, source in enumerate(inner):
                    if source:
                        at = first + i * stride + source[0]
                        self.numbers[to + i * to_stride + place] = (at, source[1])
        self.actions = [None] * new.action_count
        for name, (start, count, *_) in old.blocks.items():
            if name not in new.blocks:
                print(f"left behind: the actions {name}")
                continue
            to, room, *_ = new.blocks[name]
            if room < count:
                fail(f"the actions {name} are fewer than before")
            for i in range(count):
                self.actions[to + i] = (start + i, 1.0)

    def inner_of(self, section: str) -> list:
        sources = [None] * self.new.sections[section][2]
        for (name, field), (place, count, most) in self.old.fields.items():
            if name != section:
                continue
            if (name, field) not in self.new.fields:
                print(f"left behind: {name}.{field}")
                continue
            to, room, divisor = self.new.fields[name, field]
            if room < count:
                fail(f"{name}.{field} has fewer numbers than before")
            for i in range(count):
                sources[to + i] = (place + i, divisor / most)
        return sources

    def entities(self, old: dict) -> tuple[dict, list]:
        """The entities of the new network, and where each of its queries comes from."""
        answers = {"districts": ("district", 0), "others": ("seat", 1), "tracks": ("track", 0), "faces": ("face", 0)}
        names = [name for name in answers if name in self.new.sections]
        kinds = []
        for name in names:
            start, count, stride = self.new.sections[name]
            kinds.append({"name": name, "start": start, "stride": stride, "count": count})
        known = {pointer["action"]: place for place, pointer in enumerate(old["pointers"])}
        pointers, queries = [], []
        for start, count, answer, named in self.new.blocks.values():
            for kind, name in enumerate(names):
                points, first = answers[name]
                if answer != points:
                    continue
                # The first actions may point at what is no entity: oneself.
                own = max(0, first - named)
                action = start + own
                pointer = {"action": action, "count": count - own, "kind": kind}
                pointers.append(pointer | {"first": max(0, named - first)})
                source = self.actions[action]
                queries.append(known.pop(source[0], None) if source else None)
        if known:
            fail("the page of actions does not tell what all of the network's pointers point at")
        return {"width": old["width"], "kinds": kinds, "pointers": pointers}, queries


def columns(values: array, width: int, moves: list) -> array:
    """A matrix whose columns are moved; what comes from nowhere is 0."""
    out = array("f", bytes(4 * (len(values) // width) * len(moves)))
    for row in range(len(values) // width):
        for to, source in enumerate(moves):
            if source:
                out[row * len(moves) + to] = values[row * width + source[0]] * source[1]
    return out


def blocks_of_rows(values: array, size: int, sources: list) -> array:
    """Runs of `size` numbers in another order; what comes from nowhere is 0."""
    out = array("f")
    for source in sources:
        run = array("f", bytes(4 * size)) if source is None else values[source * size : (source + 1) * size]
        out.extend(run)
    return out


def read_network(path: Path) -> tuple[dict, dict]:
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    manifest = json.loads(header.pop("__metadata__")["manifest"])
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] != "F32":
            fail(f"{path}: {name} is {entry['dtype']}, not F32")
        first, end = entry["data_offsets"]
        values = array("f")
        values.frombytes(data[8 + length + first : 8 + length + end])
        tensors[name] = (entry["shape"], values)
    return manifest, tensors


def write_network(path: Path, manifest: dict, tensors: dict) -> None:
    header = {"__metadata__": {"manifest": json.dumps(manifest, separators=(",", ":"))}}
    at = 0
    for name, (shape, values) in tensors.items():
        end = at + 4 * len(values)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, end]}
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for _, values in tensors.values():
            out.write(values.tobytes())


def main() -> None:
    if len(sys.argv) != 5 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    old_docs, new_docs, old_file, new_file = map(Path, sys.argv[1:])
    old, new = Layout(old_docs), Layout(new_docs)
    manifest, tensors = read_network(old_file)
    if (manifest["observation"], manifest["action"]) != (old.observation, old.action):
        fail(f"{old_file} was trained on other layouts than those of {old_docs}")
    moves, net = Moves(old, new), manifest["net"]

    def move_columns(name: str, sources: list) -> None:
        shape, values = tensors[name]
        tensors[name] = ([shape[0], len(sources)], columns(values, shape[1], sources))

    def move_rows(name: str, size: int, sources: list) -> None:
        shape, values = tensors[name]
        moved = blocks_of_rows(values, size, sources)
        per_row = len(values) // shape[0]
        tensors[name] = ([len(moved) // per_row, *shape[1:]], moved)

    def add_zeros(name: str, outputs: int, inputs: int) -> None:
        tensors[f"{name}.weight"] = ([outputs, inputs], array("f", bytes(4 * outputs * inputs)))
        tensors[f"{name}.bias"] = ([outputs], array("f", bytes(4 * outputs)))

    actions = [source and source[0] for source in moves.actions]
    move_columns("input.weight", moves.numbers)
    move_rows("policy.weight", net["width"], actions)
    move_rows("policy.bias", 1, actions)
    if net.get("entities"):
        entities, queries = moves.entities(net["entities"])
        width = entities["width"]
        for kind in entities["kinds"]:
            name = kind["name"]
            if f"entities.{name}.weight" in tensors:
                move_columns(f"entities.{name}.weight", moves.inner[name])
            else:
                add_zeros(f"entities.{name}", width, kind["stride"])
        old_kinds = len(net["entities"]["kinds"])
        pooled = [(i, 1.0) if i < old_kinds * width else None for i in range(len(entities["kinds"]) * width)]
        move_columns("pool.weight", pooled)
        move_rows("query.weight", width * net["width"], queries)
        move_rows("query.bias", width, queries)
        net["entities"] = entities
    if "outlook.weight" not in tensors:
        add_zeros("outlook", OUTLOOKS, net["width"])
        net["outlooks"] = OUTLOOKS
    net["obs_len"], net["action_count"] = new.obs_len, new.action_count
    manifest["observation"], manifest["action"] = new.observation, new.action
    manifest["catalog"] = new.catalog
    write_network(new_file, manifest, tensors)
    added = [moves.numbers.count(None), moves.actions.count(None)]
    print(f"{new_file}: {new.obs_len} numbers ({added[0]} new), {new.action_count} actions ({added[1]} new)")


if __name__ == "__main__":
    main()
