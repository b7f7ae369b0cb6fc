"""RLlib: the example learns, on a cluster of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import ray
import rllib_ppo
from gymnasium.utils.env_checker import check_env
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
    algorithm = rllib_ppo.train(iterations=8)
    random, trained = random_return(), mean_return(rllib_ppo.player(algorithm))
    algorithm.stop()
    assert trained > random + 0.5, f"random {random:.3f}, trained {trained:.3f}"
