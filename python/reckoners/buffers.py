"""The arrays into which a batch of environments writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reckoners.tables import ACTIONS, LAYOUT


@dataclass(slots=True)
class Buffers:
    """One row an environment. Any contiguous arrays will do, such as rows of a rollout's storage."""

    obs: NDArray[np.float32]
    """`(n, LAYOUT.length)`: observations."""
    action_mask: NDArray[np.int8]
    """`(n, ACTIONS.count)`: 1 for legal actions; all ones once an episode has ended."""
    reward: NDArray[np.float64]
    """`(n,)`: +1 for a win, -1 for a loss, otherwise 0, plus the shaping if there is any."""
    terminated: NDArray[np.bool_]
    """`(n,)`: the game was won or lost."""
    truncated: NDArray[np.bool_]
    """`(n,)`: the round cap cut the episode short."""
    current_player: NDArray[np.int64]
    """`(n,)`: the seat that decides."""
    illegal_action: NDArray[np.bool_]
    """`(n,)`: the action was not legal and changed nothing."""

    @classmethod
    def empty(cls, num_envs: int) -> Buffers:
        """New arrays, not filled."""
        return cls(
            obs=np.empty((num_envs, LAYOUT.length), np.float32),
            action_mask=np.empty((num_envs, ACTIONS.count), np.int8),
            reward=np.empty(num_envs, np.float64),
            terminated=np.empty(num_envs, np.bool_),
            truncated=np.empty(num_envs, np.bool_),
            current_player=np.empty(num_envs, np.int64),
            illegal_action=np.empty(num_envs, np.bool_),
        )
