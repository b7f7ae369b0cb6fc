"""A task that is learned in minutes: the first two rounds of two Reckoners, paid by how the board stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import reckoners

SMALL_TASK: dict[str, Any] = {
    "team": ["tia", "megan"],
    "difficulty": "beginner",
    "round_cap": 2,
    "shaping": {"boss": 4.0, "population": 1.0, "danger": 0.0},
}

Act = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""Rows of observations and masks in, an action a row out."""


def mean_return(act: Act, episodes: int = 200, seed: int = 10**6, **task: Any) -> float:
    """Mean return over the first episodes of as many seeds, one each, so that no policy can choose among them."""
    env = reckoners.ReckonersVectorEnv(episodes, illegal_action="error", **(task or SMALL_TASK))
    obs, infos = env.reset(seed=seed)
    returns = np.zeros(episodes)
    open_ = np.ones(episodes, bool)
    while open_.any():
        obs, rewards, terminations, truncations, infos = env.step(_legal(act(obs, infos["action_mask"]), env, open_))
        returns += rewards * open_
        open_ &= ~(terminations | truncations)
    env.close()
    return float(returns.mean())


def random_return(**task: Any) -> float:
    """The same for random legal actions."""
    rng = np.random.default_rng(0)
    return mean_return(lambda obs, mask: (mask * rng.random(mask.shape)).argmax(1), **task)


def _legal(
    actions: NDArray[np.int64], env: reckoners.ReckonersVectorEnv, open_: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Episodes that are over play on at random; they no longer count."""
    return np.where(open_, actions, env.sample_actions())
