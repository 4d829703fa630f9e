# shellcheck shell=bash
# Functions and package lists for the other scripts, which source this file. With --help as its first argument, a script
# prints the comment at its head and ends.

set -euo pipefail
FAIRWAY_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Debian's Python has the packages of plots and tests; another python3 on the path may lack them.
# shellcheck disable=SC2034
FAIRWAY_PYTHON=/usr/bin/python3

# Debian 12 packages for the build, plots, fuzzers and tests. Only .ci/run installs the packages for clusters, programs
# and the page of the report; elsewhere, tests without them are skipped.
# shellcheck disable=SC2034
FAIRWAY_BUILD_PACKAGES=(g++ cmake ninja-build ccache git libboost-dev libcgal-dev libcli11-dev
  libfmt-dev nlohmann-json3-dev libsqlite3-dev libsodium-dev libtomlplusplus-dev libbenchmark-dev
  libnanoflann-dev libpng-dev libyaml-cpp-dev zlib1g-dev
  libgtest-dev libgmock-dev librapidcheck-dev)
# shellcheck disable=SC2034
FAIRWAY_PLOT_PACKAGES=(python3 python3-pandas python3-matplotlib python3-scipy)
# shellcheck disable=SC2034
FAIRWAY_FUZZ_PACKAGES=(clang-14 libclang-rt-14-dev)
# shellcheck disable=SC2034
FAIRWAY_TEST_PACKAGES=(python3-pytest python3-statsmodels python3-shapely python3-cloudpickle clang-format-14 shellcheck
  curl unzip bubblewrap doxygen)
# Programs that are compared (docs/programs.md). Each is built where its package is installed.
# shellcheck disable=SC2034
FAIRWAY_PROGRAM_PACKAGES=(librecast-dev libompl-dev python3-skimage python3-networkx)
# Readers of other programs' maps (docs/maps.md), and gdal-bin for their tests.
# shellcheck disable=SC2034
FAIRWAY_MAP_PACKAGES=(libgdal-dev gdal-bin libosmium2-dev libprotozero-dev libexpat1-dev
  python3-svgelements)
# shellcheck disable=SC2034
FAIRWAY_CLUSTER_PACKAGES=(slurmctld slurmd slurm-client munge parallel)
# shellcheck disable=SC2034
FAIRWAY_BROWSER_PACKAGES=(chromium chromium-driver python3-selenium)
# The engine for JavaScript (scripts/playground.sh).
# shellcheck disable=SC2034
FAIRWAY_WASM_PACKAGES=(emscripten)

# say WORD...: prints the words to standard error, after the time since the start of the script.
say() { printf '== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&2; }
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}
wrong_usage() {
  printf '%s: %s (--help explains)\n' "${0##*/}" "$*" >&2
  exit 2
}

usage() {
  sed -n '2,/^source/{/^#/s/^# \{0,1\}//p}' "$0"
  exit
}
[[ ${1:-} != -h && ${1:-} != --help ]] || usage

# need_packages PACKAGE...: installs the missing packages and removes none. If no package is missing, it needs neither
# network nor privileges.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "There is no dpkg here. The build needs the equivalents of these Debian packages: $*"
    return
  fi
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^.i ' ||
      missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      die "these packages are missing, and installing them needs root or sudo: ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
    --no-install-recommends --no-upgrade --no-remove "${missing[@]}" >&2
}

# build_release TARGET...: configures the preset release and builds these targets.
build_release() {
  say "Building in build/release"
  cmake -S "$FAIRWAY_ROOT" --preset release >/dev/null
  cmake --build "$FAIRWAY_ROOT/build/release" --target "$@"
}
