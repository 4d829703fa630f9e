#!/usr/bin/env bash
# Runs the study: builds Fairway, checks the maps, runs the sweeps, writes tables, and tests the claims (docs/study.md).
# The same command continues an interrupted study.
#
#   scripts/study.sh --quick --out DIR        shipped maps, few queries: at most 5 minutes after the build
#   scripts/study.sh --full --out DIR         all maps, in parts of at most two hours
#
#   --datasets DIR   folder of public maps (default: $FAIRWAY_DATASETS); may be repeated
#   --part NAME,...  run only these parts, for instance static or static-3; the others keep their results
#   --jobs J         maps that are measured at the same time (default: 1). Publish only times measured with 1
#   --plan           print parts and expected times, and run nothing
#   --program FILE   use this built `fairway` instead of building one
#
# Each part of --full ends as DIR/parts/PART.sqlite.xz. To continue on another machine, copy DIR/parts.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if [[ " $* " != *" --program "* ]]; then
  need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_PLOT_PACKAGES[@]}"
  build_release fairway programs
  set -- "$@" --program "$FAIRWAY_ROOT/build/release/fairway"
fi
exec "$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/study.py" "$@"
