"""The rest of the project from Python: players, evaluation, hints, checkpoints."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from gymnasium.wrappers import TimeLimit

import reckoners
from reckoners import ACTIONS, LAYOUT, Policy
from reckoners.checkpoint import Shape
from reckoners.evaluation import plan
from reckoners.pz import reckoners_parallel_v0, reckoners_v0
from reckoners.rllib import RLlibEnv

TABLES = Path(__file__).parents[2] / "configs" / "tables"
CARDS = Path(__file__).parents[2] / "configs" / "cards"
SMALL = {"players": 2, "difficulty": "beginner"}


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict]:
    """A checkpoint with random weights."""
    file = str(tmp_path_factory.mktemp("net") / "random.safetensors")
    shape = Shape(width=32, blocks=2, body="residual", activation="relu", norm=True)
    rng = np.random.default_rng(1)
    weights = {name: rng.normal(0, 0.1, size).astype(np.float32) for name, size in shape.tensors().items()}
    reckoners.export_checkpoint(file, weights, shape, steps=7, config="random")
    return file, weights


@pytest.fixture
def all_for_two(tmp_path: Path) -> Path:
    """Cards of which every Equipment costs 2."""
    text = (CARDS / "base" / "equipment.toml").read_text()
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "equipment.toml").write_text(re.sub(r"(?m)^price = \d+$", "price = 2", text))
    return tmp_path


def faces(**keywords: object) -> list:
    """A game of the same seed behind every face that needs nothing but Gymnasium and PettingZoo."""
    made = [
        reckoners.ReckonersEnv(**keywords),
        TimeLimit(reckoners.ReckonersEnv(**keywords), 1000),
        reckoners.ReckonersVectorEnv(2, **keywords),
        reckoners_v0.env(**keywords),
        reckoners_parallel_v0.parallel_env(**keywords),
        RLlibEnv(keywords),
    ]
    for env in made:
        env.reset(seed=0)
    state = reckoners.Game(**keywords).new_initial_state()
    state.play_chance()
    return [*made, state]


def test_every_face_can_be_asked_for_an_action_and_a_hint() -> None:
    policy = Policy("random")
    chosen = set()
    for env in faces(**SMALL):
        policy.reseed(1)
        chosen.add(int(np.atleast_1d(policy.act(env))[0]))
    assert len(chosen) == 1
    hints = [reckoners.hint(env, agent="scripted", raw=True) for env in faces(**SMALL)]
    assert all(said == hints[0] for said in hints)


def test_players_and_hints_keep_to_the_cards_of_the_environment(all_for_two: Path) -> None:
    mine, built_in = Policy("scripted", cards=all_for_two), Policy("scripted")
    for env in faces(cards=all_for_two, **SMALL):
        with pytest.raises(ValueError, match="give its cards= to Policy"):
            built_in.act(env)
        mine.act(env)
        said = reckoners.hint(env, agent="scripted", raw=True, top=50)
        bought = [option["text"] for option in said["options"] if option["text"].startswith("buy ")]
        assert bought and all("($2)" in text for text in bought)
        other = reckoners.hint(env, agent="scripted", raw=True, top=50, cards=CARDS)
        assert any(option["text"].startswith("buy ") and "($2)" not in option["text"] for option in other["options"])
    with pytest.raises(ValueError, match="other cards"):
        mine.act(faces(**SMALL)[0])


@pytest.mark.parametrize("name", ["random", "greedy", "scripted", "search:scripted+playouts=4"])
def test_baselines_play_every_face(name: str) -> None:
    policy = Policy(name, seed=3)
    vector = reckoners.ReckonersVectorEnv(3, illegal_action="error", **SMALL)
    vector.reset(seed=0)
    single = reckoners.ReckonersEnv(illegal_action="error", **SMALL)
    single.reset(seed=0)
    aec = reckoners_v0.env(**SMALL)
    aec.reset(seed=0)
    state = reckoners.Game(**SMALL).new_initial_state()
    state.play_chance()
    for _ in range(30):
        vector.step(policy.act(vector))
        single.step(policy.act(single))
        aec.step(policy.act(aec))
        state.apply_action(policy.act(state))
        state.play_chance()


def test_a_network_answers_positions_and_observations_alike(network: tuple[str, dict]) -> None:
    policy = Policy(f"net:{network[0]}")
    env = reckoners.ReckonersVectorEnv(16, **SMALL)
    obs, infos = env.reset(seed=0)
    for _ in range(20):
        mask = infos["action_mask"]
        actions = policy.act(env)
        assert (policy.predict(obs, mask) == actions).all()
        chances = policy.probabilities(obs, mask)
        assert chances.shape == mask.shape and not chances[mask == 0].any()
        assert np.allclose(chances.sum(1), 1.0, atol=1e-5) and (chances.argmax(1) == actions).all()
        wins = policy.win_chances(obs)
        assert wins.shape == (16,) and ((0 < wins) & (wins < 1)).all()
        obs, *_, infos = env.step(actions)
    assert policy.predict(obs[0], infos["action_mask"][0]).shape == (1,)


def test_a_network_may_sample(network: tuple[str, dict]) -> None:
    env = reckoners.ReckonersEnv(**SMALL)
    obs, info = env.reset(seed=0)
    policy = Policy(f"net:{network[0]}+sample", seed=1)
    drawn = [int(policy.predict(obs, info["action_mask"])[0]) for _ in range(60)]
    assert len(set(drawn)) > 1 and all(info["action_mask"][drawn])
    policy.reseed(1)
    assert [int(policy.predict(obs, info["action_mask"])[0]) for _ in range(60)] == drawn


def test_players_that_cannot_be(network: tuple[str, dict]) -> None:
    with pytest.raises(ValueError, match='did you mean "greedy"'):
        Policy("gredy")
    with pytest.raises(ValueError, match="no-such-file"):
        Policy("net:no-such-file.safetensors")
    with pytest.raises(ValueError, match="is no network"):
        Policy("greedy").predict(np.zeros(LAYOUT.length), np.ones(ACTIONS.count))
    net = Policy(f"net:{network[0]}")
    with pytest.raises(ValueError, match="obs has shape"):
        net.predict(np.zeros((2, 3)), np.ones((2, ACTIONS.count)))
    with pytest.raises(ValueError, match="different numbers of rows"):
        net.predict(np.zeros((2, LAYOUT.length)), np.ones((3, ACTIONS.count)))
    with pytest.raises(ValueError, match="mask is empty"):
        net.predict(np.zeros(LAYOUT.length), np.zeros(ACTIONS.count))
    with pytest.raises(TypeError, match="act"):
        net.act(object())
    env = reckoners.ReckonersEnv(round_cap=1, **SMALL)
    env.reset(seed=0)
    while not any(env.step(Policy("random").act(env))[2:4]):
        pass
    with pytest.raises(RuntimeError, match="ended"):
        net.act(env)


def test_evaluation_is_the_evaluators() -> None:
    report = reckoners.evaluate(["random", "scripted"], games=40, players=[2, 3], difficulty=["beginner", "hard"])
    assert len(report.cells) == 8 and all(cell["games"] == 40 for cell in report.cells)
    assert report.win_rate("scripted") > report.win_rate("random")
    assert {"win_rate", "mean_rounds", "loss_reasons"} <= report.cells[0].keys()
    assert report.comparisons and "scripted" in report.command
    with pytest.raises(KeyError, match="no agent"):
        report.win_rate("net")


def test_several_games_are_what_each_is_alone() -> None:
    agents, bosses = ["random", "scripted"], ["steelheart", "regalia"]
    both = reckoners.evaluate(agents, games=30, boss=bosses, **SMALL)
    each = [reckoners.evaluate(agents, games=30, boss=boss, **SMALL) for boss in bosses]
    assert both.cells == each[0].cells + each[1].cells
    assert both.comparisons == each[0].comparisons + each[1].comparisons
    assert both.influence == each[0].influence + each[1].influence
    games = [report.game for report in each]
    assert [cell["game"] for cell in both.cells] == [games[0]] * 2 + [games[1]] * 2
    assert games[0] != games[1] and both.game == "; ".join(games)


def test_parts_of_an_evaluation_are_its_whole() -> None:
    whole = plan("scripted", games=50, part=50, **SMALL)
    parts = plan("scripted", games=50, part=7, **SMALL)
    assert [games for _, games in parts.parts] == [7] * 7 + [1]
    played = {job: parts.play(*job) for job in reversed(parts.jobs())}
    assert parts.report(lambda cell, part: played[cell, part]) == whole.report(whole.play)


def test_mixed_teams_named_teams_and_networks(network: tuple[str, dict]) -> None:
    net = f"net:{network[0]}"
    report = reckoners.evaluate([net, ["scripted", "random"]], games=5, team=["tia", "megan"], difficulty="beginner")
    assert [cell["agent"] for cell in report.cells] == [net, "team:scripted,random"]
    assert report.cells[0]["reckoners"] == "tia+megan"


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ("scrpted", {}, "did you mean"),
        ("random", {"players": 9}, "Reckoners"),
        ("random", {"games": 0}, "at least 1"),
        ([["random"] * 3], {"players": 2}, "no seats"),
        ([], {}, "at least one"),
    ],
)
def test_evaluations_that_cannot_be(arguments: object, keywords: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reckoners.evaluate(arguments, **keywords)


@pytest.mark.parametrize(
    "keywords",
    [{"weights": [1]}, {"pool": ["tia", "megan"]}, {"round_cap": 3}, {"shaping": True}, {"auto_forced": False}],
)
def test_evaluations_refuse_what_is_of_environments(keywords: dict) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(keywords))} is for environments: .* every cell alike"):
        reckoners.evaluate("random", **keywords)


def test_hints() -> None:
    file = TABLES / "middle-2.json"
    said = reckoners.hint(file, agent="scripted", playouts=16, plan=True)
    assert said["options"][0]["order"] == 1 and 0 <= said["win_chance"] <= 1 and said["plan"]
    again = reckoners.hint(file.read_text(), agent="scripted", playouts=16, plan=True)
    assert again == said, "the same seed gives the same hint"
    best = said["options"][0]["id"]
    others = reckoners.hint(file, agent="scripted", raw=True, avoid=[best])
    assert best not in [option["id"] for option in others["options"]]
    env = reckoners.ReckonersEnv(**SMALL)
    env.reset(seed=0)
    assert reckoners.hint(env, agent="scripted", raw=True)["options"][0]["id"] in env.legal_actions()


def test_the_network_of_hints_stays_loaded_until_its_file_changes(network: tuple[str, dict], tmp_path: Path) -> None:
    table = (TABLES / "middle-2.json").read_text()
    file = tmp_path / "changing.safetensors"

    def opinion() -> list[float]:
        said = reckoners.hint(table, agent=f"net:{file}", raw=True, top=50)
        return [option["prior"] for option in said["options"]]

    def write(seed: int) -> None:
        shape = Shape(width=32, blocks=2, body="residual", activation="relu", norm=True)
        rng = np.random.default_rng(seed)
        weights = {name: rng.normal(0, 0.1, size).astype(np.float32) for name, size in shape.tensors().items()}
        reckoners.export_checkpoint(file, weights, shape, steps=7, config="random")

    write(1)
    first = opinion()
    assert opinion() == first
    write(2)
    second = opinion()
    assert second != first
    write(1)
    assert opinion() == first
    file.unlink()
    with pytest.raises(ValueError, match="cannot read"):
        opinion()


def test_hints_that_cannot_be() -> None:
    with pytest.raises(FileNotFoundError):
        reckoners.hint("no-such-table.json")
    with pytest.raises(ValueError, match="table"):
        reckoners.hint({"format": "chess"})
    with pytest.raises(ValueError, match="maxPlayouts"):
        reckoners.hint(TABLES / "middle-2.json", agent="scripted", playouts=-1)
    with pytest.raises(ValueError, match="cannot give hints"):
        reckoners.hint(TABLES / "middle-2.json", agent="random")
    with pytest.raises(TypeError, match="a table is"):
        reckoners.hint(3)


def test_checkpoints_are_read_as_they_were_written(network: tuple[str, dict], tmp_path: Path) -> None:
    file, weights = network
    found = reckoners.read_checkpoint(file)
    assert found.manifest["steps"] == 7 and found.manifest["net"]["width"] == 32
    assert all((found.tensors[name] == value).all() for name, value in weights.items())
    assert reckoners.read_checkpoint().manifest["net"]["width"] > 0, "the shipped one"
    shape = Shape(width=32, blocks=2, body="residual", activation="relu", norm=True)
    for change, message in [
        ({"input.bias": np.zeros(3)}, "shape"),
        ({"input.bias": np.full(32, np.nan)}, "input.bias"),
        ({"extra": np.zeros(3)}, "extra"),
    ]:
        with pytest.raises(ValueError, match=message):
            reckoners.export_checkpoint(tmp_path / "bad.safetensors", weights | change, shape)
    missing = {name: value for name, value in weights.items() if name != "value.bias"}
    with pytest.raises(ValueError, match="missing"):
        reckoners.export_checkpoint(tmp_path / "bad.safetensors", missing, shape)
    with pytest.raises(ValueError, match="multiple of 32"):
        Shape(width=33).tensors()
    assert not (tmp_path / "bad.safetensors").exists()
