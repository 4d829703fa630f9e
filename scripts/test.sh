#!/usr/bin/env bash
# Builds Fairway and runs all tests. Without FAIRWAY_DATASETS and ../shared/datasets, the tests of public datasets are
# skipped.
#
#   scripts/test.sh [OPTION...]               options go to ctest, e.g. -R quadtree
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_PLOT_PACKAGES[@]}" \
  "${FAIRWAY_TEST_PACKAGES[@]}"
build_release all
say "Testing"
cd "$FAIRWAY_ROOT"
exec ctest --preset release --parallel "$(nproc)" "$@"
