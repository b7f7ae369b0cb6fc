"""Players by name: baselines, searches and networks."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reckoners import _core, names


class Policy:
    """A player by its name, as on the command line.

    `random`, `greedy`, `scripted`, `net` (the shipped network), `net:FILE` (a checkpoint, also one that
    `export_checkpoint` wrote), `net+sample`, `search:net+playouts=64`.

    Args:
        name: the name.
        seed: of its own choices, where it draws.
        cards: a folder of card files; it answers environments that play with these.
    """

    def __init__(self, name: str, *, seed: int = 0, cards: str | os.PathLike[str] | None = None) -> None:
        self._player = _core.Player(name, seed, names.folder(cards))

    @property
    def name(self) -> str:
        """The name with every parameter."""
        return self._player.name

    def reseed(self, seed: int) -> None:
        """Begins the luck of its choices anew."""
        self._player.reseed(seed)

    def act(self, env: Any) -> Any:
        """The action it would take now.

        Args:
            env: a vector environment (an array of actions comes back, 0 where an episode has ended), a single one, one
                of PettingZoo or RLlib, or a `State`; with the cards of this player.
        """
        inner = getattr(env, "unwrapped", env)
        core = getattr(inner, "core", None) or getattr(inner, "position", None)
        if isinstance(core, _core.VectorEnv):
            return self._player.act_vector(core)
        if isinstance(core, _core.SingleEnv):
            return self._player.act_single(core)
        if isinstance(core, _core.Position):
            return self._player.act_position(core)
        raise TypeError(f"act() takes an environment or a State of this package, not a {type(env).__name__}")

    def predict(self, obs: ArrayLike, action_mask: ArrayLike) -> NDArray[np.int64]:
        """A network's actions for rows of observations and masks."""
        return self._player.predict(_rows(obs, np.float32), _rows(action_mask, np.int8))

    def probabilities(self, obs: ArrayLike, action_mask: ArrayLike) -> NDArray[np.float32]:
        """A network's probabilities of all actions, a row each; 0 where an action is illegal."""
        return self._player.probabilities(_rows(obs, np.float32), _rows(action_mask, np.int8))

    def win_chances(self, obs: ArrayLike) -> NDArray[np.float32]:
        """A network's chance to win, a number a row."""
        return self._player.win_chances(_rows(obs, np.float32))

    def __repr__(self) -> str:
        return f"Policy({self.name!r})"


def _rows(values: ArrayLike, dtype: type[np.generic]) -> Any:
    array = np.asarray(values)
    if array.ndim == 1:
        array = array[None]
    return np.ascontiguousarray(array, dtype)
