#!/usr/bin/env bash
# Builds the fuzzers of all readers with clang and runs them (docs/fuzzing.md). Fails on a finding, and prints the command
# that repeats it. Learned inputs stay in build/fuzz/corpus.
#
#   scripts/fuzz.sh                           run every target for 30 seconds
#   scripts/fuzz.sh 600 geojson tiles         run these targets for 600 seconds each
#   scripts/fuzz.sh --seed 1 30               try about the same inputs at every run
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

chance=()
if [[ ${1:-} == --seed ]]; then
  [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "--seed takes a whole number of 1 or more, not '${2:-}'"
  chance=("-seed=$2" -use_cmp=0) # -use_cmp=1 would record addresses, which differ between runs
  shift 2
fi
seconds=30
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
fuzz=$FAIRWAY_ROOT/tests/fuzz
build=$FAIRWAY_ROOT/build/fuzz
mapfile -t known < <(basename -a -s _fuzz.cpp "$fuzz"/*_fuzz.cpp)
targets=("$@")
[[ $# -gt 0 ]] || targets=("${known[@]}")
for target in "${targets[@]}"; do
  [[ -f $fuzz/${target}_fuzz.cpp ]] || die "no target $target; expected some of: ${known[*]}"
done

need_packages "${FAIRWAY_BUILD_PACKAGES[@]}" "${FAIRWAY_FUZZ_PACKAGES[@]}"
say "Building in build/fuzz"
cmake -S "$FAIRWAY_ROOT" --preset fuzz >/dev/null
cmake --build "$build" --target "${targets[@]/#/fuzz_}"

export ASAN_OPTIONS=allow_addr2line=1 UBSAN_OPTIONS=print_stacktrace=1

# number_after WORD LOG: prints the last number that follows WORD in a log, or 0 if there is none.
number_after() {
  grep -aoE "$1 *[0-9]+" "$2" | tail -n 1 | grep -oE '[0-9]+$' || echo 0
}

# fuzz_one TARGET: runs a target and prints a line with its results. Writes findings to build/fuzz/findings.
fuzz_one() {
  local target=$1 log=$build/logs/$1.log options=() outcome=none
  [[ ! -f $fuzz/dictionaries/$target.dict ]] || options=("-dict=$fuzz/dictionaries/$target.dict")
  mkdir -p "$build/corpus/$target"
  "$build/fuzz/$target" "${options[@]}" "${chance[@]}" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$build/findings/$target-" \
    "$build/corpus/$target" "$fuzz/corpus/$target" >"$log" 2>&1 ||
    outcome="$(grep -aE -m 1 'FINDING|ERROR|runtime error' "$log" || echo stopped): see $log"
  printf '%-20s %12s %10s %8s %8s   %s\n' "$target" \
    "$(number_after 'number_of_executed_units:' "$log")" \
    "$(number_after 'average_exec_per_sec:' "$log")" "$(number_after 'cov:' "$log")" \
    "$(number_after 'corp:' "$log")" "$outcome"
  [[ $outcome == none ]]
}

mkdir -p "$build/logs" "$build/findings"
touch "$build/logs/begin"
say "Fuzzing: ${#targets[@]} targets, $seconds s each"
printf '%-20s %12s %10s %8s %8s   %s\n' target executions exec/s edges corpus findings
failed=0
running=0
for target in "${targets[@]}"; do
  if ((running == $(nproc))); then
    wait -n || failed=1
    running=$((running - 1))
  fi
  fuzz_one "$target" &
  running=$((running + 1))
done
while ((running > 0)); do
  wait -n || failed=1
  running=$((running - 1))
done
if ((failed)); then
  find "$build/findings" -type f -newer "$build/logs/begin" -printf 'build/fuzz/findings/%f\n' | sort |
    while read -r finding; do
      target=$(basename "$finding")
      say "To repeat: build/fuzz/fuzz/${target%%-*} $finding. The input in base64:"
      base64 "$FAIRWAY_ROOT/$finding"
    done
  die "there are findings; docs/fuzzing.md explains how to turn one into a test"
fi
