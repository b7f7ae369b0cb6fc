"""PPO with action masks in RLlib (its new API stack). With `--address auto` it runs on the cluster of that machine."""

from __future__ import annotations

import argparse

import numpy as np
import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from small_task import SMALL_TASK, Act, mean_return, random_return

from reckoners import rllib


def config(runners: int = 1, envs: int = 16) -> PPOConfig:
    """The settings: `runners` processes play, wherever Ray has room for them."""
    return (
        PPOConfig()
        .environment(rllib.register(), env_config=SMALL_TASK)
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=envs, rollout_fragment_length="auto")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "head_fcnet_hiddens": [128], "vf_share_layers": True},
            )
        )
        .training(
            lr=1e-3,
            gamma=1.0,
            lambda_=0.95,
            train_batch_size_per_learner=4000,
            minibatch_size=1000,
            num_epochs=4,
            entropy_coeff=0.01,
            vf_clip_param=10.0,
        )
        .debugging(seed=1, log_level="ERROR")
    )


def train(iterations: int = 20, runners: int = 1) -> Algorithm:
    """Trains on the small task."""
    algorithm = config(runners).build_algo()
    for i in range(iterations):
        result = algorithm.train()
        found = result["env_runners"].get("episode_return_mean", float("nan"))
        print(f"iteration {i + 1}: mean return {found:.3f} while exploring", flush=True)
    return algorithm


def player(algorithm: Algorithm) -> Act:
    """The module's favourite actions."""
    module = algorithm.get_module(DEFAULT_MODULE_ID)

    @torch.no_grad()
    def act(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        batch = {Columns.OBS: {"observations": torch.from_numpy(obs), "action_mask": torch.from_numpy(mask).float()}}
        return module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()

    return act


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--runners", type=int, default=1)
    parser.add_argument("--address", help="of a Ray cluster; one of its own otherwise")
    arguments = parser.parse_args()
    ray.init(address=arguments.address)
    trained = train(arguments.iterations, arguments.runners)
    print(f"mean return: random {random_return():.3f}, trained {mean_return(player(trained)):.3f}")
    trained.stop()
