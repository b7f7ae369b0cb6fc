"""What the tests of the large frameworks share: the examples can be imported, and PyTorch keeps to one thread."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
# The networks are so small that threads only wait for each other.
torch.set_num_threads(1)
