"""Stable-Baselines3: its checker, where sb3-contrib looks for masks, and that MaskablePPO learns."""

from __future__ import annotations

import maskable_ppo
import numpy as np
import pytest
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from small_task import SMALL_TASK, mean_return, random_return
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

import reckoners
from reckoners.sb3 import ReckonersVecEnv


def test_the_checker_of_stable_baselines() -> None:
    check_env(reckoners.ReckonersEnv(players=2, render_mode="rgb_array"))


def test_masks_are_found() -> None:
    env = ReckonersVecEnv(4, seed=0, players=2)
    env.reset()
    assert is_masking_supported(env) and is_masking_supported(VecMonitor(env))
    masks = get_action_masks(VecMonitor(env))
    assert masks.shape == (4, reckoners.ACTIONS.count) and masks.dtype == np.bool_
    assert (masks == env.action_masks()).all()
    single = reckoners.ReckonersEnv(players=2)
    single.reset(seed=0)
    assert is_masking_supported(single) and (get_action_masks(single) == masks[0]).all()


def test_steps_and_ends() -> None:
    env = ReckonersVecEnv(3, seed=5, **SMALL_TASK)
    twin = reckoners.ReckonersVectorEnv(3, autoreset_mode="SameStep", **SMALL_TASK)
    obs, (same, infos) = env.reset(), twin.reset(seed=5)
    assert (obs == same).all()
    ends = 0
    for _ in range(300):
        actions = twin.sample_actions()
        obs, rewards, dones, told = env.step(actions)
        same, expected, terminations, truncations, infos = twin.step(actions)
        assert (obs == same).all() and np.allclose(rewards, expected)
        assert (dones == (terminations | truncations)).all()
        for i in np.flatnonzero(dones):
            ends += 1
            assert (told[i]["terminal_observation"] == infos["final_obs"][i]).all()
            assert told[i]["TimeLimit.truncated"] == truncations[i] and told[i]["outcome"] == "truncated"
    assert ends >= 3
    assert env.env_method("team", indices=[1]) == [["tia", "megan"]]
    assert env.get_attr("num_envs") == [3, 3, 3] and env.env_is_wrapped(VecMonitor) == [False] * 3
    with pytest.raises(reckoners.IllegalActionError):
        env.step((~env.action_masks()).argmax(1))
    with pytest.raises(NotImplementedError):
        env.set_attr("num_envs", 3)
    env.close()


def test_options_hold_for_the_next_episodes() -> None:
    env = ReckonersVecEnv(3, seed=0, players=2)
    env.set_options({"players": 4})
    env.reset()
    assert [len(team) for team in env.env_method("team")] == [4, 4, 4]
    env.reset()
    assert [len(team) for team in env.env_method("team")] == [2, 2, 2]
    env.set_options([{"players": 4}, {"players": 4}, {}])
    with pytest.raises(ValueError, match="share their options"):
        env.reset()


def test_masks_in_the_observations() -> None:
    env = ReckonersVecEnv(2, seed=0, mask_in_obs=True, **SMALL_TASK)
    obs = env.reset()
    assert all(obs[key].shape == (2, *space.shape) for key, space in env.observation_space.spaces.items())
    dones = np.zeros(2, bool)
    while not dones.any():
        obs, _, dones, infos = env.step(env.envs.sample_actions())
    assert infos[dones.argmax()]["terminal_observation"].keys() == obs.keys()


def test_hints_and_players() -> None:
    env = ReckonersVecEnv(2, seed=0, players=2)
    env.reset()
    assert reckoners.hint(VecMonitor(env), agent="scripted", raw=True)["options"]
    assert reckoners.Policy("scripted").act(env).shape == (2,)


def test_maskable_ppo_learns() -> None:
    model = maskable_ppo.train(98_304)
    random, trained = random_return(), mean_return(maskable_ppo.player(model))
    assert trained > random + 0.5, f"random {random:.3f}, trained {trained:.3f}"
    mean, _ = evaluate_policy(model, VecMonitor(ReckonersVecEnv(8, seed=3, **SMALL_TASK)), 16)
    assert mean > random + 0.3
