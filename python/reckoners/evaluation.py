"""Win rates of agents on seeds that training never sees, with intervals and paired comparisons, as data."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reckoners import _core, names

if TYPE_CHECKING:
    import pandas

PART = 64 * (os.cpu_count() or 4)
"""Games of one part, enough for all cores."""


@dataclass(frozen=True)
class Report:
    """What an evaluation found; the columns are those of `reckoners eval --json`, and `game` in front of them.

    Of several games (bosses, cities, adjustments) it holds what each has for itself: agents are compared within a game.
    """

    cells: list[dict[str, Any]]
    """One entry for each agent, player count, difficulty and game."""
    comparisons: list[dict[str, Any]]
    """Paired comparisons of all agents in each game, pooled and by cell."""
    influence: list[dict[str, Any]]
    """Which Reckoners help whom in each game."""
    game: str
    """Which game was played: boss, city and what else; several with semicolons between them."""
    catalog: str
    """Hash of the cards."""
    version: str
    """Version of the program."""
    seed: int
    """The seed suite."""
    command: str
    """The call that makes this report again."""

    def to_pandas(self) -> pandas.DataFrame:
        """The cells as a table."""
        import pandas

        return pandas.json_normalize(self.cells)

    def win_rate(self, agent: str) -> float:
        """Share of all games of an agent that it won."""
        mine = [cell for cell in self.cells if cell["agent"] == agent]
        if not mine:
            known = sorted({cell["agent"] for cell in self.cells})
            raise KeyError(f"no agent {agent!r} in this report; there are {known}")
        return sum(cell["wins"] for cell in mine) / sum(cell["games"] for cell in mine)


@dataclass(frozen=True)
class Plan:
    """An evaluation before it is played: cells, and the parts that each is played in."""

    cells: list[str]
    parts: list[tuple[int, int]]
    cards: str | None
    command: str

    def play(self, cell: int, part: int) -> bytes:
        """Plays one part of one cell. The same part gives the same bytes wherever it is played."""
        first, games = self.parts[part]
        return _core.evaluation_part(self.cells[cell], first, games, self.cards)

    def jobs(self) -> list[tuple[int, int]]:
        """Every part of every cell."""
        return [(cell, part) for cell in range(len(self.cells)) for part in range(len(self.parts))]

    def report(self, played: Callable[[int, int], bytes]) -> Report:
        """The report of all parts."""
        cells = [
            (text, [played(cell, part) for part in range(len(self.parts))]) for cell, text in enumerate(self.cells)
        ]
        games = [json.loads(text) for text in _core.evaluation_reports(cells, self.command, self.cards)]

        def entries(key: str) -> list[dict[str, Any]]:
            return [{"game": found["game"], **entry} for found in games for entry in found[key]]

        return Report(
            cells=entries("cells"),
            comparisons=entries("comparisons"),
            influence=entries("influence"),
            game="; ".join(found["game"] for found in games),
            **{key: games[0][key] for key in ("catalog", "version", "seed", "command")},
        )


def plan(
    agents: str | Sequence[str | Sequence[str]],
    *,
    games: int = 1000,
    seed: int = 0,
    cards: str | os.PathLike[str] | None = None,
    part: int = PART,
    call: str = "reckoners.evaluate",
    **keywords: Any,
) -> Plan:
    """The work of an evaluation, cut into parts."""
    if games < 1 or part < 1:
        raise ValueError(f"games={games}, part={part}: at least 1")
    named: Iterable[str | Sequence[str]] = agents.split(",") if isinstance(agents, str) else agents
    seats = [[agent.strip()] if isinstance(agent, str) else list(agent) for agent in named]
    if not seats:
        raise ValueError("name at least one agent")
    names.refuse(
        keywords,
        ("weights", "pool", *names.EPISODE_KEYS),
        "an evaluation plays every cell alike, whole games with teams of all Reckoners",
    )
    said = {"games": games, "seed": seed, **keywords, **({"cards": os.fspath(cards)} if cards is not None else {})}
    shown = [agent[0] if len(agent) == 1 else agent for agent in seats]
    command = f"{call}({shown!r}, {', '.join(f'{key}={value!r}' for key, value in said.items())})"
    cells = _core.evaluation_cells(seats, names.encode(keywords), seed)
    parts = [(first, min(part, games - first)) for first in range(0, games, part)]
    return Plan(cells, parts, names.folder(cards), command)


def evaluate(
    agents: str | Sequence[str | Sequence[str]],
    *,
    games: int = 1000,
    seed: int = 0,
    cards: str | os.PathLike[str] | None = None,
    **keywords: Any,
) -> Report:
    """Plays agents against the game and says how they did, on all cores.

    Args:
        agents: names, as for `Policy`; a list of names inside the list is a mixed team, an agent a seat.
        games: games a cell; all agents play the same ones.
        seed: the seed suite.
        cards: a folder of card files.
        **keywords: `difficulty`, `players` or `team`, `modules` and the other names of a ruleset; lists make cells, and
            agents are compared in each game for itself.
    """
    work = plan(agents, games=games, seed=seed, cards=cards, **keywords)
    return work.report(work.play)
