"""Stable-Baselines3: many games as one `VecEnv`, whose masks sb3-contrib's MaskablePPO finds in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from reckoners.vector import ReckonersVectorEnv

_TOLD = ("outcome", "loss_reason", "rounds", "decisions", "population")


class ReckonersVecEnv(VecEnv):
    """Many games for Stable-Baselines3. An ended episode is followed by the next in the same step.

    Args:
        num_envs: how many.
        seed: of the first reset, environment `i` gets `seed + i`.
        threads, **keywords: as in `ReckonersVectorEnv`; an illegal action raises unless `illegal_action="ignore"`.
    """

    def __init__(self, num_envs: int, *, seed: int | None = None, threads: int = 1, **keywords: Any) -> None:
        keywords = {"illegal_action": "error", "render_mode": None, **keywords}
        # Rollouts keep an observation until the next step was made, so every step has arrays of its own.
        self.envs = ReckonersVectorEnv(
            num_envs, autoreset_mode=AutoresetMode.SAME_STEP, copy=True, threads=threads, **keywords
        )
        self.render_mode = self.envs.render_mode
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)
        self._actions: NDArray[np.int64] | None = None
        if seed is not None:
            self.seed(seed)

    def reset(self) -> VecEnvObs:
        """Begins episodes: those of the seeds, if new ones were given, otherwise the next ones.

        Options of `set_options` hold for these episodes. Environments of a batch share them.
        """
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        options = self._options[0]
        if any(other != options for other in self._options):
            raise ValueError("set_options: environments of a batch share their options; give one dictionary for all")
        obs, _ = self.envs.reset(seed=seeds, options=options)
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return obs

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Takes the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Plays them."""
        if self._actions is None:
            raise RuntimeError("step_async() comes first")
        obs, rewards, terminations, truncations, told = self.envs.step(self._actions)
        self._actions = None
        dones = terminations | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            ended = {name: told["final_info"][name][i] for name in _TOLD}
            infos[i] = {
                "terminal_observation": told["final_obs"][i],
                "TimeLimit.truncated": bool(truncations[i] and not terminations[i]),
                **ended,
            }
        return obs, rewards.astype(np.float32), dones, infos

    @property
    def core(self) -> Any:
        """The engine's environments, for `Policy.act`."""
        return self.envs.core

    def table(self, env: int = 0) -> str:
        """The position of an environment as the text of a table file."""
        return self.envs.table(env)

    @property
    def cards(self) -> str | None:
        """The folder of card files that they were made with; None for the built-in ones."""
        return self.envs.cards

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of all environments."""
        return self.envs.action_masks()

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` and whatever else a batch can answer for each of its environments."""
        which = list(self._get_indices(indices))
        if method_name == "action_masks":
            return list(self.action_masks()[which])
        if method_name == "set_tasks":
            self.envs.set_tasks(*method_args, **method_kwargs)
            return [None for _ in which]
        method = getattr(self.envs, method_name)
        return [method(*method_args, env=i, **method_kwargs) for i in which]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The same value for every environment."""
        value = (
            getattr(self, attr_name) if attr_name in ("action_masks", "render_mode") else getattr(self.envs, attr_name)
        )
        return [value for _ in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environments have such a thing."""
        return hasattr(self.envs, attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Environments of a batch have nothing of their own to be set."""
        raise NotImplementedError(f"{attr_name}: make another environment, or call env_method('set_tasks', ...)")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Every board as a picture, with `render_mode="rgb_array"`."""
        frames: Iterable[Any] = self.envs.render() or ()
        return list(frames)

    def close(self) -> None:
        """Ends the environments; they cannot be used any more."""
        self.envs.close()
