"""Same seed, same game: the engine's own batch and every face of this package step through identical games."""

from __future__ import annotations

import json

import numpy as np
import pytest

import reckoners
from reckoners import ACTIONS, LAYOUT, _core
from reckoners.pz import reckoners_parallel_v0, reckoners_v0
from reckoners.vector import AutoresetMode

STEPS = 700
"""Several games of random play."""

SETUPS = [
    {"players": 2, "difficulty": "beginner"},
    {"players": [3, 6], "difficulty": ["standard", "sparks"], "modules": "all"},
]


@pytest.fixture(params=[(setup, seed) for setup in SETUPS for seed in (0, 77)], ids=str)
def engine(request: pytest.FixtureRequest) -> tuple[dict, int, dict]:
    """What the engine's own batch played."""
    setup, seed = request.param
    played = _core.engine_rollout(json.dumps(setup), seed, STEPS)
    played["obs"] = played["obs"].reshape(STEPS, LAYOUT.length)
    played["masks"] = played["masks"].reshape(STEPS, ACTIONS.count)
    assert sum(played["ends"]) >= 2, "more than one episode"
    return setup, seed, played


def test_the_single_environment(engine: tuple) -> None:
    setup, seed, played = engine
    env = reckoners.ReckonersEnv(**setup)
    obs, info = env.reset(seed=seed)
    for t, action in enumerate(played["actions"]):
        assert (obs == played["obs"][t]).all() and (info["action_mask"] == played["masks"][t]).all()
        assert env.core.digest == played["digests"][t]
        obs, reward, terminated, truncated, info = env.step(action)
        assert reward == played["rewards"][t] and (terminated or truncated) == played["ends"][t]
        if terminated or truncated:
            obs, info = env.reset()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment(engine: tuple, mode: AutoresetMode) -> None:
    setup, seed, played = engine
    env = reckoners.ReckonersVectorEnv(3, autoreset_mode=mode, **setup)
    obs, infos = env.reset(seed=seed - 1 if seed else [5, 0, 6])
    for t, action in enumerate(played["actions"]):
        assert (obs[1] == played["obs"][t]).all() and (infos["action_mask"][1] == played["masks"][t]).all()
        assert env.core.digests()[1] == played["digests"][t]
        actions = env.sample_actions()
        actions[1] = action
        obs, rewards, terminations, truncations, infos = env.step(actions)
        done = terminations | truncations
        assert rewards[1] == played["rewards"][t] and done[1] == played["ends"][t]
        if mode is AutoresetMode.DISABLED and done.any():
            obs, infos = env.reset(options={"reset_mask": done})
        if mode is AutoresetMode.NEXT_STEP and done[1]:
            obs, *_, infos = env.step(env.sample_actions())


def test_pettingzoo(engine: tuple) -> None:
    setup, seed, played = engine
    env = reckoners_v0.env(**setup)
    parallel = reckoners_parallel_v0.parallel_env(**setup)
    env.reset(seed=seed)
    parallel.reset(seed=seed)
    for t, action in enumerate(played["actions"]):
        obs, _, _, _, _ = env.last()
        assert (obs["observation"] == played["obs"][t]).all() and (obs["action_mask"] == played["masks"][t]).all()
        actor = env.agent_selection
        env.step(action)
        _, rewards, terminations, truncations, _ = parallel.step(dict.fromkeys(parallel.agents, action))
        assert rewards[actor] == env.rewards[actor] == played["rewards"][t]
        done = terminations[actor] or truncations[actor]
        assert done == played["ends"][t] == (env.terminations[actor] or env.truncations[actor])
        if done:
            env.reset()
            parallel.reset()


def test_the_game_tree(engine: tuple) -> None:
    setup, seed, played = engine
    state = reckoners.Game(**setup).new_initial_state(seed)
    for t, action in enumerate(played["actions"]):
        forced(state)
        assert state.digest == played["digests"][t]
        assert (state.observation_tensor() == played["obs"][t]).all()
        assert (state.legal_actions_mask() == played["masks"][t]).all()
        state.apply_action(action)
        if played["ends"][t]:
            forced(state)
            assert state.is_terminal() and state.returns()[0] == played["rewards"][t]
            break


def forced(state: reckoners.State) -> None:
    """Chance, and decisions with one option, which environments play by themselves."""
    state.play_chance()
    while not state.is_terminal() and len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
        state.play_chance()


def test_other_seeds_play_other_games() -> None:
    setup = json.dumps(SETUPS[0])
    one, two = (_core.engine_rollout(setup, seed, 50) for seed in (1, 2))
    assert not np.array_equal(one["obs"], two["obs"])
