#!/usr/bin/env bash
# Builds Fairway, runs a sweep, plots it and writes the report. Continues an interrupted sweep.
#
#   scripts/run.sh                            run the default sweep, into results/default
#   scripts/run.sh SWEEP.toml [OPTION...]     run another sweep, into results/SWEEP; options go to `fairway run`
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

sweep=${1:-$FAIRWAY_ROOT/datasets/sweeps/default.toml}
[[ $# -eq 0 ]] || shift
[[ -f $sweep ]] || die "there is no sweep file $sweep"
name=$(basename "$sweep" .toml)
out=$FAIRWAY_ROOT/results/$name

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_PLOT_PACKAGES[@]}"
targets=(fairway)
# The default sweep has no methods of the programs in programs/.
[[ $sweep == "$FAIRWAY_ROOT/datasets/sweeps/default.toml" && $# -eq 0 ]] || targets+=(programs)
build_release "${targets[@]}"
say "Running $name into $out"
"$FAIRWAY_ROOT/build/release/fairway" run "$sweep" --out "$out" "$@"
# These options only print a plan.
[[ " $* " != *" --dry-run "* && " $* " != *" --plan-shards"* ]] || exit 0
say "Plotting"
"$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/plot.py" "$out/results.sqlite" --out "$out/plots"
say "Writing the report"
"$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/report.py" "$out/results.sqlite" --out "$out/report.html"
