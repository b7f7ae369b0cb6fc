"""MaskablePPO of sb3-contrib on the batched engine; masks come from one call for all environments."""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from small_task import SMALL_TASK, Act, mean_return, random_return

from reckoners.sb3 import ReckonersVecEnv


def train(steps: int = 200_000, seed: int = 1) -> MaskablePPO:
    """Trains on the small task."""
    env = ReckonersVecEnv(64, seed=seed, **SMALL_TASK)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128]},
    )
    return model.learn(steps)


def player(model: MaskablePPO) -> Act:
    """The model's favourite actions. `predict` sees no mask unless it is given one."""

    def act(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return model.predict(obs, action_masks=mask.astype(bool), deterministic=True)[0]

    return act


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    trained = train(parser.parse_args().steps)
    print(f"mean return: random {random_return():.3f}, trained {mean_return(player(trained)):.3f}")
