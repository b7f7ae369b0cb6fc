"""The vector environment: the cases of Gymnasium's own vector and autoreset tests, and buffers of the caller."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import reckoners
from reckoners import ACTIONS, LAYOUT, Buffers, IllegalActionError

ENV_ID = "reckoners/Reckoners-v0"
SHORT = {"players": 2, "difficulty": "beginner", "round_cap": 1}
"""Episodes of one round."""


def make(num_envs: int = 4, **keywords: object) -> reckoners.ReckonersVectorEnv:
    return reckoners.ReckonersVectorEnv(num_envs, **{**SHORT, **keywords})


def until_an_end(env: reckoners.ReckonersVectorEnv) -> tuple:
    """Plays on until an episode ends; gives that step."""
    while True:
        step = env.step(env.sample_actions())
        if (step[2] | step[3]).any():
            return step


@pytest.mark.parametrize("mask_in_obs", [False, True])
def test_make_vec_gives_the_batched_engine(mask_in_obs: bool, recwarn: pytest.WarningsRecorder) -> None:
    env = gymnasium.make_vec(ENV_ID, num_envs=5, mask_in_obs=mask_in_obs, **SHORT)
    assert isinstance(env.unwrapped, reckoners.ReckonersVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.num_envs == 5 and env.spec is not None
    obs, infos = env.reset(seed=1)
    assert obs in env.observation_space
    assert infos["action_mask"].shape == (5, ACTIONS.count) and infos["_action_mask"].all()
    obs, rewards, terminations, truncations, infos = env.step(env.unwrapped.sample_actions())
    assert obs in env.observation_space
    assert rewards.shape == terminations.shape == truncations.shape == (5,)
    assert rewards.dtype == np.float64 and terminations.dtype == truncations.dtype == np.bool_
    env.close()
    env.close()
    assert not recwarn.list


def test_other_ways_to_vectorize() -> None:
    for mode in ("sync", "async"):
        env = gymnasium.make_vec(ENV_ID, num_envs=2, vectorization_mode=mode, **SHORT)
        ours = make(2)
        theirs, _ = env.reset(seed=7)
        assert (theirs == ours.reset(seed=7)[0]).all()
        for _ in range(120):
            actions = ours.sample_actions()
            mine, other = ours.step(actions), env.step(actions)
            assert all(data_equivalence(a, b) for a, b in zip(mine[:4], other[:4], strict=True))
            assert (mine[4]["action_mask"] == other[4]["action_mask"]).all()
        env.close()


def test_seeds() -> None:
    env = make(3)
    first, _ = env.reset(seed=10)
    listed, _ = env.reset(seed=[10, 11, 12])
    assert (first == listed).all()
    one, _ = make(1).reset(seed=11)
    assert (one[0] == first[1]).all(), "environment i has the seed + i"
    assert not (first[0] == first[1]).all()
    following, _ = env.reset()
    env.reset(seed=10)
    assert (env.reset()[0] == following).all() and not (following == first).all()
    with pytest.raises(ValueError, match="2 seeds for 3"):
        env.reset(seed=[1, 2])


def distinct(env: reckoners.ReckonersVectorEnv) -> int:
    """How many different games are shown."""
    return len(set(env.core.digests()))


def test_seeds_that_are_left_open() -> None:
    env = make(6)
    first, _ = env.reset(seed=[None, 7, None, None, None, None])
    assert distinct(env) == 6 and (first[1] == make(1).reset(seed=7)[0][0]).all()
    env.reset(seed=[None] * 6)
    assert distinct(env) == 6
    assert (env.reset(seed=[None] * 5 + [7])[0][5] == first[1]).all()


def test_environments_that_a_first_reset_leaves_out_have_games_of_their_own() -> None:
    mask = np.array([True, False, False, False])
    for seed in (None, [None] * 4, 3):
        env = make()
        obs, infos = env.reset(seed=seed, options={"reset_mask": mask, "players": 3})
        assert distinct(env) == 4 and (infos["_action_mask"] == mask).all()
        assert [len(env.team(i)) for i in range(4)] == [3, 2, 2, 2]
    assert (obs[2] == make(1).reset(seed=5)[0][0]).all(), "environment i has the seed + i"
    after, _ = env.reset(options={"reset_mask": mask})
    assert (after[1:] == obs[1:]).all() and not (after[0] == obs[0]).all()


def test_tables_are_for_single_environments() -> None:
    env = make()
    env.reset(seed=0)
    before = env.core.digests()
    for key in ("table", "state"):
        with pytest.raises(ValueError, match="a single ReckonersEnv can"):
            env.reset(options={key: env.table()})
    assert env.core.digests() == before


@pytest.mark.parametrize("threads", [2, 0])
def test_threads_change_nothing(threads: int) -> None:
    one, many = make(70), make(70, threads=threads)
    assert (one.reset(seed=3)[0] == many.reset(seed=3)[0]).all()
    for _ in range(80):
        actions = one.sample_actions()
        assert data_equivalence(one.step(actions), many.step(actions))


def test_next_step_autoreset() -> None:
    env = make(autoreset_mode=AutoresetMode.NEXT_STEP)
    env.reset(seed=0)
    obs, rewards, _, truncations, infos = until_an_end(env)
    ended = np.flatnonzero(truncations)
    assert (infos["_outcome"] == truncations).all() and infos["outcome"][ended[0]] == "truncated"
    assert infos["action_mask"][ended].all(), "whatever is chosen now is ignored"
    actions = env.sample_actions()
    actions[ended] = ACTIONS.count - 1
    after, rewards, terminations, truncations, infos = env.step(actions)
    assert not rewards[ended].any() and not (terminations | truncations)[ended].any()
    assert "illegal_action" not in infos
    fresh = make(1)
    fresh.reset(seed=int(ended[0]))
    following, _ = fresh.reset()
    assert (after[ended[0]] == following[0]).all() and not (after[ended[0]] == obs[ended[0]]).all()


def test_same_step_autoreset() -> None:
    env, late = make(autoreset_mode="SameStep"), make()
    env.reset(seed=0)
    late.reset(seed=0)
    while True:
        actions = late.sample_actions()
        obs, rewards, terminations, truncations, infos = env.step(actions)
        last, *_, told = late.step(actions)
        done = terminations | truncations
        if done.any():
            break
    ended = np.flatnonzero(done)
    assert (infos["_final_obs"] == done).all() and (infos["_final_info"] == done).all()
    for i in range(4):
        assert (infos["final_obs"][i] is None) != done[i]
    assert (infos["final_obs"][ended[0]] == last[ended[0]]).all()
    assert infos["final_info"]["outcome"][ended[0]] == told["outcome"][ended[0]]
    following, *_ = late.step(late.sample_actions())
    assert (following[ended[0]] == obs[ended[0]]).all()
    assert not infos["action_mask"][ended].all(), "the mask is the new episode's"


def test_disabled_autoreset() -> None:
    env = make(autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    obs, _, _, truncations, _ = until_an_end(env)
    with pytest.raises(RuntimeError, match="has ended"):
        env.step(env.sample_actions())
    after, infos = env.reset(options={"reset_mask": truncations})
    assert (infos["_action_mask"] == truncations).all()
    assert (after[~truncations] == obs[~truncations]).all() and not (after[truncations] == obs[truncations]).all()
    env.step(env.sample_actions())
    for mask, error in [([True] * 4, TypeError), (np.ones(4, np.int8), TypeError), (np.ones(3, bool), ValueError)]:
        with pytest.raises(error, match="reset_mask"):
            env.reset(options={"reset_mask": mask})


def test_copies_and_reused_arrays() -> None:
    copied, reused = make(copy=True), make(copy=False)
    for env, same in ((copied, False), (reused, True)):
        first, _ = env.reset(seed=0)
        second, *_ = env.step(env.sample_actions())
        assert (first is second) == same


def test_arrays_of_the_caller() -> None:
    env, twin = make(), make()
    env.reset(seed=0)
    twin.reset(seed=0)
    steps = 60
    obs = np.zeros((steps, 4, LAYOUT.length), np.float32)
    for t in range(steps):
        buffers = Buffers.empty(4)
        buffers.obs = obs[t]
        actions = twin.sample_actions()
        ended = env.step_into(actions, buffers)
        expected = twin.step(actions)
        assert (obs[t] == expected[0]).all() and (buffers.reward == expected[1]).all()
        assert ended == np.flatnonzero(expected[2] | expected[3]).tolist()
        assert (env.action_mask == expected[4]["action_mask"]).all()
    assert set(env.endings([0])) == {"outcome", "loss_reason", "rounds", "decisions", "population"}


def test_arrays_of_the_caller_are_left_alone_by_other_steps() -> None:
    env = make(copy=False)
    env.reset(seed=0)
    buffers = Buffers.empty(4)
    env.step_into(env.sample_actions(), buffers)
    before = buffers.obs.copy()
    env.step(env.sample_actions())
    assert (buffers.obs == before).all()


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("obs", np.zeros((3, 5), np.float32), "obs has shape"),
        ("obs", np.zeros((4, LAYOUT.length), np.float64), "float32|PyArray|obs"),
        ("obs", np.zeros((LAYOUT.length, 4), np.float32).T, "contiguous"),
        ("action_mask", np.zeros((4, ACTIONS.count), np.uint8), "action_mask|PyArray"),
        ("reward", np.zeros(5), "reward has shape"),
        ("terminated", None, "terminated|NoneType"),
    ],
)
def test_arrays_that_do_not_fit(name: str, array: object, message: str) -> None:
    env = make()
    env.reset(seed=0)
    buffers = Buffers.empty(4)
    setattr(buffers, name, array)
    before = env.core.digests()
    with pytest.raises((ValueError, TypeError), match=message):
        env.step_into(env.sample_actions(), buffers)
    assert env.core.digests() == before


def test_arrays_that_cannot_be_written() -> None:
    env = make()
    env.reset(seed=0)
    buffers = Buffers.empty(4)
    buffers.obs.flags.writeable = False
    with pytest.raises((ValueError, TypeError)):
        env.step_into(env.sample_actions(), buffers)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(4), TypeError),
        (np.zeros(3, int), ValueError),
        (np.zeros((4, 1), int), ValueError),
        ([0, 0, 0, ACTIONS.count], ValueError),
        ([0, 0, 0, -1], ValueError),
        (None, TypeError),
        ("abcd", TypeError),
    ],
)
def test_actions_that_do_not_fit(actions: object, error: type[Exception]) -> None:
    env = make()
    env.reset(seed=0)
    before = env.core.digests()
    with pytest.raises(error, match="action"):
        env.step(actions)
    assert env.core.digests() == before


def test_illegal_actions() -> None:
    env, strict = make(), make(illegal_action="error")
    obs, infos = env.reset(seed=0)
    strict.reset(seed=0)
    actions = env.sample_actions()
    actions[2] = np.flatnonzero(infos["action_mask"][2] == 0)[0]
    before = strict.core.digests()
    with pytest.raises(IllegalActionError, match="is not legal now"):
        strict.step(actions)
    assert strict.core.digests() == before, "not even the legal ones are played"
    after, *_, infos = env.step(actions)
    assert infos["illegal_action"].tolist() == [False, False, True, False]
    assert (after[2] == obs[2]).all() and not (after[1] == obs[1]).all()


def test_a_curriculum() -> None:
    env = make(players=2)
    env.reset(seed=0, options={"players": 3})
    assert all(len(env.team(i)) == 3 for i in range(4))
    env.set_tasks(players=[4, 5], weights=[1, 0])
    env.reset()
    assert all(len(env.team(i)) == 4 for i in range(4))


def test_wrong_environments() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        make(0)
    with pytest.raises(ValueError, match="AutoresetMode"):
        make(autoreset_mode="sometimes")
    with pytest.raises(TypeError, match="did you mean"):
        make(dificulty="hard")
    env = make()
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0, 0, 0])
    env.reset(seed=0)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()
    with pytest.raises(RuntimeError, match="closed"):
        env.step([0, 0, 0, 0])


def test_rendering() -> None:
    env = make(2, render_mode="ansi")
    env.reset(seed=0)
    assert len(env.render()) == 2 and "Population" in env.render()[1]
    pictures = make(2, render_mode="rgb_array")
    pictures.reset(seed=0)
    assert pictures.render()[0].ndim == 3


def test_gymnasiums_wrappers_count_episodes() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(make())
    env.reset(seed=0)
    while True:
        *_, infos = env.step(env.unwrapped.sample_actions())
        if "episode" in infos:
            break
    assert infos["episode"]["l"].max() > 10
