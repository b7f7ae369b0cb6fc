"""Evaluation on a Ray cluster of two local nodes, one of which is killed in the middle of the work.

On a real cluster only `reckoners.ray.evaluate` is needed, after `ray.init(address="auto")`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

import ray
from ray.cluster_utils import Cluster

import reckoners
import reckoners.ray
from reckoners import Report

TASK = {"players": [2, 3], "difficulty": "beginner"}


@dataclass
class Told:
    """What a run on the cluster did."""

    report: Report
    seconds: float
    parts: Counter[str] = field(default_factory=Counter)
    """Parts by the node that played them."""
    killed_after: int | None = None
    """Parts that were done when the node was killed."""


def two_nodes() -> Cluster:
    """A head and one more node, each with one core, and this program connected to them."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    return cluster


def evaluate(cluster: Cluster, agents: list[str], games: int, part: int, kill: bool) -> Told:
    """Evaluates on the cluster; with `kill` the second node dies when a quarter of the work is done, or soon after."""
    parts: Counter[str] = Counter()
    killed: list[int] = []

    def progress(done: int, all_: int, node: str) -> None:
        parts.update([node])
        both_at_work = len(parts) == 2 and min(parts.values()) >= 5
        if kill and not killed and both_at_work and done >= all_ // 4:
            victim = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
            cluster.remove_node(victim, allow_graceful=False)
            killed.append(done)

    start = time.perf_counter()
    report = reckoners.ray.evaluate(agents, games=games, part=part, progress=progress, **TASK)
    return Told(report, time.perf_counter() - start, parts, killed[0] if killed else None)


def main() -> None:
    """Tells the numbers of one machine, of two nodes, and of two nodes of which one is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    arguments = parser.parse_args()
    alone = reckoners.evaluate(["scripted"], games=arguments.games, **TASK)
    print("one machine:", _wins(alone))
    cluster = two_nodes()
    for kill in (False, True):
        told = evaluate(cluster, ["scripted"], arguments.games, part=25, kill=kill)
        same = "the same report" if told.report.cells == alone.cells else "ANOTHER REPORT"
        what = f"the second killed after {told.killed_after} parts" if kill else "both alive"
        counts = " and ".join(str(count) for count in sorted(told.parts.values()))
        print(f"two nodes, {what}: {_wins(told.report)}: {same}; {counts} parts, {told.seconds:.1f} s")
    ray.shutdown()
    cluster.shutdown()


def _wins(report: Report) -> str:
    cells = (f"{cell['players']} Reckoners {cell['wins']}/{cell['games']} won" for cell in report.cells)
    return ", ".join(cells)


if __name__ == "__main__":
    main()
