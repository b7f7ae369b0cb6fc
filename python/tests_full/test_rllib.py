"""RLlib: the example learns, and goes on when a node of its cluster is killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import ray
import rllib_ppo
from gymnasium.utils.env_checker import check_env
from ray.cluster_utils import Cluster
from small_task import SMALL_TASK, mean_return, random_return

from reckoners.rllib import RLlibEnv


@pytest.fixture
def cluster() -> Iterator[None]:
    """Ray on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_the_environment_is_one_of_gymnasiums() -> None:
    check_env(RLlibEnv(SMALL_TASK), skip_render_check=True)


def test_rllib_learns(cluster: None) -> None:
    # After 8 one run had gained 0.39 and another 0.60, with the same seed.
    algorithm = rllib_ppo.train(iterations=14)
    random, trained = random_return(), mean_return(rllib_ppo.player(algorithm))
    algorithm.stop()
    assert trained > random + 0.5, f"random {random:.3f}, trained {trained:.3f}"


def test_training_goes_on_when_a_node_is_killed() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    algorithm = rllib_ppo.config(runners=2).build_algo()
    group = algorithm.env_runner_group
    where = group.foreach_env_runner(lambda runner: ray.get_runtime_context().get_node_id(), local_env_runner=False)
    assert len(set(where)) == 2, "a runner on each node"
    before = algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"]
    cluster.remove_node(second, allow_graceful=False)
    after = [algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"] for _ in range(2)]
    assert before < after[0] < after[1] and group.num_healthy_remote_workers() == 1
    algorithm.stop()
    ray.shutdown()
    cluster.shutdown()
