"""What both PettingZoo environments have in common: one agent a Reckoner around one game of the engine."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces
from numpy.typing import NDArray

from reckoners import _core, names, spaces
from reckoners.env import check_render_mode


def seats(core: _core.SingleEnv, keywords: dict[str, Any]) -> int:
    """Most Reckoners of a game that these keywords can give."""
    # As the engine reads them, whatever they were written as.
    plain = json.loads(names.encode(keywords))
    team, players = plain.get("team"), plain.get("players")
    drawn = team is None or (isinstance(team, str) and team.lower() == "random")
    if players is None or not drawn:
        return len(core.team)
    return players if isinstance(players, int) else max(players)


class Seats:
    """Agents, spaces, pictures and the beginning of episodes."""

    def __init__(self, render_mode: str | None, refuses: bool, keywords: dict[str, Any]) -> None:
        self.render_mode = check_render_mode(render_mode)
        self._keywords = keywords
        self._core: _core.SingleEnv | None = _core.SingleEnv(names.encode(keywords), refuses)
        self._seeded = False
        self.possible_agents = [f"player_{i}" for i in range(seats(self._core, keywords))]
        self.agents: list[str] = []
        self._observation_space = spaces.with_mask()
        self._action_spaces = {agent: spaces.action() for agent in self.possible_agents}
        self.state_space = self._observation_space["observation"]

    def observation_space(self, agent: str) -> gym_spaces.Space[Any]:
        """Observation and mask; the same for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> gym_spaces.Space[Any]:
        """Action ids."""
        return self._action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """The whole position, which is open to everybody, as the Reckoner sees it who decides."""
        return self.core.observe(None)

    def render(self) -> Any:
        """The board."""
        if self.render_mode == "rgb_array":
            return self.core.picture()
        if self.render_mode == "ansi":
            return self.core.ansi(False)
        if self.render_mode == "human":
            print(self.core.ansi(True))
        return None

    def close(self) -> None:
        """Ends the environment; it cannot be used any more."""
        self._core = None

    def table(self) -> str:
        """The position as the text of a table file."""
        return self.core.table()

    @property
    def cards(self) -> str | None:
        """The folder of card files that it was made with; None for the built-in ones."""
        return names.folder(self._keywords.get("cards"))

    @property
    def core(self) -> _core.SingleEnv:
        """The engine's environment."""
        if self._core is None:
            raise RuntimeError("the environment is closed: make a new one")
        return self._core

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> dict[str, Any]:
        """Begins an episode with an agent for each of its Reckoners; says what the engine says of it."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(2**63))
        _, info = self.core.reset(seed, *names.asked(self._keywords, options))
        self._seeded = True
        team = info["team"]
        if len(team) > len(self.possible_agents):
            raise ValueError(f"{len(team)} Reckoners; this environment has agents for {len(self.possible_agents)}")
        self.agents = self.possible_agents[: len(team)]
        return info
