"""Tests of scripts/libtorch.py that need neither network nor libtorch: python3 -m unittest discover scripts"""

import os
import tempfile
import unittest
from pathlib import Path

import libtorch


class IsComplete(unittest.TestCase):
    def test_a_library_that_is_missing_or_cut_short_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in (libtorch.HEADER, *libtorch.LIBRARIES):
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).touch()
            for library, size in libtorch.LIBRARIES.items():
                os.truncate(folder / library, size)  # Sparse: no disk is used.
            (folder / "lib/libtorch.so").symlink_to("libtorch_cpu.so")
            (folder / "build-version").write_text(f"{libtorch.VERSION}\n")
            self.assertTrue(libtorch.is_complete(folder))
            os.truncate(folder / "lib/libtorch_cpu.so", 1000)
            self.assertFalse(libtorch.is_complete(folder))
            (folder / "lib/libtorch_cpu.so").unlink()
            self.assertFalse(libtorch.is_complete(folder))

    def test_every_library_that_is_wanted_has_a_size(self):
        wanted = [to for wheel in libtorch.WHEELS for to in wheel.wanted.values()]
        self.assertEqual(set(libtorch.LIBRARIES), {to for to in wanted if not to.endswith("/")})


if __name__ == "__main__":
    unittest.main()
