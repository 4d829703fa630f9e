#!/usr/bin/env bash
# Builds the tests of threads with the thread sanitizer in build/tsan, and runs them: queries of several threads to every
# method, and sweeps of two jobs.
#
#   scripts/tsan.sh [OPTION...]               options go to ctest, e.g. -R Forks
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_TEST_PACKAGES[@]}"
cd "$FAIRWAY_ROOT"
say "Building in build/tsan"
cmake --preset tsan >/dev/null
cmake --build --preset tsan
say "Testing"
exec ctest --preset tsan "$@"
