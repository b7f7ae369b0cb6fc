"""What the numbers of an observation and the ids of actions mean, as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reckoners import _core


@dataclass(frozen=True)
class Field:
    """A named run of numbers: `most` is the count that is shown as 1."""

    name: str
    length: int
    most: float
    meaning: str


@dataclass(frozen=True)
class Section:
    """A group of fields, repeated `count` times, each repetition `stride` numbers long."""

    name: str
    start: int
    count: int
    stride: int
    meaning: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Layout:
    """The layout of an observation."""

    length: int
    version: int
    hash: str
    sections: tuple[Section, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every number, such as `districts[3].enforcement`."""
        return tuple(_core.number_name(i) for i in range(self.length))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """The place of a number by its name."""
        try:
            return self._places[name]
        except KeyError:
            raise KeyError(f"no number of an observation is called {name!r}; LAYOUT.names lists them") from None

    def field(self, section: str, field: str, repetition: int = 0) -> slice:
        """The place of a whole field of one repetition of a section."""
        for found in self.sections:
            start = found.start + repetition * found.stride
            for part in found.fields if found.name == section and repetition < found.count else ():
                if part.name == field:
                    return slice(start, start + part.length)
                start += part.length
        raise KeyError(f"no field {section}[{repetition}].{field}")


@dataclass(frozen=True)
class Block:
    """A run of action ids with one meaning; `points_at` says what they name one after the other, if anything."""

    name: str
    start: int
    count: int
    points_at: str | None
    meaning: str


@dataclass(frozen=True)
class Actions:
    """The table of actions."""

    count: int
    version: int
    hash: str
    blocks: tuple[Block, ...]

    def block(self, action: int) -> Block:
        """The block of an id."""
        for block in self.blocks:
            if block.start <= action < block.start + block.count:
                return block
        raise ValueError(f"action {action}: ids go from 0 to {self.count - 1}")


def _layout(raw: dict[str, Any]) -> Layout:
    sections = tuple(
        Section(name, start, count, stride, meaning, tuple(Field(*field) for field in fields))
        for name, start, count, stride, meaning, fields in raw["sections"]
    )
    return Layout(raw["obs_len"], raw["obs_version"], raw["obs_hash"], sections)


_RAW = _core.tables()

LAYOUT: Layout = _layout(_RAW)
"""The layout of every observation."""

ACTIONS: Actions = Actions(
    _RAW["action_count"],
    _RAW["action_version"],
    _RAW["action_hash"],
    tuple(Block(*block) for block in _RAW["blocks"]),
)
"""The table of every action."""


@dataclass(frozen=True)
class Features:
    """What is printed on every card, die or Reckoner of a kind.

    `values` has a row for each, with the columns `names`. Observations mark these things in runs of numbers that begin
    at `runs`, one number for each row; the actions of `blocks` name them in the same order, some once for every seat.
    """

    names: tuple[str, ...]
    values: NDArray[np.float32]
    runs: tuple[int, ...]
    blocks: tuple[str, ...]


def features(cards: str | None = None) -> dict[str, Features]:
    """The printed things of a box by kind: what a network reads that is to play with any box."""
    return {
        kind: Features(tuple(names), values, tuple(runs), tuple(blocks))
        for kind, (names, values, runs, blocks) in _core.features(cards).items()
    }


def describe(obs: ArrayLike) -> dict[str, float]:
    """Every number of an observation that is not zero, by its name."""
    numbers = np.asarray(obs)
    if numbers.shape != (LAYOUT.length,):
        raise ValueError(f"an observation has shape ({LAYOUT.length},), not {numbers.shape}")
    return {LAYOUT.names[i]: float(numbers[i]) for i in np.flatnonzero(numbers)}
