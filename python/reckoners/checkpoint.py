"""Checkpoints: networks trained in Python, for everything that plays a network."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reckoners import _core, names


@dataclass(frozen=True)
class Shape:
    """The shape of a network that reads an observation and gives action logits and one win logit.

    `width` is that of every hidden layer (a multiple of 32), `blocks` their number after the input layer; `body` is
    `"mlp"` (`act(fc(h))`) or `"residual"` (`h + fc2(act(fc1(h)))`), `activation` `"tanh"` or `"relu"`, `norm` a layer
    normalisation at the start of each block and before the heads.
    """

    width: int = 256
    blocks: int = 1
    body: str = "mlp"
    activation: str = "tanh"
    norm: bool = False

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Names and shapes of its tensors; a weight is `(outputs, inputs)`."""
        return {name: tuple(shape) for name, shape in _core.network_tensors(json.dumps(asdict(self)))}


@dataclass(frozen=True)
class CheckpointInfo:
    """A checkpoint that was read."""

    manifest: dict[str, Any]
    """What it says about itself."""
    tensors: dict[str, NDArray[np.float32]]
    """Its weights by name."""


def export_checkpoint(
    file: str | os.PathLike[str],
    tensors: Mapping[str, Any],
    shape: Shape | None = None,
    *,
    steps: int = 0,
    config: str = "",
    cards: str | os.PathLike[str] | None = None,
) -> None:
    """Writes a network that `Policy("net:FILE")`, `evaluate`, `hint` and the command line play.

    Args:
        file: where to.
        tensors: weights by name, as `Shape.tensors` lists them; a PyTorch `state_dict` will do.
        shape: its shape.
        steps: decisions seen in training.
        config: how it was trained, free in form.
        cards: the card files it was trained on, if not the built-in ones.
    """
    weights = {name: np.ascontiguousarray(_numbers(value), np.float32) for name, value in tensors.items()}
    encoded = json.dumps(asdict(shape or Shape()))
    _core.write_checkpoint(os.fspath(file), encoded, weights, steps, config, names.folder(cards))


def read_checkpoint(file: str | os.PathLike[str] | None = None) -> CheckpointInfo:
    """Reads a checkpoint; the shipped one when no file is named."""
    manifest, tensors = _core.read_checkpoint(None if file is None else os.fspath(file))
    return CheckpointInfo(json.loads(manifest), tensors)


def _numbers(value: Any) -> Any:
    """A tensor of PyTorch as an array, wherever it lives."""
    return value.detach().cpu().numpy() if hasattr(value, "detach") else np.asarray(value)
