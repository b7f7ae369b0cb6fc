"""The Gymnasium spaces of observations and actions."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from reckoners.tables import ACTIONS, LAYOUT


def observation() -> spaces.Box:
    """Numbers from 0 to 1."""
    return spaces.Box(0.0, 1.0, (LAYOUT.length,), np.float32)


def with_mask(key: str = "observation") -> spaces.Dict:
    """An observation with its mask."""
    return spaces.Dict({key: observation(), "action_mask": spaces.Box(0, 1, (ACTIONS.count,), np.int8)})


def action() -> spaces.Discrete:
    """One id for every decision of the game."""
    return spaces.Discrete(ACTIONS.count)
