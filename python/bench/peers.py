"""Games of other projects, for speed.py: random legal play with observations, as each project steps fastest."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from speed import ENVS, Measured, aec_steps

PGX = ["backgammon", "2048", "go_9x9"]
ENVPOOL = ["CartPole-v1", "Taxi-v3"]
PETTINGZOO = ["connect_four_v3", "texas_holdem_no_limit_v6", "chess_v6"]
RLCARD = ["leduc-holdem", "uno"]


def installed() -> list[Measured]:
    """What can be measured here; says what is missing."""
    found: list[Measured] = []
    for package, make, names in [
        ("envpool", _envpool, ENVPOOL),
        ("pgx", _pgx, PGX),
        ("pettingzoo.classic", _pettingzoo, PETTINGZOO),
        ("rlcard", _rlcard, RLCARD),
    ]:
        if importlib.util.find_spec(package.split(".")[0]) is None:
            print(f"{package} is not installed: left out")
            continue
        for name in names:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found.append(make(name))
            except Exception as error:  # noqa: BLE001 - other projects fail in their own ways, which end nothing here
                print(f"{package} {name} cannot be measured: {type(error).__name__}: {error}")
    return found


def _envpool(name: str) -> Measured:
    import envpool

    env = envpool.make(name, env_type="gymnasium", num_envs=ENVS, num_threads=1)
    obs, _ = env.reset()
    actions = env.action_space.n
    rng = np.random.default_rng(0)
    choices = [rng.integers(actions, size=ENVS, dtype=np.int32) for _ in range(64)]
    at = [0]

    def step() -> int:
        at[0] = (at[0] + 1) % len(choices)
        env.step(choices[at[0]])
        return ENVS

    return Measured(f"EnvPool {name}, {ENVS}", f"{np.prod(obs.shape[1:], dtype=int)} numbers, {actions} actions", step)


def _pgx(name: str) -> Measured:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    advance = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, ENVS)
        legal = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(key, legal, axis=-1)
        return jax.vmap(advance)(state, actions, keys)

    jitted = jax.jit(one)
    key = jax.random.PRNGKey(0)
    keep = [jax.jit(jax.vmap(env.init))(jax.random.split(key, ENVS)), key]

    def step() -> int:
        keep[1], now = jax.random.split(keep[1])
        keep[0] = jitted(keep[0], now)
        jax.block_until_ready(keep[0].observation)
        return ENVS

    step()
    size = f"{np.prod(env.observation_shape, dtype=int)} numbers, {env.num_actions} actions"
    return Measured(f"Pgx {name}, {ENVS}", size, step)


def _pettingzoo(name: str) -> Measured:
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    env = module.env()
    env.reset(seed=0)
    shape = env.observation_space(env.agents[0])["observation"].shape
    size = f"{np.prod(shape, dtype=int)} numbers, {env.action_space(env.agents[0]).n} actions"
    return Measured(f"PettingZoo {name}", size, aec_steps(env))


def _rlcard(name: str) -> Measured:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 0})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    run: Callable[[], Any] = env.run

    def step() -> int:
        trajectories, _ = run()
        # A player's way has a state and an action by turns, and a last state.
        return sum(len(way) // 2 for way in trajectories)

    size = f"{np.prod(env.state_shape[0], dtype=int)} numbers, {env.num_actions} actions"
    return Measured(f"RLCard {name}", size, step)
