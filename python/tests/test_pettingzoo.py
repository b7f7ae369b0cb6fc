"""PettingZoo: its own tests, and what they do not check."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import pick
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from reckoners import IllegalActionError
from reckoners.pz import reckoners_parallel_v0, reckoners_v0


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("keywords", [{}, {"players": 2}, {"team": ["tia", "megan", "prof"]}, {"players": [2, 4]}])
def test_pettingzoos_api_test(keywords: dict) -> None:
    api_test(reckoners_v0.env(**keywords), num_cycles=300)


def test_pettingzoos_seed_test() -> None:
    seed_test(reckoners_v0.env, num_cycles=100)


def test_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(reckoners_v0.env)
    assert "Population" in capsys.readouterr().out


def test_pettingzoos_parallel_tests() -> None:
    parallel_api_test(reckoners_parallel_v0.parallel_env(players=3), num_cycles=300)
    parallel_seed_test(reckoners_parallel_v0.parallel_env, num_cycles=100)
    max_cycles_test(reckoners_parallel_v0)


def test_a_whole_game(rng: np.random.Generator) -> None:
    env = reckoners_v0.env(players=3)
    env.reset(seed=2)
    totals = dict.fromkeys(env.agents, 0.0)
    asked = set()
    for agent in env.agent_iter():
        obs, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            assert info["outcome"] in ("won", "lost")
            env.step(None)
            continue
        asked.add(agent)
        assert obs["action_mask"].any()
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(pick(obs["action_mask"], rng))
    assert len(asked) == 3 and len(set(totals.values())) == 1 and abs(totals["player_0"]) == 1.0
    assert not env.agents


def test_illegal_actions_and_closed_environments() -> None:
    raw = reckoners_v0.raw_env(players=2)
    raw.reset(seed=0)
    bad = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError):
        raw.step(bad)
    with pytest.raises(ValueError, match="must decide"):
        raw.step(None)
    raw.close()
    with pytest.raises(RuntimeError, match="closed"):
        raw.reset()
    env = reckoners_v0.env(players=2)
    env.reset(seed=0)
    env.step(bad)
    assert all(env.terminations.values()) and sorted(env.rewards.values()) == [-1.0, 0.0]
    with pytest.raises(ValueError, match="illegal_action"):
        reckoners_v0.raw_env(illegal_action="forgive")


@pytest.mark.parametrize(
    ("keywords", "agents"),
    [
        ({"players": np.int64(3)}, 3),
        ({"players": np.array([2, 5])}, 5),
        ({"players": None}, 4),
        ({"players": 3, "team": "Random"}, 3),
        ({"team": "tia,megan"}, 2),
    ],
)
def test_agents_of_numbers_in_every_form(keywords: dict, agents: int) -> None:
    for env in (reckoners_v0.env(**keywords), reckoners_parallel_v0.parallel_env(**keywords)):
        assert len(env.possible_agents) == agents
        env.reset(seed=0)


def test_options_change_the_team() -> None:
    env = reckoners_v0.env(players=4)
    env.reset(seed=0, options={"players": 2})
    assert env.agents == ["player_0", "player_1"]
    env.reset()
    assert len(env.agents) == 4
    with pytest.raises(ValueError, match="5 Reckoners"):
        env.reset(options={"players": 5})
