"""A short attack with the programs that `cargo test` has built: python3 -m unittest discover scripts"""

import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import attack
import strange

PROGRAM = attack.ROOT / "target/debug/reckoners"
TRAINER = attack.ROOT / "target/debug/reckoners-train"

SHARE = 0.02
"""Of the usual number of cases."""


class Attack(unittest.TestCase):
    def attacked(self, names: list[str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            programs = attack.Programs(PROGRAM, TRAINER, Path(folder))
            failures = attack.attack(programs, names, seed=1, cases=None, share=SHARE)
        self.assertEqual(failures, [])

    @unittest.skipUnless(PROGRAM.is_file(), "cargo test builds it")
    def test_the_program_gives_way_nowhere(self) -> None:
        self.attacked([name for name in attack.ATTACKS if name not in attack.TRAINER])

    @unittest.skipUnless(PROGRAM.is_file() and TRAINER.is_file(), "cargo test builds them")
    def test_the_trainer_gives_way_nowhere(self) -> None:
        self.attacked(list(attack.TRAINER))


class Judge(unittest.TestCase):
    """The judge itself would be no use if it let these pass."""

    def judged(self, status: int, said: str, out: str = "") -> str | None:
        return attack.judge(subprocess.CompletedProcess([], status, out.encode(), said.encode()))

    def test_what_gives_way_is_noticed(self) -> None:
        self.assertIsNone(self.judged(0, ""))
        self.assertIsNone(self.judged(2, "error: no such file"))
        for status, said in (
            (101, "thread 'main' panicked at src/x.rs"),
            (-6, "memory allocation failed"),
            (-9, ""),
            (2, ""),
            (3, "error: x"),
        ):
            self.assertIsNotNone(self.judged(status, said), (status, said))
        self.assertIsNotNone(self.judged(1, "error: internal error"))

    def test_good_input_is_changed_and_seeds_repeat(self) -> None:
        good = {"a": [1, {"b": 2}], "c": "x"}
        changed = [strange.changed(random.Random(seed), good, [good]) for seed in range(50)]
        self.assertGreater(sum(value != good for value in changed), 40)
        self.assertEqual(changed, [strange.changed(random.Random(seed), good, [good]) for seed in range(50)])
        self.assertEqual(good, {"a": [1, {"b": 2}], "c": "x"})
        self.assertEqual(strange.twice('{"a": 2}', random.Random(0)), '{"a": 1, "a": 2}')
