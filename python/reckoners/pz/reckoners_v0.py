"""The AEC environment: one agent a Reckoner, asked whenever the rules ask that Reckoner."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from reckoners import IllegalActionError, tables
from reckoners.env import RENDER_MODES
from reckoners.pz.seats import Seats

_NOTHING_LEGAL = np.zeros(tables.ACTIONS.count, np.int8)


def env(**keywords: Any) -> AECEnv:
    """The environment as PettingZoo's tools expect it: an illegal action ends the game and costs its agent 1.

    That is what `TerminateIllegalWrapper` does. The environment does it itself: every wrapper less makes it faster.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**{"illegal_action": "terminate", **keywords}))


class raw_env(Seats, AECEnv):  # noqa: N801 - the name that PettingZoo uses
    """One agent a Reckoner, `player_0` in the first seat. Everybody gets the team's reward.

    Args:
        render_mode: `"ansi"`, `"human"` or `"rgb_array"`.
        illegal_action: `"error"` raises `IllegalActionError`, `"terminate"` ends the game and costs its agent 1.
        **keywords: what is played, as in `reckoners.ReckonersEnv`.
    """

    metadata = {
        "name": "reckoners_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, *, render_mode: str | None = None, illegal_action: str = "error", **keywords: Any) -> None:
        if illegal_action not in ("error", "terminate"):
            raise ValueError(f"illegal_action={illegal_action!r}: 'error' or 'terminate'")
        self._forgiving = illegal_action == "terminate"
        AECEnv.__init__(self)
        Seats.__init__(self, render_mode, True, keywords)
        self._seat = 0
        self._obs: NDArray[np.float32] | None = None
        self._mask = _NOTHING_LEGAL

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the first episode of a seed, or without one the next episode; `options` as in `ReckonersEnv`."""
        info = self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"reckoner": name} for agent, name in zip(self.agents, info["team"], strict=True)}
        self._paid = False
        self._asks(info)

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose decision it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must decide: None is for agents that are done")
        try:
            obs, reward, terminated, truncated, info = self.core.step(action)
        except IllegalActionError:
            if not self._forgiving:
                raise
            self._end_by(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        if reward or self._paid:
            self._pay(reward)
        self._asks(info, obs)
        if terminated or truncated:
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            for told in self.infos.values():
                told["outcome"] = info["outcome"]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as an agent sees it; only who decides has legal actions."""
        seat = self.possible_agents.index(agent)
        if seat == self._seat:
            if self._obs is None:
                self._obs = self.core.observe(None)
            return {"observation": self._obs, "action_mask": self._mask}
        return {"observation": self.core.observe(seat), "action_mask": _NOTHING_LEGAL.copy()}

    def _asks(self, info: dict[str, Any], obs: NDArray[np.float32] | None = None) -> None:
        self._seat = info["current_player"]
        self._obs = obs
        self._mask = info["action_mask"]
        self.agent_selection = self.agents[self._seat]

    def _end_by(self, agent: str) -> None:
        """Ends the game because of an illegal action."""
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {other: -1.0 if other == agent else 0.0 for other in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        for told in self.infos.values():
            told["outcome"] = "illegal action"

    def _pay(self, reward: float) -> None:
        """Pays everybody the same."""
        self.rewards = dict.fromkeys(self.agents, reward)
        self._paid = reward != 0.0
        self._accumulate_rewards()


@functools.cache
def register() -> None:
    """Registers `reckoners/reckoners-v0` with PettingZoo, where it has a registry."""
    import pettingzoo

    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", "reckoners/reckoners-v0", env)
