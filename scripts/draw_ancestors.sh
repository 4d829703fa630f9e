#!/usr/bin/env bash
# Draws the pictures of docs/ancestors.md: the path of each ancestor for one query on caves.map.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${FAIRWAY:-build/release/fairway}
out=docs/images/ancestors
mkdir -p "$out"
for ancestor in pyweek-quadtree blitz-navmesh pygame-lattice northstar tile-graph; do
  for variant in faithful sound; do
    # A faithful path may be illegal. Then `path` draws it and exits with 1.
    "$program" path datasets/maps/caves.map --method "$ancestor-$variant" --from 15.5,15.5 --to 140.5,135.5 \
      --search --svg "$out/$ancestor-$variant.svg" >/dev/null || [[ $? -eq 1 ]]
  done
done
