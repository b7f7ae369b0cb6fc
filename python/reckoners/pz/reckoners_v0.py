"""The AEC environment: one agent a Reckoner, asked whenever the rules ask that Reckoner."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from reckoners import IllegalActionError, _core, names, spaces, tables
from reckoners.env import RENDER_MODES, check_render_mode

_NOTHING_LEGAL = np.zeros(tables.ACTIONS.count, np.int8)


def env(**keywords: Any) -> AECEnv:
    """The environment as PettingZoo's tools expect it: an illegal action ends the game and costs its agent 1.

    That is what `TerminateIllegalWrapper` does. The environment does it itself: every wrapper less makes it faster.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**{"illegal_action": "terminate", **keywords}))


def seats(core: _core.SingleEnv, keywords: dict[str, Any]) -> int:
    """Most Reckoners of a game that these keywords can give."""
    if keywords.get("team") not in (None, "random"):
        return len(core.team)
    players = keywords.get("players", len(core.team))
    return players if isinstance(players, int) else max(players)


class raw_env(AECEnv):  # noqa: N801 - the name that PettingZoo uses
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
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        if illegal_action not in ("error", "terminate"):
            raise ValueError(f"illegal_action={illegal_action!r}: 'error' or 'terminate'")
        self._forgiving = illegal_action == "terminate"
        self._keywords = keywords
        self._core: _core.SingleEnv | None = _core.SingleEnv(names.encode(keywords), True)
        self._seeded = False
        self._seat = 0
        self._obs: NDArray[np.float32] | None = None
        self._mask = _NOTHING_LEGAL
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the first episode of a seed, or without one the next episode; `options` as in `ReckonersEnv`."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(2**63))
        table = names.table_text(options)
        tasks = None if table else names.changed(self._keywords, options)
        _, info = self.core.reset(seed, tasks, table)
        self._seeded = True
        team = info["team"]
        if len(team) > len(self.possible_agents):
            raise ValueError(f"{len(team)} Reckoners; this environment has agents for {len(self.possible_agents)}")
        self.agents = self.possible_agents[: len(team)]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"reckoner": name} for agent, name in zip(self.agents, team, strict=True)}
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

    @property
    def core(self) -> _core.SingleEnv:
        """The engine's environment."""
        if self._core is None:
            raise RuntimeError("the environment is closed: make a new one")
        return self._core

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
