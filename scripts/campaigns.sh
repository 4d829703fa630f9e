#!/usr/bin/env bash
# Runs the long campaigns, in about an hour: conformance of every method in many random worlds, 100,000 queries for each
# preprocessed search of each representation, and the property tests in more sampled worlds. scripts/test.sh runs short
# versions.
#
#   scripts/campaigns.sh                      use seed 1
#   scripts/campaigns.sh SEED                 use this seed for the random worlds and queries
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

seed=${1:-1}
[[ $# -le 1 && $seed =~ ^[0-9]+$ ]] || wrong_usage "expected a seed, found '$*'"
need_packages "${FAIRWAY_BUILD_PACKAGES[@]}"
build_release fairway programs preprocessing_tests properties_tests
cd "$FAIRWAY_ROOT"
say "Examining every method"
methods=$(build/release/fairway list representations --json |
  "$FAIRWAY_PYTHON" -c 'import json, sys; print(",".join(a["name"] for a in json.load(sys.stdin)))')
build/release/fairway conform --representation "$methods" --random 40 --seed "$seed"
say "Comparing preprocessed searches with Dijkstra"
SEED=$seed WORLDS=1000 build/release/tests/preprocessing_tests --gtest_filter="*PreprocessedRepresentation*"
say "Sampling worlds for the properties"
RC_PARAMS="max_success=2000 seed=$seed" build/release/tests/properties_tests
