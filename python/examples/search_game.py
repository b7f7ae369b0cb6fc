"""Search with the game tree: every option of a decision is tried on copies of the position, with luck of its own.

A position holds no hidden order of decks and no dice to come, so a copy with new luck is a fair guess at the future.
"""

from __future__ import annotations

import reckoners


def playout(state: reckoners.State, policy: reckoners.Policy, seed: int) -> float:
    """Plays on to the end with a policy; 1 for a win, 0 for a loss."""
    state.reseed(seed)
    state.play_chance()
    while not state.is_terminal():
        state.apply_action(policy.act(state))
        state.play_chance()
    return (state.returns()[0] + 1) / 2


def best_action(state: reckoners.State, policy: reckoners.Policy, playouts: int) -> tuple[int, dict[int, float]]:
    """The action after which most playouts are won. All actions are tried with the same luck."""
    chances = {
        action: sum(playout(state.child(action), policy, seed) for seed in range(playouts)) / playouts
        for action in state.legal_actions()
    }
    return max(chances, key=lambda action: chances[action]), chances


def expected(state: reckoners.State, value: reckoners.Policy) -> float:
    """The chance to win before a chance event, as a network sees it: every outcome, weighted by its probability."""
    total = 0.0
    for outcome, probability in state.chance_outcomes():
        after = state.child(outcome)
        total += probability * float(value.win_chances(after.observation_tensor())[0])
    return total


def play(playouts: int = 8, decisions: int = 3) -> list[str]:
    """Searches the first decisions of a game."""
    game = reckoners.Game(team=["tia", "megan"], difficulty="beginner")
    state = game.new_initial_state(seed=3)
    policy = reckoners.Policy("scripted")
    told = []
    state.play_chance()
    for _ in range(decisions):
        action, chances = best_action(state, policy, playouts)
        told.append(f"{state.action_to_string(action)}: {chances[action]:.0%} of {playouts} playouts won")
        state.apply_action(action)
        state.play_chance()
    return told


if __name__ == "__main__":
    print("\n".join(play()))
