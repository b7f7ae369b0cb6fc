"""The single environment: Gymnasium's own checks, and what they do not check."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from conftest import pick
from gymnasium.utils.env_checker import check_env, data_equivalence

import reckoners
from reckoners import ACTIONS, LAYOUT, IllegalActionError

ENV_ID = "reckoners/Reckoners-v0"
CARDS = Path(__file__).parents[2] / "configs" / "cards"


@pytest.mark.parametrize("keywords", [{}, {"mask_in_obs": True}, {"players": [2, 6], "modules": "all"}])
def test_gymnasiums_checker(keywords: dict) -> None:
    env = gymnasium.make(ENV_ID, **keywords)
    check_env(env.unwrapped, skip_render_check=False)


def test_a_game_through_make_and_its_wrappers(rng: np.random.Generator) -> None:
    env = gymnasium.make(ENV_ID, players=2, difficulty="beginner")
    for _ in range(2):
        obs, info = env.reset(seed=5)
        total, done = 0.0, False
        while not done:
            assert obs in env.observation_space
            assert info["action_mask"].dtype == np.int8 and info["action_mask"].any()
            assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
            obs, reward, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
            assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
            total, done = total + reward, terminated or truncated
        assert terminated and total in (-1.0, 1.0)
        assert info["outcome"] == ("won" if total > 0 else "lost")
        assert (info["loss_reason"] is None) == (total > 0)
        assert info["action_mask"].all(), "at the end every action is in the mask"
        with pytest.raises(RuntimeError, match="call reset"):
            env.unwrapped.step(0)


def test_seeds_and_resets(rng: np.random.Generator) -> None:
    env = reckoners.ReckonersEnv(players=3)
    first, _ = env.reset(seed=1)
    following = [env.reset()[0] for _ in range(3)]
    assert (env.reset(seed=1)[0] == first).all()
    for obs in following:
        assert (env.reset()[0] == obs).all(), "unseeded resets go on with the seed's stream"
    assert not any((first == obs).all() for obs in following)
    assert not (env.reset(seed=2)[0] == first).all()
    others = {reckoners.ReckonersEnv(players=3).reset()[0].tobytes() for _ in range(3)}
    assert len(others) == 3, "without a seed no two environments begin alike"


def test_a_round_cap_truncates_and_is_no_loss(rng: np.random.Generator) -> None:
    env = reckoners.ReckonersEnv(players=2, difficulty="beginner", round_cap=1)
    _, info = env.reset(seed=0)
    done = False
    while not done:
        _, reward, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
        done = terminated or truncated
    assert truncated and not terminated and reward == 0.0
    assert info["outcome"] == "truncated" and info["loss_reason"] is None and info["rounds"] == 1


def test_illegal_actions() -> None:
    env = reckoners.ReckonersEnv(players=2)
    obs, info = env.reset(seed=0)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    same, reward, terminated, truncated, told = env.step(bad)
    assert told["illegal_action"] and reward == 0.0 and not terminated and not truncated
    assert (same == obs).all()
    strict = reckoners.ReckonersEnv(players=2, illegal_action="error")
    strict.reset(seed=0)
    with pytest.raises(IllegalActionError, match="is not legal now: take one of the"):
        strict.step(bad)
    assert issubclass(IllegalActionError, ValueError)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (-1, ValueError),
        (10**6, ValueError),
        (2**70, OverflowError),
        (1.5, TypeError),
        ("0", TypeError),
        (None, TypeError),
    ],
)
def test_actions_that_are_none(action: object, error: type[Exception]) -> None:
    env = reckoners.ReckonersEnv()
    env.reset(seed=0)
    with pytest.raises(error):
        env.step(action)


def test_a_closed_or_fresh_environment_says_so() -> None:
    env = reckoners.ReckonersEnv()
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(0)
    env.reset(seed=0)
    env.close()
    for call in (lambda: env.step(0), env.reset, env.legal_actions, lambda: env.action_text(0)):
        with pytest.raises(RuntimeError, match="closed"):
            call()


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"dificulty": "hard"}, TypeError, 'did you mean "difficulty"'),
        ({"difficulty": "hrad"}, ValueError, 'did you mean "hard"'),
        ({"difficulty": []}, ValueError, "at least one"),
        ({"players": 7}, ValueError, "Reckoners"),
        ({"players": 1}, ValueError, "2 to 6"),
        ({"players": "two"}, ValueError, "players"),
        ({"team": ["tia", "tia"]}, ValueError, "twice"),
        ({"team": ["tia", "val"]}, ValueError, "module"),
        ({"team": ["tia", "megan"], "players": 3}, ValueError, "leave players"),
        ({"modules": ["epic"]}, ValueError, 'did you mean "epics"'),
        ({"weights": [1, 2]}, ValueError, "weights"),
        ({"cards": "/no/such/folder"}, ValueError, "/no/such/folder"),
        ({"round_cap": 0}, ValueError, "round_cap"),
        ({"shaping": {"bos": 1}}, ValueError, "shaping"),
        ({"render_mode": "png"}, ValueError, "render_mode"),
        ({"illegal_action": "punish"}, ValueError, "illegal_action"),
        ({"players": object()}, TypeError, "object"),
    ],
)
def test_wrong_keywords(keywords: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        reckoners.ReckonersEnv(**keywords)


def test_options_hold_for_one_episode() -> None:
    env = reckoners.ReckonersEnv(players=2, difficulty="standard")
    _, info = env.reset(seed=0, options={"players": 5, "difficulty": "sparks", "unknown": 1})
    assert len(info["team"]) == 5 and env.ruleset["difficulty"] == "sparks"
    _, info = env.reset()
    assert len(info["team"]) == 2 and env.ruleset["difficulty"] == "standard"
    _, info = env.reset(options={"team": ["tia", "megan", "prof"]})
    assert info["team"] == ["tia", "megan", "prof"]
    env.set_tasks(difficulty=["beginner", "hard"], weights=[0, 1])
    env.reset()
    assert env.ruleset["difficulty"] == "hard" and len(env.team) == 2
    with pytest.raises(ValueError, match="name what changes"):
        env.set_tasks()
    for wrong in ("plyers", "round_cap"):
        with pytest.raises(TypeError, match=f"cannot change {wrong}: .*players"):
            env.set_tasks(difficulty="beginner", **{wrong: 3})
    env.reset()
    assert env.ruleset["difficulty"] == "hard", "nothing was changed"


def test_an_episode_can_begin_from_a_table(rng: np.random.Generator) -> None:
    env = reckoners.ReckonersEnv(players=4)
    _, info = env.reset(seed=3)
    for _ in range(40):
        _, _, _, _, info = env.step(pick(info["action_mask"], rng))
    table, mask = env.table(), info["action_mask"]
    other = reckoners.ReckonersEnv(players=2)
    _, info = other.reset(seed=0, options={"table": table})
    assert info["team"] == env.team and (info["action_mask"] == mask).all()
    with pytest.raises(ValueError, match="JSON|format"):
        other.reset(options={"table": "{}"})


def test_a_table_that_is_refused_leaves_the_present_episode_as_it_is(rng: np.random.Generator) -> None:
    table = (Path(__file__).parents[2] / "configs" / "tables" / "middle-2.json").read_text()
    env = reckoners.ReckonersEnv(players=3, round_cap=1)
    _, info = env.reset(seed=0)
    before = env.table()
    with pytest.raises(ValueError, match="ends before a decision"):
        env.reset(options={"table": table})
    assert env.table() == before and env.team == info["team"]
    env.step(pick(info["action_mask"], rng))


def test_numbers_and_actions_have_names() -> None:
    env = reckoners.ReckonersEnv(team=["tia", "megan"])
    obs, info = env.reset(seed=0)
    assert env.layout is LAYOUT and len(LAYOUT.names) == LAYOUT.length == obs.size
    assert sum(s.count * s.stride for s in LAYOUT.sections) == LAYOUT.length
    described = env.describe(obs)
    assert described["turn.population"] == obs[LAYOUT.index("turn.population")] > 0
    assert obs[LAYOUT.field("turn", "difficulty")].tolist().count(1.0) == 1
    assert set(described) == {name for name, value in zip(LAYOUT.names, obs, strict=True) if value}
    texts = [env.action_text(action) for action in env.legal_actions()]
    assert len(set(texts)) == len(texts) and all(text.startswith(("Tia", "Megan")) for text in texts)
    assert sum(block.count for block in ACTIONS.blocks) == ACTIONS.count
    assert ACTIONS.block(0).name in env.action_text(0) or 0 in env.legal_actions()
    with pytest.raises(ValueError, match="shape"):
        env.describe(obs[:5])
    with pytest.raises(KeyError, match="no number"):
        LAYOUT.index("turn.weather")


def test_shaping_adds_up(rng: np.random.Generator) -> None:
    env = reckoners.ReckonersEnv(players=2, shaping={"boss": 1.0, "population": 0.5, "danger": 0.0})
    totals = []
    for _ in range(2):
        _, info = env.reset(seed=4)
        total, done = 0.0, False
        while not done:
            _, reward, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
            total, done = total + reward, terminated or truncated
        totals.append(total - (1.0 if info["outcome"] == "won" else -1.0))
    assert totals[0] == pytest.approx(totals[1], abs=1e-5), "minus the first potential, whatever was played"


def test_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    text = reckoners.ReckonersEnv(render_mode="ansi")
    text.reset(seed=0)
    assert "Population" in text.render()
    picture = reckoners.ReckonersEnv(render_mode="rgb_array")
    picture.reset(seed=0)
    pixels = picture.render()
    assert pixels.dtype == np.uint8 and pixels.shape[2] == 3 and pixels.std() > 10
    human = reckoners.ReckonersEnv(render_mode="human")
    human.reset(seed=0)
    assert human.render() is None and "Population" in capsys.readouterr().out


def test_a_copy_has_its_own_future(rng: np.random.Generator) -> None:
    env = reckoners.ReckonersEnv(players=2)
    _, info = env.reset(seed=0)
    twin = copy.deepcopy(env)
    for _ in range(30):
        action = pick(info["action_mask"], rng)
        obs, reward, *_, info = env.step(action)
        again, same, *_, told = twin.step(action)
        assert data_equivalence((obs, reward, info), (again, same, told))
    assert env.core is not twin.core


def test_cards_from_a_folder(tmp_path: Path) -> None:
    base = reckoners.ReckonersEnv(players=2)
    same = reckoners.ReckonersEnv(players=2, cards=CARDS)
    assert (base.reset(seed=1)[0] == same.reset(seed=1)[0]).all()
    with pytest.raises(ValueError, match="no card file"):
        reckoners.ReckonersEnv(players=2, cards=tmp_path)


def test_no_warnings_on_the_way() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ENV_ID, players=2)
        env.reset(seed=0)
        env.step(0)
        env.close()
