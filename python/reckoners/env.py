"""The Gymnasium environment: one game, one decision a step."""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from reckoners import _core, names, spaces
from reckoners.tasks import Tasks

RENDER_MODES = ["ansi", "human", "rgb_array"]


def refuses(illegal_action: str) -> bool:
    """Whether illegal actions raise, from the keyword that says so."""
    if illegal_action not in ("ignore", "error"):
        raise ValueError(f"illegal_action={illegal_action!r}: 'ignore' or 'error'")
    return illegal_action == "error"


def check_render_mode(render_mode: str | None) -> str | None:
    """A render mode that exists."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode={render_mode!r}: one of {RENDER_MODES} or None")
    return render_mode


class ReckonersEnv(Tasks, gymnasium.Env[Any, np.int64]):
    """One game after the other; every step is one decision of the Reckoner whose turn it is.

    Args:
        render_mode: `"ansi"` (a text), `"human"` (printed) or `"rgb_array"` (a picture of the text).
        illegal_action: `"ignore"` changes nothing, pays 0 and sets `info["illegal_action"]`; `"error"` raises
            `IllegalActionError`.
        mask_in_obs: observations are `{"observation": ..., "action_mask": ...}`.
        **keywords: what is played: `difficulty`, `players` or `team`, `pool`, `modules` and the other names of a
            ruleset (lists of them are drawn from, by `weights`), `cards` (a folder), `shaping` (True or weights),
            `round_cap`, `auto_forced`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        illegal_action: str = "ignore",
        mask_in_obs: bool = False,
        **keywords: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.mask_in_obs = mask_in_obs
        self._keywords = keywords
        self._core: _core.SingleEnv | None = _core.SingleEnv(names.encode(keywords), refuses(illegal_action))
        self._seeded = False
        self._ready = False
        self.observation_space = spaces.with_mask() if mask_in_obs else spaces.observation()
        self.action_space = spaces.action()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins the first episode of a seed, or without one the next episode.

        Names of a ruleset, `players`, `team` and `pool` in `options` hold for this episode, as does `table` (or
        `state`): a table file, a dictionary or a `State` from which it begins.
        """
        core = self.core
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        obs, info = core.reset(seed, *names.asked(self._keywords, options))
        self._seeded = self._ready = True
        return self._shown(obs, info), info

    def step(self, action: int | np.integer[Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays one action."""
        core = self._core
        if core is None or not self._ready:
            raise self._not_ready()
        if self.mask_in_obs:
            obs, reward, terminated, truncated, info = core.step(action)
            return self._shown(obs, info), reward, terminated, truncated, info
        return core.step(action)

    def render(self) -> Any:
        """The board: a text, a picture, or nothing (printed)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing: give one to make()")
            return None
        if self.render_mode == "rgb_array":
            return self.core.picture()
        text = self.core.ansi(self.render_mode == "human")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Ends the environment; it cannot be used any more."""
        self._core = None

    @property
    def core(self) -> _core.SingleEnv:
        """The engine's environment."""
        if self._core is None:
            raise self._not_ready()
        return self._core

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib looks for."""
        return self.core.mask().view(np.bool_)

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions."""
        return self.core.legal()

    def action_text(self, action: int) -> str:
        """An action in words, as it would be now if it is legal."""
        return self.core.action_text(action)

    def table(self) -> str:
        """The position as the text of a table file."""
        return self.core.table()

    @property
    def team(self) -> list[str]:
        """The Reckoners in seating order."""
        return self.core.team

    @property
    def ruleset(self) -> dict[str, Any]:
        """Which game is played."""
        return json.loads(self.core.ruleset)

    def _shown(self, obs: Any, info: dict[str, Any]) -> Any:
        return {"observation": obs, "action_mask": info["action_mask"]} if self.mask_in_obs else obs

    def _not_ready(self) -> Exception:
        if self._core is None:
            return RuntimeError("the environment is closed: make a new one")
        return ResetNeeded("call reset() before the first step")
