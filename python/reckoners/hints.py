"""Hints for a position: ranked options with chances to win and reasons."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from reckoners import _core, names


def hint(
    table: Any,
    *,
    agent: str | None = None,
    raw: bool = False,
    plan: bool = False,
    playouts: int | None = None,
    ms: int | None = None,
    seed: int = 0,
    top: int = 5,
    allow: Sequence[int | str] = (),
    avoid: Sequence[int | str] = (),
    cards: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """What to do next, as `reckoners hint` answers it (docs/analysis-protocol.md lists the fields).

    Args:
        table: a table file (path, text or dictionary), a `State` or an environment; of many, the first.
        agent: who gives the hint: `scripted`, `net`, `net:FILE` or `search:GUIDE`.
        raw: only the guide's own opinion, without search.
        plan: plan the whole team's round.
        playouts: most playouts of a search.
        ms: most time in milliseconds.
        seed: of the imagined luck.
        top: options to tell.
        allow: only these actions, by id or in words.
        avoid: not these actions.
        cards: a folder of card files; those of the `State` or the environment unless given.
    """
    if cards is None:
        cards = names.cards_of(table)
    request = {
        "request": "hint",
        "table": json.loads(names.as_table(table)),
        "raw": raw,
        "plan": plan,
        "maxPlayouts": playouts,
        "maxMs": ms,
        "seed": seed,
        "top": top,
        "allow": list(allow),
        "avoid": list(avoid),
    }
    answer = json.loads(_core.analyze(json.dumps(request), agent, names.folder(cards)))
    if "answer" not in answer:
        place = f"{answer['field']}: " if answer.get("field") else ""
        raise ValueError(place + answer["error"])
    del answer["id"], answer["answer"]
    return answer
