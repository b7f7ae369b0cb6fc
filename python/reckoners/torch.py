"""The documented network in PyTorch, and how its weights become a checkpoint that `reckoners` plays."""

from __future__ import annotations

import os
from typing import Any

import torch
from torch import Tensor, nn

from reckoners.checkpoint import Shape, export_checkpoint
from reckoners.tables import ACTIONS, LAYOUT

_GAIN = {"tanh": 5 / 3, "relu": 2**0.5}


class MaskedNet(nn.Module):
    """Observation in, action logits and one win logit out: the shape of docs/python.md, named as checkpoints name it.

    The chance to win is the sigmoid of the win logit.
    """

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        self.shape = shape = shape or Shape()
        shape.tensors()  # a shape that cannot be played is refused here
        width, gain = shape.width, _GAIN[shape.activation]
        self.input = _linear(LAYOUT.length, width, gain)
        self.blocks = nn.ModuleList(_Block(shape, gain) for _ in range(shape.blocks))
        if shape.norm:
            self.norm = nn.LayerNorm(width)
        self.policy = _linear(width, ACTIONS.count, 0.01)
        self.value = _linear(width, 1, 0.1)
        self._activation = torch.tanh if shape.activation == "tanh" else torch.relu

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, very low where `mask` is 0, and win logits."""
        hidden = self._activation(self.input(obs))
        for block in self.blocks:
            hidden = block(hidden)
        if self.shape.norm:
            hidden = self.norm(hidden)
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return logits, self.value(hidden).squeeze(-1)

    def export(self, file: str | os.PathLike[str], **about: Any) -> None:
        """Writes a checkpoint; `about` are the keywords of `export_checkpoint`."""
        export_checkpoint(file, self.state_dict(), self.shape, **about)


class _Block(nn.Module):
    def __init__(self, shape: Shape, gain: float) -> None:
        super().__init__()
        width = shape.width
        if shape.norm:
            self.norm = nn.LayerNorm(width)
        self._normed = shape.norm
        self._residual = shape.body == "residual"
        self._activation = torch.tanh if shape.activation == "tanh" else torch.relu
        if self._residual:
            self.fc1 = _linear(width, width, gain)
            self.fc2 = _linear(width, width, gain / shape.blocks**0.5 * 0.5)
        else:
            self.fc = _linear(width, width, gain)

    def forward(self, hidden: Tensor) -> Tensor:
        source = self.norm(hidden) if self._normed else hidden
        if self._residual:
            return hidden + self.fc2(self._activation(self.fc1(source)))
        return self._activation(self.fc(source))


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
