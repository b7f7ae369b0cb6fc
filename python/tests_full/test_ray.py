"""Evaluation on a Ray cluster of two nodes: the numbers of one machine, also when a node is killed in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
import ray
from ray.cluster_utils import Cluster

import reckoners
import reckoners.ray

TASK = {"players": [2, 3], "difficulty": "beginner"}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A head and one more node, each with one core."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_two_nodes_give_the_numbers_of_one_machine(cluster: Cluster) -> None:
    played: Counter[str] = Counter()
    report = reckoners.ray.evaluate(
        ["random", "scripted"], games=150, part=10, progress=lambda done, all_, node: played.update([node]), **TASK
    )
    alone = reckoners.evaluate(["random", "scripted"], games=150, **TASK)
    assert report.cells == alone.cells and report.comparisons == alone.comparisons
    assert len(played) == 2 and sum(played.values()) == 60


def test_a_node_killed_in_the_middle_changes_nothing(cluster: Cluster) -> None:
    victim = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
    played: Counter[str] = Counter()
    at_the_kill: list[int] = []

    def progress(done: int, all_: int, node: str) -> None:
        played.update([node])
        if not at_the_kill and len(played) == 2 and done >= all_ // 4:
            cluster.remove_node(victim, allow_graceful=False)
            at_the_kill.append(done)

    report = reckoners.ray.evaluate(["scripted"], games=2000, part=25, progress=progress, **TASK)
    assert at_the_kill and at_the_kill[0] < 160, "there was work left"
    assert [cell["games"] for cell in report.cells] == [2000, 2000] and sum(played.values()) == 160
    assert report.cells == reckoners.evaluate(["scripted"], games=2000, **TASK).cells
