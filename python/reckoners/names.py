"""Keywords that say what is played, on their way to the engine, which knows and checks the names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from reckoners import _core

TASK_KEYS: frozenset[str] = frozenset(_core.task_keywords())
"""Names that one episode or a curriculum may change."""

EPISODE_KEYS = ("shaping", "round_cap", "auto_forced")
"""Names that say how the episodes of an environment are paid and cut; nothing else has episodes."""

_TABLE_KEYS = ("table", "state")
_WHO = {"players", "team", "pool"}
_MOST_CHARACTERS = 1 << 20


def encode(keywords: Mapping[str, Any]) -> str:
    """The keywords as the engine reads them."""
    try:
        return json.dumps(dict(keywords), default=_plain)
    except TypeError as error:
        raise TypeError(f"keywords must be names, numbers or lists of them: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{value!r} is a {type(value).__name__}")


def refuse(keywords: Mapping[str, Any], keys: Iterable[str], reason: str) -> None:
    """Raises for the first of these keys that is given: what would be ignored is not accepted."""
    for key in keys:
        if key in keywords:
            raise TypeError(f"{key} is for environments: {reason}")


def changed(keywords: Mapping[str, Any], options: Mapping[str, Any] | None) -> str | None:
    """The keywords with what `options` of a reset say for one episode; None when they say nothing.

    Other keys are left alone, as Gymnasium's and PettingZoo's own tests expect.
    """
    named = {key: value for key, value in (options or {}).items() if key in TASK_KEYS}
    if not named:
        return None
    # Who plays is said in one way: a team, or a number of Reckoners.
    dropped = _WHO | {"weights"} if _WHO & named.keys() else {"weights"}
    return encode({key: value for key, value in keywords.items() if key not in dropped} | named)


def asked(keywords: Mapping[str, Any], options: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
    """What `options` of a reset ask for: other keywords or, before those, a table."""
    table = table_text(options)
    return (None, table) if table else (changed(keywords, options), None)


def table_text(options: Mapping[str, Any] | None) -> str | None:
    """The table of `options`, as the text of a table file."""
    key = table_key(options)
    return as_table(options[key]) if options and key else None


def table_key(options: Mapping[str, Any] | None) -> str | None:
    """The key under which `options` of a reset name a table."""
    return next((key for key in _TABLE_KEYS if options and options.get(key) is not None), None)


def as_table(table: Any) -> str:
    """A table file's text from a dictionary, a text, a path, a `State` or an environment."""
    if isinstance(table, str) and table.lstrip().startswith("{"):
        return table
    if isinstance(table, (str, os.PathLike)):
        with open(table, encoding="utf-8") as file:
            text = file.read(_MOST_CHARACTERS + 1)
        if len(text) > _MOST_CHARACTERS:
            raise ValueError(f"{os.fspath(table)}: a table file has at most {_MOST_CHARACTERS} characters")
        return text
    if isinstance(table, Mapping):
        return json.dumps(table)
    inner = getattr(table, "unwrapped", table)
    if hasattr(inner, "serialize"):
        return inner.serialize()
    if hasattr(inner, "table"):
        return inner.table()
    raise TypeError(f"a table is a dictionary, a text, a path, a State or an environment, not a {type(table).__name__}")


def cards_of(table: Any) -> str | None:
    """The folder of cards that a `State` or an environment was made with; None for the built-in ones, and for files."""
    return getattr(getattr(table, "unwrapped", table), "cards", None)


def folder(cards: str | os.PathLike[str] | None) -> str | None:
    """A folder of card files as the engine reads it."""
    return None if cards is None else os.fspath(cards)
