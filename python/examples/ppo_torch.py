"""PPO with action masks in one file, on the vector environment; in the manner of CleanRL.

A truncated episode is valued by the critic at its last observation; a game that is won or lost is not. The network can
be exported and then played by everything else of the project. Its second head has learned the returns of this task, not
wins: the chances to win that are read from it (`Policy.win_chances`, hints, searches) mean nothing.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from small_task import SMALL_TASK, Act, mean_return, random_return
from torch import Tensor
from torch.distributions.utils import logits_to_probs

import reckoners
from reckoners.checkpoint import Shape
from reckoners.torch import MaskedNet


@dataclass
class Settings:
    """How to train."""

    steps: int = 400_000
    num_envs: int = 64
    rollout: int = 64
    epochs: int = 4
    minibatches: int = 4
    learning_rate: float = 1e-3
    gamma: float = 1.0
    lam: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    grad_norm: float = 0.5
    seed: int = 1


class Rollout:
    """What a batch of environments saw and did, step by step."""

    def __init__(self, settings: Settings) -> None:
        size = (settings.rollout, settings.num_envs)
        self.obs = torch.zeros(*size, reckoners.LAYOUT.length)
        self.mask = torch.zeros(*size, reckoners.ACTIONS.count, dtype=torch.int8)
        self.action = torch.zeros(*size, dtype=torch.long)
        self.log_prob = torch.zeros(size)
        self.value = torch.zeros(size)
        self.reward = torch.zeros(size)
        self.done = torch.zeros(size)


def choose(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Actions drawn by their probabilities, and the logarithms of these."""
    log_probs = torch.log_softmax(logits, -1)
    action = torch.multinomial(log_probs.exp(), 1)
    return action.squeeze(-1), log_probs.gather(-1, action).squeeze(-1)


@torch.no_grad()
def collect(
    env: reckoners.ReckonersVectorEnv, net: MaskedNet, buffers: reckoners.Buffers, out: Rollout, gamma: float
) -> Tensor:
    """Plays one rollout; gives the value of what comes after it."""
    for t in range(out.obs.shape[0]):
        out.obs[t] = torch.from_numpy(buffers.obs)
        out.mask[t] = torch.from_numpy(buffers.action_mask)
        logits, out.value[t] = net(out.obs[t], out.mask[t])
        out.action[t], out.log_prob[t] = choose(logits)
        ended = env.step_into(out.action[t].numpy(), buffers)
        out.reward[t] = torch.from_numpy(buffers.reward)
        out.done[t] = torch.from_numpy(buffers.terminated | buffers.truncated)
        cut = [i for i in ended if buffers.truncated[i]]
        if cut:
            last = torch.from_numpy(np.stack(env.last_observations(cut)))
            # A cut episode is worth what the critic expects after it.
            out.reward[t, cut] += gamma * net(last, torch.ones(len(cut), reckoners.ACTIONS.count))[1]
    return net(torch.from_numpy(buffers.obs), torch.from_numpy(buffers.action_mask))[1]


def advantages(out: Rollout, after: Tensor, settings: Settings) -> Tensor:
    """Generalised advantage estimates."""
    result = torch.zeros_like(out.reward)
    following, carried = after, torch.zeros_like(after)
    for t in reversed(range(out.reward.shape[0])):
        going = 1.0 - out.done[t]
        error = out.reward[t] + settings.gamma * following * going - out.value[t]
        carried = error + settings.gamma * settings.lam * going * carried
        result[t], following = carried, out.value[t]
    return result


def update(net: MaskedNet, optimizer: torch.optim.Optimizer, out: Rollout, adv: Tensor, settings: Settings) -> float:
    """One round of PPO updates; gives the mean entropy."""
    obs, mask, action = out.obs.flatten(0, 1), out.mask.flatten(0, 1), out.action.flatten()
    old, target, adv = out.log_prob.flatten(), (adv + out.value).flatten(), adv.flatten()
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    entropies = []
    for _ in range(settings.epochs):
        for part in torch.randperm(len(obs)).chunk(settings.minibatches):
            logits, value = net(obs[part], mask[part])
            log_probs = torch.log_softmax(logits, -1)
            ratio = (log_probs.gather(-1, action[part, None]).squeeze(-1) - old[part]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.min(ratio * adv[part], clipped * adv[part]).mean()
            entropy = -(logits_to_probs(logits) * log_probs).sum(-1).mean()
            loss = -gain + settings.value * (value - target[part]).square().mean() - settings.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), settings.grad_norm)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def train(settings: Settings, task: dict | None = None) -> MaskedNet:
    """Trains a network on a task."""
    torch.manual_seed(settings.seed)
    env = reckoners.ReckonersVectorEnv(
        settings.num_envs, autoreset_mode="SameStep", illegal_action="error", copy=False, **(task or SMALL_TASK)
    )
    obs, infos = env.reset(seed=settings.seed)
    buffers = reckoners.Buffers.empty(settings.num_envs)
    buffers.obs[:], buffers.action_mask[:] = obs, infos["action_mask"]
    net = MaskedNet(Shape(width=128, blocks=1))
    optimizer = torch.optim.Adam(net.parameters(), settings.learning_rate, eps=1e-5)
    out = Rollout(settings)
    batch = settings.rollout * settings.num_envs
    start = time.perf_counter()
    updates = max(1, settings.steps // batch)
    for i in range(updates):
        optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - i / updates)
        after = collect(env, net, buffers, out, settings.gamma)
        entropy = update(net, optimizer, out, advantages(out, after, settings), settings)
        if i % 20 == 19:
            speed = (i + 1) * batch / (time.perf_counter() - start)
            print(f"{(i + 1) * batch:8d} steps, entropy {entropy:.2f}, {speed:,.0f} steps/s", flush=True)
    env.close()
    return net


def player(net: MaskedNet) -> Act:
    """The network's favourite actions."""

    @torch.no_grad()
    def act(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return net(torch.from_numpy(obs), torch.from_numpy(mask))[0].argmax(-1).numpy()

    return act


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--export", help="write the network to this checkpoint; its win chances are none")
    arguments = parser.parse_args()
    trained = train(Settings(steps=arguments.steps, seed=arguments.seed))
    print(f"mean return: random {random_return():.3f}, trained {mean_return(player(trained)):.3f}")
    if arguments.export:
        trained.export(arguments.export, steps=arguments.steps)
        print(f"play it: reckoners eval --agents random,net:{arguments.export}")
