#!/bin/sh
# Runs the trainer with the arguments given. It is built without libtorch, unless the settings ask for
# run.backend = "torch": then libtorch is fetched and it is built with it.
set -u
cargo=${CARGO:-cargo}
trainer="--release -p reckoners-train"

# The trainer itself reads the settings, so that no second reader of them can be wrong.
$cargo build $trainer --no-default-features || exit
backend=$($cargo run --quiet $trainer --no-default-features -- "$@" --which-backend 2>/dev/null)
# exec: signals must reach the trainer, which saves before it leaves.
if [ "$backend" = torch ]; then
	make libtorch || exit
	exec $cargo run $trainer -- "$@"
fi
exec $cargo run --quiet $trainer --no-default-features -- "$@"
