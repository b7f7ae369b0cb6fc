"""PettingZoo: `reckoners_v0`, one agent a Reckoner; `reckoners_parallel_v0` for frameworks that ask all at once."""

from reckoners.pz import reckoners_parallel_v0, reckoners_v0

__all__ = ["reckoners_parallel_v0", "reckoners_v0"]
