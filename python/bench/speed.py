"""How many decisions a second the Python faces make on one core, beside the engine in Rust and other projects' games.

    python python/bench/speed.py [--seconds 1] [--rounds 3]

Everything plays at random among the legal actions and shows observations and, where the game has them, masks. Games of
other projects (peers.py) are measured where they are installed: pip install envpool pgx rlcard "pettingzoo[classic]".
All measurements are taken by turns in one process on one core, in seconds of processor time, so that other work on the
machine counts little; a rate is the median of the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import gymnasium
import numpy as np

import reckoners
from reckoners import _core
from reckoners.pz import reckoners_v0

TASK = {"players": 4, "difficulty": "standard"}
ENVS = 256


@dataclass
class Measured:
    """Something that makes decisions, and how to make some more of them."""

    name: str
    size: str
    step: Callable[[], int]
    """Makes some decisions; gives how many."""


def vector(name: str, copy: bool) -> Measured:
    """The vector environment."""
    env = gymnasium.make_vec("reckoners/Reckoners-v0", num_envs=ENVS, copy=copy, **TASK).unwrapped
    env.reset(seed=0)

    def step() -> int:
        env.step(env.sample_actions())
        return ENVS

    return Measured(name, _size(), step)


def vector_into() -> Measured:
    """The vector environment, writing into arrays of the caller."""
    env = reckoners.ReckonersVectorEnv(ENVS, autoreset_mode="SameStep", **TASK)
    env.reset(seed=0)
    buffers = reckoners.Buffers.empty(ENVS)

    def step() -> int:
        env.step_into(env.sample_actions(), buffers)
        return ENVS

    return Measured(f"reckoners vector env, {ENVS}, `step_into`", _size(), step)


def single(name: str, wrapped: bool) -> Measured:
    """The single environment, bare or with the wrappers of `gymnasium.make`."""
    env = gymnasium.make("reckoners/Reckoners-v0", disable_env_checker=True, **TASK)
    env = env if wrapped else env.unwrapped
    legal = env.unwrapped.legal_actions
    env.reset(seed=0)

    def step() -> int:
        for _ in range(100):
            _, _, terminated, truncated, _ = env.step(random.choice(legal()))
            if terminated or truncated:
                env.reset()
        return 100

    return Measured(name, _size(), step)


def aec() -> Measured:
    """PettingZoo's AEC, stepped as `pettingzoo.test.performance_benchmark` does."""
    return Measured("reckoners PettingZoo AEC", _size(), aec_steps(reckoners_v0.env(**TASK)))


def aec_steps(env: object) -> Callable[[], int]:
    """Random legal play of an AEC environment with masks in its observations."""
    env.reset(seed=0)

    def step() -> int:
        for turn in range(100):
            obs, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
                return turn or 1
            mask = obs["action_mask"] if isinstance(obs, dict) else info["action_mask"]
            env.step(random.choice(np.flatnonzero(mask).tolist()))
        return 100

    return step


def _size() -> str:
    return f"{reckoners.LAYOUT.length} numbers, {reckoners.ACTIONS.count} actions"


def rate(step: Callable[[], int], seconds: float) -> float:
    """Decisions a second of processor time."""
    start, made = time.process_time(), 0
    while time.process_time() - start < seconds:
        made += step()
    return made / (time.process_time() - start)


def engine_rate(seconds: float) -> float:
    """The same for the engine's own batch."""
    start = time.process_time()
    made = _core.engine_steps(json.dumps(TASK), ENVS, seconds, 1)
    return made / (time.process_time() - start)


def ours() -> list[Measured]:
    """The faces of this package."""
    return [
        vector(f"reckoners vector env, {ENVS}, arrays reused", copy=False),
        vector(f"reckoners vector env, {ENVS}, new arrays (the default)", copy=True),
        vector_into(),
        single("reckoners single env", wrapped=False),
        single("reckoners single env through `gymnasium.make`", wrapped=True),
        aec(),
    ]


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median is taken")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    import peers

    measured = ours() + peers.installed()
    engine: list[float] = []
    rates: dict[str, list[float]] = {one.name: [] for one in measured}
    for one in measured:
        one.step()
    for _ in range(arguments.rounds):
        engine.append(engine_rate(arguments.seconds))
        for one in measured:
            rates[one.name].append(rate(one.step, arguments.seconds))
    base = statistics.median(engine)
    print("| what | observation, actions | decisions a second | of the engine |\n|---|---|---:|---:|")
    print(f"| the engine's `VecEnv` in Rust, {ENVS} | {_size()} | {_line(engine)} | 1.00 |")
    for one in measured:
        share = f"{statistics.median(rates[one.name]) / base:.2f}" if one.name.startswith("reckoners") else ""
        print(f"| {one.name} | {one.size} | {_line(rates[one.name])} | {share} |")


def _line(rates: list[float]) -> str:
    return f"{statistics.median(rates):,.0f} ({min(rates):,.0f} - {max(rates):,.0f})"


if __name__ == "__main__":
    main()
