"""What the tests share."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray


@pytest.fixture
def rng() -> np.random.Generator:
    """Random choices that are the same in every run."""
    return np.random.default_rng(0)


def pick(mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    """A legal action."""
    return int(rng.choice(np.flatnonzero(mask)))
