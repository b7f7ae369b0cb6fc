"""Evaluation on a Ray cluster of two nodes: the numbers of one machine, also when a node is killed in the middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import ray
import ray_evaluate
from ray.cluster_utils import Cluster

import reckoners


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A head and one more node."""
    cluster = ray_evaluate.two_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_two_nodes_give_the_numbers_of_one_machine(cluster: Cluster) -> None:
    agents = ["random", "scripted"]
    told = ray_evaluate.evaluate(cluster, agents, games=150, part=10, kill=False)
    alone = reckoners.evaluate(agents, games=150, **ray_evaluate.TASK)
    assert told.report.cells == alone.cells and told.report.comparisons == alone.comparisons
    assert len(told.parts) == 2 and sum(told.parts.values()) == 60


def test_a_node_killed_in_the_middle_changes_nothing(cluster: Cluster) -> None:
    told = ray_evaluate.evaluate(cluster, ["scripted"], games=2000, part=25, kill=True)
    assert told.killed_after is not None and told.killed_after < 160, "there was work left"
    assert [cell["games"] for cell in told.report.cells] == [2000, 2000] and sum(told.parts.values()) == 160
    assert told.report.cells == reckoners.evaluate(["scripted"], games=2000, **ray_evaluate.TASK).cells
