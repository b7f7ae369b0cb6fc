"""The Reckoners for Python: environments, agents, evaluation and hints on one Rust engine.

Importing this package is cheap: NumPy, Gymnasium and the rest are imported with the first class that needs them. The
Gymnasium ids are registered as soon as Gymnasium is there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from reckoners import registration
from reckoners._core import IllegalActionError, __version__

if TYPE_CHECKING:
    from reckoners.buffers import Buffers
    from reckoners.checkpoint import CheckpointInfo, export_checkpoint, read_checkpoint
    from reckoners.env import ReckonersEnv
    from reckoners.evaluation import Report, evaluate
    from reckoners.game import Game, State
    from reckoners.hints import hint
    from reckoners.policy import Policy
    from reckoners.tables import ACTIONS, LAYOUT, Features, describe, features
    from reckoners.vector import ReckonersVectorEnv

_HOMES = {
    "ACTIONS": "tables",
    "LAYOUT": "tables",
    "Features": "tables",
    "describe": "tables",
    "features": "tables",
    "Buffers": "buffers",
    "ReckonersEnv": "env",
    "ReckonersVectorEnv": "vector",
    "Game": "game",
    "State": "game",
    "Policy": "policy",
    "Report": "evaluation",
    "evaluate": "evaluation",
    "hint": "hints",
    "CheckpointInfo": "checkpoint",
    "export_checkpoint": "checkpoint",
    "read_checkpoint": "checkpoint",
}

__all__ = [
    "ACTIONS",
    "Buffers",
    "CheckpointInfo",
    "Features",
    "Game",
    "IllegalActionError",
    "LAYOUT",
    "Policy",
    "ReckonersEnv",
    "ReckonersVectorEnv",
    "Report",
    "State",
    "__version__",
    "describe",
    "evaluate",
    "export_checkpoint",
    "features",
    "hint",
    "read_checkpoint",
]

registration.when_gymnasium_is_there()


def __getattr__(name: str) -> Any:
    """Imports the module of a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'reckoners' has no attribute {name!r}")
    value = getattr(import_module(f"reckoners.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
