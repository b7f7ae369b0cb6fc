"""Evaluation on a Ray cluster, with the numbers of one machine.

Game `n` of a suite is the same wherever it is played. The suite is cut into parts; each part is a task that Ray may run
on any node and runs again when its node is lost. The report is made from one result a part, in the order of the suite,
so nothing is counted twice and nothing is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import ray

from reckoners.evaluation import Plan, Report, plan

Progress = Callable[[int, int, str], None]
"""Called after each part with the parts that are done, all parts, and the id of the node that played it."""

ENDLESS = -1
"""Ray's word for: try again as often as nodes are lost."""


def evaluate(
    agents: str | Sequence[str | Sequence[str]],
    *,
    games: int = 1000,
    seed: int = 0,
    cards: str | os.PathLike[str] | None = None,
    part: int = 64,
    cpus_per_part: float = 1,
    progress: Progress | None = None,
    **keywords: Any,
) -> Report:
    """`reckoners.evaluate` on the nodes of the Ray cluster that this program is connected to.

    Checkpoints (`net:FILE`) and card folders must be readable under the same name on every node.

    Args:
        agents, games, seed, cards, **keywords: as for `reckoners.evaluate`.
        part: games of one task.
        cpus_per_part: cores that Ray reserves for one task; the task uses as many threads.
        progress: hears of every part that is done.
    """
    if not ray.is_initialized():
        ray.init()
    work = plan(agents, games=games, seed=seed, cards=cards, part=part, call="reckoners.ray.evaluate", **keywords)
    return work.report(_collected(work, cpus_per_part, progress))


def _collected(work: Plan, cpus: float, progress: Progress | None) -> Callable[[int, int], bytes]:
    """Every part's result; a part that is lost with its node is played again."""
    threads = {"env_vars": {"RAYON_NUM_THREADS": str(max(1, round(cpus)))}}
    # Results stay with the worker that made them until they are fetched, so a lost node may cost some that were done;
    # Ray then makes them again from their task.
    remote = ray.remote(num_cpus=cpus, max_retries=ENDLESS, runtime_env=threads)(_play)
    shared = ray.put(work)
    jobs = work.jobs()
    open_ = {remote.remote(shared, *job): job for job in jobs}
    done: dict[tuple[int, int], bytes] = {}
    while open_:
        ready, _ = ray.wait(list(open_), num_returns=1)
        for reference in ready:
            node, played = ray.get(reference)
            done[open_.pop(reference)] = played
            if progress is not None:
                progress(len(done), len(jobs), node)
    return lambda cell, number: done[cell, number]


def _play(work: Plan, cell: int, part: int) -> tuple[str, bytes]:
    return ray.get_runtime_context().get_node_id(), work.play(cell, part)
