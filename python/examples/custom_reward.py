"""A reward of one's own and a curriculum, with wrappers that any Gymnasium user knows.

The reward reads numbers of the observation by name. The curriculum makes games harder when they are won often enough.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium
import numpy as np

import reckoners

LEVELS = ["beginner", "standard", "hard", "sparks"]


class BossProgress(gymnasium.Wrapper):
    """Pays for progress against the boss, and takes it back when the game ends: over a game it adds up to the same."""

    def reset(self, **keywords: Any) -> tuple[Any, dict[str, Any]]:
        """Begins an episode."""
        obs, info = self.env.reset(**keywords)
        self._done = self._progress(obs)
        return obs, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays one action."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        now = 0.0 if terminated else self._progress(obs)
        paid, self._done = now - self._done, now
        return obs, reward + paid, terminated, truncated, info

    @staticmethod
    def _progress(obs: np.ndarray) -> float:
        index = reckoners.LAYOUT.index
        weakened = obs[index("boss.weakened")]
        left = obs[index("boss.health_share")] if weakened else 1.0 + obs[index("boss.research_share")]
        return float(2.0 - left)


class Curriculum(gymnasium.Wrapper):
    """The next difficulty after `enough` wins among the last games."""

    def __init__(self, env: gymnasium.Env, window: int = 20, enough: float = 0.5) -> None:
        super().__init__(env)
        self.level = 0
        self._enough = enough
        self._recent: deque[bool] = deque(maxlen=window)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays one action."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            self._recent.append(info["outcome"] == "won")
            full = len(self._recent) == self._recent.maxlen
            if full and np.mean(self._recent) >= self._enough and self.level + 1 < len(LEVELS):
                self.level += 1
                self._recent.clear()
                self.unwrapped.set_tasks(difficulty=LEVELS[self.level])
        return obs, reward, terminated, truncated, info


def play(player: str = "scripted", games: int = 120) -> int:
    """Lets a player climb the curriculum; gives the level it reached."""
    env = Curriculum(BossProgress(gymnasium.make("reckoners/Reckoners-v0", players=3, difficulty=LEVELS[0])))
    policy = reckoners.Policy(player)
    env.reset(seed=0)
    for game in range(games):
        total, done = 0.0, False
        while not done:
            _, reward, terminated, truncated, info = env.step(policy.act(env))
            total, done = total + reward, terminated or truncated
        if game % 20 == 0:
            print(f"game {game}: {info['outcome']}, return {total:.2f}, level {LEVELS[env.level]}")
        env.reset()
    return env.level


if __name__ == "__main__":
    print(f"{LEVELS[play()]} reached")
