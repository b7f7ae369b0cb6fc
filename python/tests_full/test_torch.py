"""PyTorch: the example learns, and its network is played by Rust as it is played by PyTorch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import ppo_torch
import pytest
import torch
from small_task import SMALL_TASK, mean_return, random_return

import reckoners
from reckoners.checkpoint import Shape
from reckoners.torch import MaskedNet


@pytest.mark.parametrize(
    "shape",
    [
        Shape(width=64),
        Shape(width=32, blocks=3, body="residual", activation="relu", norm=True),
        Shape(width=32, blocks=0, norm=True),
    ],
)
def test_rust_plays_what_pytorch_computes(shape: Shape, tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = MaskedNet(shape)
    with torch.no_grad():
        for weights in net.parameters():
            weights.add_(torch.randn_like(weights) * 0.1)
    assert {name: tuple(t.shape) for name, t in net.state_dict().items()} == shape.tensors()
    file = tmp_path / "net.safetensors"
    net.export(file, steps=3)
    policy = reckoners.Policy(f"net:{file}")
    env = reckoners.ReckonersVectorEnv(64, players=3)
    obs, infos = env.reset(seed=0)
    for _ in range(30):
        mask = infos["action_mask"]
        with torch.no_grad():
            logits, wins = net(torch.from_numpy(obs), torch.from_numpy(mask))
        assert np.allclose(policy.probabilities(obs, mask), logits.softmax(-1).numpy(), atol=1e-4)
        assert np.allclose(policy.win_chances(obs), wins.sigmoid().numpy(), atol=1e-4)
        obs, *_, infos = env.step(policy.act(env))


def test_the_example_learns_and_its_network_can_be_evaluated(tmp_path: Path) -> None:
    net = ppo_torch.train(ppo_torch.Settings(steps=100_000))
    random, trained = random_return(), mean_return(ppo_torch.player(net))
    assert trained > random + 0.8, f"random {random:.3f}, trained {trained:.3f}"
    file = tmp_path / "trained.safetensors"
    net.export(file, steps=100_000)
    policy = reckoners.Policy(f"net:{file}")
    assert mean_return(policy.predict) == pytest.approx(trained, abs=0.05)
    task = {"team": SMALL_TASK["team"], "difficulty": "beginner"}
    report = reckoners.evaluate(["random", policy.name], games=50, **task)
    rounds = {cell["agent"]: cell["mean_rounds"] for cell in report.cells}
    assert rounds[policy.name] > rounds["random"], "the population lasts longer"
