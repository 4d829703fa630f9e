#!/usr/bin/env bash
# Draws the pictures of docs/ancestors.md: one query on caves.map by each ancestor.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${FAIRWAY:-build/release/fairway}
out=docs/images/ancestors
mkdir -p "$out"
for ancestor in pyweek-quadtree blitz-navmesh pygame-lattice northstar tile-graph; do
  for variant in faithful sound; do
    # A faithful path may be illegal: then `path` fails, after drawing.
    "$program" path datasets/maps/caves.map --method "$ancestor-$variant" --from 15.5,15.5 --to 140.5,135.5 \
      --search --svg "$out/$ancestor-$variant.svg" >/dev/null || [[ $? -eq 1 ]]
  done
done
