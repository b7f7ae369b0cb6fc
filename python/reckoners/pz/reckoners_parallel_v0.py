"""A Parallel environment for frameworks that ask every agent at every step: one decision a step.

Only the action of the Reckoner whose decision it is counts; what the others answer is ignored, so for them every action
is legal. `reckoners_v0` asks nobody in vain and is the better choice where AEC is understood.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

from reckoners import tables
from reckoners.env import RENDER_MODES
from reckoners.pz.seats import Seats

_IGNORED = np.ones(tables.ACTIONS.count, np.int8)


def env(**keywords: Any) -> AECEnv:
    """The same, asking one agent after the other, in order."""
    return parallel_to_aec(parallel_env(**keywords))


class parallel_env(Seats, ParallelEnv):  # noqa: N801 - the name that PettingZoo uses
    """One agent a Reckoner, all asked at every decision.

    Args:
        render_mode: `"ansi"`, `"human"` or `"rgb_array"`.
        max_cycles: decisions after which an episode is truncated; none when not given.
        **keywords: what is played, as in `reckoners.ReckonersEnv`. An illegal action changes nothing.
    """

    metadata = {
        "name": "reckoners_parallel_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": True,
    }

    def __init__(self, *, render_mode: str | None = None, max_cycles: int | None = None, **keywords: Any) -> None:
        super().__init__(render_mode, False, keywords)
        self.max_cycles = max_cycles
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins the first episode of a seed, or without one the next episode; `options` as in `ReckonersEnv`."""
        info = self._begin(seed, options)
        self._cycles = 0
        self._turn = info["current_player"]
        return self._observations(info["action_mask"]), self._infos(info)

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Plays the action of the agent whose decision it is; the others are ignored."""
        if not self.agents:
            raise RuntimeError("the episode has ended: call reset()")
        actor = self.agents[self._turn]
        if actor not in actions:
            raise ValueError(f"{actor} must decide, and gave no action")
        _, reward, terminated, truncated, info = self.core.step(actions[actor])
        self._cycles += 1
        truncated = truncated or (self.max_cycles is not None and self._cycles >= self.max_cycles and not terminated)
        self._turn = info["current_player"]
        agents = self.agents
        result = (
            self._observations(info["action_mask"]),
            dict.fromkeys(agents, reward),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            self._infos(info),
        )
        if terminated or truncated:
            self.agents = []
        return result

    def _observations(self, mask: NDArray[np.int8]) -> dict[str, Any]:
        return {
            agent: {"observation": self.core.observe(seat), "action_mask": mask if seat == self._turn else _IGNORED}
            for seat, agent in enumerate(self.agents)
        }

    def _infos(self, info: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Whose decision it is, and how the episode ended."""
        told = {"outcome": info["outcome"]} if "outcome" in info else {}
        return {agent: {"my_turn": seat == self._turn, **told} for seat, agent in enumerate(self.agents)}
