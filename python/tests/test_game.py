"""The game tree: chance with its probabilities, copies, texts."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from reckoners import ACTIONS, LAYOUT, Game, IllegalActionError, State
from reckoners.game import CHANCE_PLAYER, TERMINAL_PLAYER


def walk(state: State, rng: np.random.Generator, steps: int) -> list[State]:
    """Positions on a random way through the tree, chance included."""
    seen = []
    for _ in range(steps):
        if state.is_terminal():
            break
        seen.append(state.clone())
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return seen


@pytest.mark.parametrize(
    "keywords",
    [
        {"players": 2},
        {"players": 4, "modules": "all", "difficulty": "hard"},
        {"players": 3, "boss": "regalia", "city": "babilar", "adjustment": "+1"},
        {"players": 2, "newcago_cards": "A"},
    ],
)
def test_a_walk_through_the_tree(keywords: dict, rng: np.random.Generator) -> None:
    game = Game(**keywords)
    state = game.new_initial_state(seed=1)
    assert state.current_player() == CHANCE_PLAYER
    seen = walk(state, rng, 400)
    for position in seen:
        legal = position.legal_actions()
        assert legal == sorted(legal) and legal
        if position.is_chance_node():
            outcomes, chances = zip(*position.chance_outcomes(), strict=True)
            assert list(outcomes) == legal and sum(chances) == pytest.approx(1.0) and min(chances) > 0
        else:
            assert np.flatnonzero(position.legal_actions_mask()).tolist() == legal
            assert 0 <= position.current_player() < game.num_players()
            assert position.legal_actions((position.current_player() + 1) % game.num_players()) == []
            texts = [position.action_to_string(action) for action in legal]
            assert len(set(texts)) == len(legal)
        twin = position.clone()
        assert twin == position and twin.digest == position.digest
        assert position.child(legal[0]).digest == position.child(legal[0]).digest
        assert position == twin, "a child leaves its parent alone"
    for position in seen[::7]:
        again = game.deserialize_state(position.serialize())
        assert again.digest == position.digest and again.legal_actions() == position.legal_actions()
        assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)


def test_the_end_of_a_game(rng: np.random.Generator) -> None:
    game = Game(players=2)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.play_chance()
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert state.current_player() == TERMINAL_PLAYER and state.legal_actions() == []
    assert state.returns() in ([1.0, 1.0], [-1.0, -1.0])
    assert game.min_utility() <= state.returns()[0] <= game.max_utility()
    with pytest.raises(RuntimeError, match="over"):
        state.apply_action(0)
    with pytest.raises(RuntimeError, match="chance"):
        state.chance_outcomes()


def test_luck_is_the_seeds_and_can_be_changed() -> None:
    game = Game(team=["tia", "megan"])

    def rolled(seed: int, other: int | None = None) -> int:
        state = game.new_initial_state(seed)
        if other is not None:
            state.reseed(other)
        state.play_chance()
        return state.digest

    assert rolled(1) == rolled(1) and rolled(1) != rolled(2)
    assert rolled(1, 5) == rolled(2, 5) != rolled(1)


def test_what_cannot_be_played() -> None:
    state = Game(players=2).new_initial_state()
    with pytest.raises(IllegalActionError, match="outcome"):
        state.apply_action(10**6)
    state.play_chance()
    bad = int(np.flatnonzero(state.legal_actions_mask() == 0)[0])
    before = state.digest
    with pytest.raises(IllegalActionError):
        state.apply_action(bad)
    with pytest.raises(ValueError, match="ids go from"):
        state.apply_action(ACTIONS.count)
    with pytest.raises(ValueError, match="seat 2"):
        state.observation_tensor(2)
    assert state.digest == before
    with pytest.raises(ValueError, match="format|JSON"):
        Game(players=2).deserialize_state("{}")


@pytest.mark.parametrize("keywords", [{"round_cap": 3}, {"shaping": True}, {"auto_forced": False}])
def test_what_is_of_episodes_is_refused(keywords: dict) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(keywords))} is for environments"):
        Game(players=2, **keywords)


def test_the_game_says_its_sizes() -> None:
    game = Game(players=3)
    assert game.num_distinct_actions() == ACTIONS.count
    state = pickle.loads(pickle.dumps(game)).new_initial_state()
    assert state.observation_tensor(1).shape == game.observation_tensor_shape() == (LAYOUT.length,)
    assert state.num_players() == 3 == len(state.team) and state.get_game().num_players() == 3
    assert "Population" in str(state) and state.round == 0
