#!/usr/bin/env python3
"""Shows what TensorBoard finds in a run folder: every tag, its number of points, its last value.

    pip install tensorboard
    python3 train/tags.py runs/quick
"""

import os
import signal
import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder = sys.argv[1]
    events = EventAccumulator(folder).Reload() if os.path.isdir(folder) else None
    tags = events.Tags()["scalars"] if events else []
    if not tags:
        print(f"{folder}: no scalars found; is it the folder of a run?", file=sys.stderr)
        return 1
    for tag in tags:
        points = events.Scalars(tag)
        print(f"{tag:40} {len(points):6} points, last {points[-1].value:.6g} at {points[-1].step}")
    return 0


if __name__ == "__main__":
    # `| head` may close the pipe early.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
