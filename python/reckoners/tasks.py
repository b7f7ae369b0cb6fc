"""What the Gymnasium environments have in common: the curriculum, and what their numbers mean."""

from __future__ import annotations

import json
from typing import Any

from reckoners import names, tables
from reckoners.tables import Layout


class Tasks:
    """For environments with a `core` of the engine and the keywords that they were made with."""

    _keywords: dict[str, Any]

    @property
    def core(self) -> Any:
        """The engine's environment, or environments."""
        raise NotImplementedError

    def set_tasks(self, **keywords: Any) -> None:
        """Changes what coming episodes play: a curriculum. Names that are not given stay as they are."""
        fixed = sorted(keywords.keys() - names.TASK_KEYS)
        if fixed:
            known = ", ".join(sorted(names.TASK_KEYS))
            raise TypeError(f"set_tasks cannot change {', '.join(fixed)}: coming episodes may differ in {known}")
        changed = names.changed(self._keywords, keywords)
        if changed is None:
            raise ValueError("name what changes: difficulty, players, team, pool, modules, weights, ...")
        self.core.set_tasks(changed)
        self._keywords = json.loads(changed)

    @property
    def cards(self) -> str | None:
        """The folder of card files that it was made with; None for the built-in ones."""
        return names.folder(self._keywords.get("cards"))

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return tables.LAYOUT

    def describe(self, obs: Any) -> dict[str, float]:
        """The numbers of one observation that are not zero, by their names."""
        return tables.describe(obs["observation"] if isinstance(obs, dict) else obs)
