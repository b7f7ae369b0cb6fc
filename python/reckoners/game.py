"""A game tree for searches, in the manner of OpenSpiel: chance is a player with explicit outcomes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reckoners import _core, names
from reckoners.tables import ACTIONS, LAYOUT

CHANCE_PLAYER = -1
"""What `State.current_player` says when chance decides."""
TERMINAL_PLAYER = -4
"""What `State.current_player` says at the end."""


class Game:
    """Which game is played; gives its first position.

    Args:
        **keywords: `difficulty`, `players` or `team`, `modules`, `cards` and the rest, as in `ReckonersEnv`; not what
            is of episodes: `shaping`, `round_cap`, `auto_forced`.
    """

    def __init__(self, **keywords: Any) -> None:
        names.refuse(keywords, names.EPISODE_KEYS, "a game tree has every decision, and no end but the game's")
        self._setup = names.encode(keywords)
        self._players = _core.Position(self._setup, 0).num_players()

    def new_initial_state(self, seed: int = 0) -> State:
        """The start of a game. The seed draws the team, where it is not named, and the luck of `play_chance`."""
        return State(self, _core.Position(self._setup, seed))

    def deserialize_state(self, text: str, seed: int = 0) -> State:
        """A position from `State.serialize`, or from any table file."""
        return State(self, _core.Position.from_table(self._setup, text, seed))

    def num_players(self) -> int:
        """Number of Reckoners."""
        return self._players

    @property
    def cards(self) -> str | None:
        """The folder of card files that it is played with; None for the built-in ones."""
        return json.loads(self._setup).get("cards")

    def num_distinct_actions(self) -> int:
        """Number of action ids."""
        return ACTIONS.count

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """Shape of an observation."""
        return (LAYOUT.length,)

    def min_utility(self) -> float:
        """What a loss is worth."""
        return -1.0

    def max_utility(self) -> float:
        """What a win is worth."""
        return 1.0

    def __reduce__(self) -> tuple[Any, ...]:
        return _game, (self._setup,)


def _game(encoded: str) -> Game:
    game = Game.__new__(Game)
    game._setup = encoded
    game._players = _core.Position(encoded, 0).num_players()
    return game


class State:
    """A position. It has no hidden order: what is not yet drawn is a chance event with its probabilities."""

    __slots__ = ("_game", "_position")

    def __init__(self, game: Game, position: _core.Position) -> None:
        self._game = game
        self._position = position

    def get_game(self) -> Game:
        """The game it belongs to."""
        return self._game

    def current_player(self) -> int:
        """The seat that decides, `CHANCE_PLAYER` or `TERMINAL_PLAYER`."""
        return self._position.current_player()

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self._position.is_chance_node()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_terminal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ids of the legal actions; at chance the numbers of its outcomes. Nothing for a player who is not asked."""
        if player is not None and player != self.current_player():
            return []
        return self._position.legal_actions()

    def legal_actions_mask(self) -> NDArray[np.int8]:
        """The legal actions of a decision, 0 or 1 an id."""
        return self._position.legal_actions_mask()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of chance by its number, with its probability."""
        return self._position.chance_outcomes()

    def apply_action(self, action: int) -> None:
        """Plays an action, or an outcome of chance by its number."""
        self._position.apply_action(action)

    def play_chance(self) -> None:
        """Lets chance happen, by the luck of the seed, until somebody decides or the game is over."""
        self._position.play_chance()

    def reseed(self, seed: int) -> None:
        """Gives `play_chance` other luck, for playouts from the same position."""
        self._position.reseed(seed)

    def child(self, action: int) -> State:
        """The position after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy, luck included."""
        return State(self._game, self._position.copy())

    def returns(self) -> list[float]:
        """What every seat has won or lost: +1, -1, or 0 while the game goes on."""
        return self._position.returns()

    def action_to_string(self, action: int) -> str:
        """An action or an outcome of chance in words."""
        return self._position.action_to_string(action)

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The observation of a seat; that of who decides unless named."""
        return self._position.observation_tensor(player)

    def num_players(self) -> int:
        """Number of Reckoners."""
        return self._position.num_players()

    @property
    def round(self) -> int:
        """The round, 0 in the prologue."""
        return self._position.round

    @property
    def team(self) -> list[str]:
        """The Reckoners in seating order."""
        return self._position.team

    @property
    def digest(self) -> int:
        """A digest of the whole position."""
        return self._position.digest

    @property
    def cards(self) -> str | None:
        """The folder of card files of its game; None for the built-in ones."""
        return self._game.cards

    @property
    def position(self) -> _core.Position:
        """The engine's position."""
        return self._position

    def serialize(self) -> str:
        """The position as a table file, which `Game.deserialize_state` reads back as it was."""
        return self._position.serialize()

    def __str__(self) -> str:
        return str(self._position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.serialize() == other.serialize()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    # The position alone: `play_chance` of what is read back has the luck of seed 0.
    def __reduce__(self) -> tuple[Any, ...]:
        return _state, (self._game, self.serialize())


def _state(game: Game, text: str) -> State:
    return game.deserialize_state(text)
