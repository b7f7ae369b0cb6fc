"""Random legal play: one game told in words, then many at once."""

from __future__ import annotations

import time

import gymnasium
import numpy as np

import reckoners


def one_game(seed: int = 0) -> float:
    """Plays one game and tells its first decisions."""
    env = gymnasium.make("reckoners/Reckoners-v0", players=2, difficulty="beginner", render_mode="ansi")
    rng = np.random.default_rng(seed)
    obs, info = env.reset(seed=seed)
    print(f"{' and '.join(info['team'])} play")
    total, done, told = 0.0, False, 0
    while not done:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        if told < 5:
            print(" ", env.unwrapped.action_text(action))
            told += 1
        obs, reward, terminated, truncated, info = env.step(action)
        total, done = total + reward, terminated or truncated
    print(env.render())
    print(f"{info['outcome']} after {info['rounds']} rounds and {info['decisions']} decisions")
    return total


def many_games(num_envs: int = 256, steps: int = 400) -> float:
    """Steps many games at once; gives decisions a second."""
    env = gymnasium.make_vec("reckoners/Reckoners-v0", num_envs=num_envs, players=4)
    env.reset(seed=0)
    start, games = time.perf_counter(), 0
    for _ in range(steps):
        *_, infos = env.step(env.unwrapped.sample_actions())
        games += int(infos["_outcome"].sum()) if "outcome" in infos else 0
    speed = num_envs * steps / (time.perf_counter() - start)
    print(f"{games} games of random play at {speed:,.0f} decisions a second")
    return speed


if __name__ == "__main__":
    one_game()
    many_games()
    print(reckoners.evaluate(["random", "greedy", "scripted"], games=100, players=2).to_pandas()[["agent", "win_rate"]])
