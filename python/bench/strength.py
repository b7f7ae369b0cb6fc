"""How strong MaskablePPO of sb3-contrib is after so many minutes of the base game, beside `reckoners-train`.

    python python/bench/strength.py [--minutes 5,10,20] [--games 50] [--threads 2]

It learns from nothing on the same 20 tasks (four difficulties, 2 to 6 Reckoners, teams drawn from the six) with the
shaping of the environment, without which it would never see a win. Exams are games of seeds that training does not
use, the most likely action each time; their time does not count. Settings are those of a careful user: 256
environments, two hidden layers of 256, no discount, large batches. A line of JSON for every exam.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import reckoners
from reckoners.sb3 import ReckonersVecEnv

DIFFICULTIES = ["beginner", "standard", "hard", "sparks"]
PLAYERS = [2, 3, 4, 5, 6]
ENVS = 256
EXAM_SEED = 10**9


def won(model: MaskablePPO, difficulty: str, players: int, games: int) -> float:
    """The share of games won, one game of each seed."""
    env = reckoners.ReckonersVectorEnv(games, illegal_action="error", difficulty=difficulty, players=players)
    obs, infos = env.reset(seed=EXAM_SEED)
    wins, going = np.zeros(games, bool), np.ones(games, bool)
    while going.any():
        chosen = model.predict(obs, action_masks=infos["action_mask"].astype(bool), deterministic=True)[0]
        obs, rewards, terminated, truncated, infos = env.step(np.where(going, chosen, env.sample_actions()))
        wins |= going & terminated & (rewards > 0)
        going &= ~(terminated | truncated)
    env.close()
    return float(wins.mean())


class Exams(BaseCallback):
    """Exams after so many minutes of training; training ends with the last."""

    def __init__(self, minutes: list[float], games: int) -> None:
        super().__init__()
        self.left = sorted(minutes)
        self.games = games
        self.paused = 0.0
        self.start = 0.0

    def _on_training_start(self) -> None:
        self.start = time.perf_counter()

    def _on_step(self) -> bool:
        return bool(self.left)

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        minutes = (now - self.start - self.paused) / 60
        if not self.left or minutes < self.left[0]:
            return
        self.left = [later for later in self.left if later > minutes]
        rates = {d: [won(self.model, d, p, self.games) for p in PLAYERS] for d in DIFFICULTIES}
        line = {
            "minutes": round(minutes, 1),
            "decisions": self.num_timesteps,
            "games": self.games,
            "win_rate": round(float(np.mean(list(rates.values()))), 4),
            **{d: round(float(np.mean(r)), 4) for d, r in rates.items()},
        }
        print(json.dumps(line), flush=True)
        self.paused += time.perf_counter() - now


def main() -> None:
    """Trains and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", default="5,10,20", help="when to hold exams, separated by commas")
    parser.add_argument("--games", type=int, default=50, help="games of each task in an exam")
    parser.add_argument("--threads", type=int, default=2, help="threads of PyTorch and of the environments")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    env = ReckonersVecEnv(
        ENVS, seed=chosen.seed, threads=chosen.threads, difficulty=DIFFICULTIES, players=PLAYERS, shaping=True
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=256,
        batch_size=16384,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.98,
        learning_rate=4e-4,
        ent_coef=0.001,
        seed=chosen.seed,
        device="cpu",
        policy_kwargs={"net_arch": [256, 256]},
    )
    model.learn(10**12, callback=Exams([float(m) for m in chosen.minutes.split(",")], chosen.games))


if __name__ == "__main__":
    main()
