"""What must never end in a crash: threads, forks, long runs; and what importing costs."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import reckoners
from reckoners import _core, names

TABLES = Path(__file__).parents[2] / "configs" / "tables"
SMALL = {"players": 2, "difficulty": "beginner"}


def in_a_fork(work: Callable[[], bool]) -> bool:
    """Whether work succeeds in a forked process."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_fork_goes_on_by_itself(threads: int) -> None:
    env = reckoners.ReckonersVectorEnv(64, threads=threads, **SMALL)
    env.reset(seed=0)
    env.step(env.sample_actions())
    actions = env.sample_actions()
    search = reckoners.Policy("search:scripted+playouts=4")
    search.act(env)
    reckoners.evaluate("random", games=4, **SMALL)

    def work() -> bool:
        env.step(actions)
        search.act(env)
        return len(reckoners.evaluate("random", games=4, **SMALL).cells) == 1

    assert in_a_fork(work)
    env.step(actions)


@pytest.mark.parametrize("copy", [True, False])
def test_threads_may_share_an_environment_but_not_step_it_at_once(copy: bool) -> None:
    env = reckoners.ReckonersVectorEnv(256, copy=copy, **SMALL)
    env.reset(seed=0)
    errors: list[Exception] = []
    steps = [0, 0]

    def work(me: int) -> None:
        for _ in range(300):
            try:
                env.step(env.sample_actions())
                steps[me] += 1
            except Exception as error:
                errors.append(error)

    pair = [threading.Thread(target=work, args=(me,)) for me in (0, 1)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    assert sum(steps) + len(errors) == 600 and sum(steps) > 0
    assert all(type(error) is RuntimeError and "another thread" in str(error) for error in errors)
    env.step(env.sample_actions())


def test_threads_with_environments_of_their_own_run_side_by_side() -> None:
    digests: dict[int, list[int]] = {}

    def work(me: int) -> None:
        env = reckoners.ReckonersVectorEnv(32, **SMALL)
        env.reset(seed=9)
        for _ in range(100):
            env.step(env.sample_actions())
        digests[me] = env.core.digests()

    threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(digests) == 4 and all(found == digests[0] for found in digests.values())


def test_a_million_steps_need_no_more_memory() -> None:
    env = reckoners.ReckonersVectorEnv(256, **SMALL)
    single = reckoners.ReckonersEnv(**SMALL)
    policy = reckoners.Policy("random")

    def play(steps: int) -> None:
        env.reset(seed=0)
        for _ in range(steps // 256):
            env.step(env.sample_actions())
        single.reset(seed=0)
        for _ in range(steps // 10):
            if any(single.step(policy.act(single))[2:4]):
                single.reset()

    play(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play(1_000_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4096, f"{grown} KiB more after a million steps"


@pytest.mark.parametrize(
    "work",
    [
        lambda: reckoners.evaluate("search:scripted+playouts=16", games=4096, **SMALL),
        lambda: _core.engine_steps(names.encode(SMALL), 64, 600.0, 1),
        lambda: reckoners.hint(TABLES / "middle-4.json", agent="scripted", playouts=1_000_000),
    ],
    ids=["evaluate", "engine_steps", "hint"],
)
def test_long_work_ends_soon_after_an_interrupt(work: Callable[[], object]) -> None:
    start = time.monotonic()
    former = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, former)
    assert time.monotonic() - start < 20
    assert len(reckoners.evaluate("random", games=4, **SMALL).cells) == 1, "the threads still work"


def test_files_without_end_and_absurd_numbers_of_threads_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 1048576 characters"):
        reckoners.hint("/dev/zero")
    with pytest.raises(ValueError, match="threads=100000: give a number from 0 to 1024"):
        reckoners.ReckonersVectorEnv(4, threads=100_000, **SMALL)
    words = "import reckoners; reckoners.evaluate('random', games=1, players=2)"
    absurd = os.environ | {"RAYON_NUM_THREADS": "100000"}
    done = subprocess.run([sys.executable, "-c", words], env=absurd, capture_output=True, text=True, timeout=60)
    assert "ValueError: RAYON_NUM_THREADS 100000: give a number from 1 to 1024" in done.stderr


def test_importing_is_quick_silent_and_light() -> None:
    code = (
        "import time; start = time.perf_counter(); import reckoners; took = time.perf_counter() - start; "
        "import sys; print(took, 'gymnasium' in sys.modules, 'torch' in sys.modules)"
    )
    runs = [
        subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    assert not any(run.stderr for run in runs)
    took, gymnasium, torch = min(run.stdout.split() for run in runs)
    assert float(took) < 0.3 and gymnasium == torch == "False"


@pytest.mark.parametrize(
    "order",
    [
        "import gymnasium, reckoners",
        "import reckoners, gymnasium",
        "import gymnasium",
        "import reckoners, importlib.util; importlib.util.find_spec('gymnasium'); import gymnasium",
    ],
)
def test_the_id_is_known_in_every_order_of_imports(order: str) -> None:
    name = "reckoners/Reckoners-v0" if "reckoners" in order else "reckoners:reckoners/Reckoners-v0"
    code = f"{order}; env = gymnasium.make({name!r}, players=2); env.reset(seed=0); print(env.spec.id)"
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "reckoners/Reckoners-v0" and not run.stderr


def test_every_public_name_is_there() -> None:
    for name in reckoners.__all__:
        assert getattr(reckoners, name) is not None
    assert dir(reckoners) == sorted(reckoners.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        reckoners.nothing  # noqa: B018
    assert np.dtype(np.float32) == reckoners.ReckonersEnv().observation_space.dtype
