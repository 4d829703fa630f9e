#!/usr/bin/env bash
# Measures and plots how build time, query time and memory of every adapter grow with the size of the world
# (docs/benchmarks.md).
#
#   scripts/growth.sh [--out DIR] [--small] [--methods NAME,NAME...]
#
#   --out DIR       folder for growth.json, growth.md and the figures (default: results/growth)
#   --small         measure up to 1024 cells a side and 10,000 vertices: some seconds per method (default: up to
#                   4096 cells a side and 1,000,000 vertices)
#   --methods LIST  measure only these methods
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out=$FAIRWAY_ROOT/results/growth
methods='[^/]+'
sizes='[0-9]{1,7}'
while [[ $# -gt 0 ]]; do
  case $1 in
  --out | --methods)
    [[ $# -ge 2 ]] || die "$1: expected a value"
    if [[ $1 == --out ]]; then out=$2; else methods="(${2//,/|})"; fi
    shift 2
    ;;
  --small)
    sizes='(64|128|256|512|1024|100|300|1000|3000|10000)'
    shift
    ;;
  -h | --help) usage ;;
  *) die "unknown option $1; see --help" ;;
  esac
done

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_PLOT_PACKAGES[@]}"
build_release fairway_benchmarks
mkdir -p "$out"
say "Measuring into $out/growth.json"
# A benchmark that needs over three quarters of the machine's memory fails instead of swapping. If a lower limit is in
# force, bash refuses to raise it, and the lower limit stays.
ulimit -v "$(awk '/^MemTotal/ { print int(0.75 * $2) }' /proc/meminfo)" || true
"$FAIRWAY_ROOT/build/release/fairway_benchmarks" --benchmark_filter="^growth/$methods/.*/$sizes\$" \
  --benchmark_min_time=0.1 --benchmark_out="$out/growth.json" --benchmark_out_format=json
say "Plotting"
"$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/plot_growth.py" "$out/growth.json" --out "$out"
