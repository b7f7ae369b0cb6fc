"""The examples that need nothing but this package and Gymnasium, and the code of the manual."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import custom_reward
import random_play
import search_game


def test_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert random_play.one_game() in (-1.0, 1.0)
    assert random_play.many_games(num_envs=16, steps=50) > 0
    said = capsys.readouterr().out
    assert "Population" in said and "decisions a second" in said


def test_a_custom_reward_and_a_curriculum() -> None:
    assert custom_reward.play(games=45) >= 1, "the scripted player climbs"


def test_a_search() -> None:
    told = search_game.play(playouts=2, decisions=2)
    assert len(told) == 2 and all("playouts won" in line for line in told)


def test_the_code_of_the_manual_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    manual = (root / "docs" / "python.md").read_text()
    ran = 0
    for code in re.findall(r"```python\n(.*?)```", manual, re.DOTALL):
        if "import ray" not in code:
            exec(code, {})  # noqa: S102
            ran += 1
    said = capsys.readouterr().out
    assert ran == 2 and "scripted 4" in said
    for shown in re.findall(r"# ([A-Z][a-z]+: .*)", manual):
        assert shown in said, "a comment shows what is printed"


@pytest.mark.parametrize(("page", "blocks"), [("README.md", 2), ("python/README.md", 1)])
def test_the_code_of_the_readmes_runs(page: str, blocks: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.findall(r"```python\n(.*?)```", (Path(__file__).parents[2] / page).read_text(), re.DOTALL)
    for code in found:
        exec(code, {})  # noqa: S102
    assert len(found) == blocks
    assert "lost" in capsys.readouterr().out, "random play never wins"
