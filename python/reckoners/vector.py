"""The Gymnasium vector environment: many games in one call of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from reckoners import _core, names, spaces, tables
from reckoners.buffers import Buffers
from reckoners.env import RENDER_MODES, check_render_mode, refuses
from reckoners.tasks import Tasks

_OBJECTS = ("outcome", "loss_reason")
_NUMBERS = ("rounds", "decisions", "population")


class ReckonersVectorEnv(Tasks, VectorEnv[Any, Any, Any]):
    """Many games side by side. Environment `i` plays what a single one with its seed plays.

    Args:
        num_envs: how many.
        autoreset_mode: `AutoresetMode` or its value: how an ended episode is followed by the next.
        copy: every step returns new arrays; otherwise the same ones are written again and again.
        threads: 1 steps in the calling thread, 0 uses a thread a core. Results do not depend on it.
        render_mode, illegal_action, mask_in_obs, **keywords: as in `ReckonersEnv`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        illegal_action: str = "ignore",
        mask_in_obs: bool = False,
        **keywords: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "autoreset_mode": mode}
        self.render_mode = check_render_mode(render_mode)
        self.num_envs = num_envs
        self.autoreset_mode = mode
        self.copy = copy
        self.mask_in_obs = mask_in_obs
        self._keywords = keywords
        self._core: _core.VectorEnv | None = _core.VectorEnv(
            names.encode(keywords), num_envs, mode.value, refuses(illegal_action), threads
        )
        self._own = Buffers.empty(num_envs)
        self._buffers = self._own
        self._all = np.ones(num_envs, np.bool_)
        self._seeded = False
        self.single_observation_space = spaces.with_mask() if mask_in_obs else spaces.observation()
        self.single_action_space = spaces.action()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins episodes. `seed=s` gives environment `i` the seed `s + i`; a list gives one to each.

        `options["reset_mask"]` names the environments to reset; in the first reset the others begin too, as without
        options. Names of a ruleset, `players`, `team` and `pool` in `options` hold for these episodes. Tables are for
        `ReckonersEnv`.
        """
        key = names.table_key(options)
        if key is not None:
            raise ValueError(f"options[{key!r}]: a batch cannot begin from a table; a single ReckonersEnv can")
        core = self.core
        first = seed if isinstance(seed, (int, np.integer)) else None
        super().reset(seed=None if first is None else int(first))
        seeds = self._seeds(seed)
        which = None if options is None else options.get("reset_mask")
        if which is not None:
            which = self._which(which)
        buffers = self._next_buffers()
        if which is not None and not self._seeded:
            # Those that are left out are shown and stepped too, so they need games, and each its own.
            core.reset(buffers, seeds, ~which)
        core.reset(buffers, seeds, which, names.changed(self._keywords, options))
        self._seeded = True
        self._buffers = buffers
        return self._observations(buffers), self._infos(buffers, self._all if which is None else which)

    def step(self, actions: ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in every environment."""
        core = self._core
        if core is None or not self._seeded:
            raise self._not_ready()
        buffers = self._next_buffers()
        ended = core.step(self._checked(actions), buffers)
        self._buffers = buffers
        infos = self._infos(buffers, self._all)
        if ended:
            self._add_endings(infos, core, ended)
        return self._observations(buffers), buffers.reward, buffers.terminated, buffers.truncated, infos

    def step_into(self, actions: ArrayLike, buffers: Buffers) -> list[int]:
        """Plays one action in every environment, writing into arrays of the caller; no array is made.

        Returns the environments whose episode ended; `endings` says how.
        """
        core = self._core
        if core is None or not self._seeded:
            raise self._not_ready()
        ended = core.step(self._checked(actions), buffers)
        self._buffers = buffers
        return ended

    def endings(self, ended: Sequence[int]) -> dict[str, Any]:
        """How the episodes went that ended in the last step, in these environments: columns by name."""
        return self.core.endings(list(ended))

    def last_observations(self, ended: Sequence[int]) -> list[NDArray[np.float32]]:
        """The last observations of those episodes (`SAME_STEP`, where the batch already shows the next ones)."""
        return self.core.last_observations(list(ended))

    def sample_actions(self) -> NDArray[np.int64]:
        """A legal action for every environment, each equally likely."""
        return self.core.sample()

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """The masks of the last step, without a copy."""
        return self._buffers.action_mask

    def action_masks(self) -> NDArray[np.bool_]:
        """The same as booleans, under the name that sb3-contrib looks for."""
        return self._buffers.action_mask.view(np.bool_)

    def action_text(self, action: int, env: int = 0) -> str:
        """An action in words, as it would be now in an environment if it is legal there."""
        return self.core.action_text(env, action)

    def table(self, env: int = 0) -> str:
        """The position of an environment as the text of a table file."""
        return self.core.table(env)

    def team(self, env: int = 0) -> list[str]:
        """The Reckoners of an environment in seating order."""
        return self.core.team(env)

    def render(self) -> tuple[Any, ...] | None:
        """Every board, in the render mode."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return tuple(self.core.picture(i) for i in range(self.num_envs))
        texts = tuple(self.core.ansi(i, self.render_mode == "human") for i in range(self.num_envs))
        if self.render_mode == "ansi":
            return texts
        print("\n".join(texts))
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the environment; it cannot be used any more."""
        self._core = None

    @property
    def core(self) -> _core.VectorEnv:
        """The engine's environments."""
        if self._core is None:
            raise self._not_ready()
        return self._core

    def _not_ready(self) -> Exception:
        if self._core is None:
            return RuntimeError("the environment is closed: make a new one")
        return RuntimeError("call reset() before the first step")

    def _next_buffers(self) -> Buffers:
        return Buffers.empty(self.num_envs) if self.copy else self._own

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            if self._seeded:
                return [None] * self.num_envs
            seed = int(self.np_random.integers(2**62))
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + i for i in range(self.num_envs)]
        seeds = [None if s is None else int(s) for s in seed]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        if not self._seeded:
            # There is nothing yet to go on with.
            return [int(self.np_random.integers(2**62)) if s is None else s for s in seeds]
        return seeds

    def _which(self, mask: Any) -> NDArray[np.bool_]:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] must be a NumPy array of booleans")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] must have shape ({self.num_envs},) and name an environment")
        return mask

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {array.dtype}")
        if array.shape != (self.num_envs,):
            raise ValueError(f"actions have shape {array.shape}; ({self.num_envs},) is needed")
        return np.ascontiguousarray(array, np.int64)

    def _observations(self, buffers: Buffers) -> Any:
        if self.mask_in_obs:
            return {"observation": buffers.obs, "action_mask": buffers.action_mask}
        return buffers.obs

    def _infos(self, buffers: Buffers, there: NDArray[np.bool_]) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": buffers.action_mask,
            "_action_mask": there,
            "current_player": buffers.current_player,
            "_current_player": there,
        }
        if buffers.illegal_action.any():
            infos["illegal_action"] = buffers.illegal_action
            infos["_illegal_action"] = buffers.illegal_action
        return infos

    def _add_endings(self, infos: dict[str, Any], core: _core.VectorEnv, ended: list[int]) -> None:
        """How episodes ended, as arrays of every environment with what is there marked."""
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        endings = core.endings(ended)
        columns: dict[str, Any] = {}
        for name in _OBJECTS + _NUMBERS:
            dtype = object if name in _OBJECTS else np.int64
            column = np.full(self.num_envs, None, dtype) if dtype is object else np.zeros(self.num_envs, dtype)
            column[ended] = endings[name]
            columns[name] = column
            columns["_" + name] = there
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            infos.update(columns)
            return
        last = np.full(self.num_envs, None, object)
        for i, obs in zip(ended, core.last_observations(ended), strict=True):
            last[i] = self._last(obs)
        infos["final_obs"] = last
        infos["_final_obs"] = there
        infos["final_info"] = columns
        infos["_final_info"] = there

    def _last(self, obs: NDArray[np.float32]) -> Any:
        if self.mask_in_obs:
            return {"observation": obs, "action_mask": np.ones(tables.ACTIONS.count, np.int8)}
        return obs
