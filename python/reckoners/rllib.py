"""RLlib: the environment in the form that RLlib's module for action masks reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces as gym_spaces

from reckoners import spaces
from reckoners.env import ReckonersEnv
from reckoners.tables import ACTIONS

ENV_NAME = "reckoners"


class RLlibEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """Observations are `{"observations": ..., "action_mask": ...}`: note the `s`, and a mask of floats.

    Args:
        config: the keywords of `ReckonersEnv`, from `config.environment(env_config=...)`.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        self.env = ReckonersEnv(**dict(config or {}))
        mask = gym_spaces.Box(0.0, 1.0, (ACTIONS.count,), np.float32)
        self.observation_space = gym_spaces.Dict({"observations": spaces.observation(), "action_mask": mask})
        self.action_space = self.env.action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        obs, info = self.env.reset(seed=seed, options=options)
        return _shown(obs, info), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays one action."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        shown = _shown(obs, info)
        return shown, reward, terminated, truncated, info

    @property
    def core(self) -> Any:
        """The engine's environment, for `Policy.act`."""
        return self.env.core

    def table(self) -> str:
        """The position as the text of a table file."""
        return self.env.table()

    @property
    def cards(self) -> str | None:
        """The folder of card files that it was made with; None for the built-in ones."""
        return self.env.cards

    def close(self) -> None:
        """Ends the environment."""
        self.env.close()


def _shown(obs: Any, info: dict[str, Any]) -> dict[str, Any]:
    return {"observations": obs, "action_mask": info.pop("action_mask").astype(np.float32)}


def register() -> str:
    """Makes the environment known to Ray; gives its name for `config.environment`."""
    from ray.tune.registry import register_env

    register_env(ENV_NAME, RLlibEnv)
    return ENV_NAME
