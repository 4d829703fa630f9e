#!/usr/bin/env bash
# Runs a sweep on a cluster with Slurm: a job array measures, and a last job joins the results and plots them
# (docs/clusters.md). The same command again submits only the missing shards.
#
#   scripts/slurm.sh SWEEP.toml --out DIR [OPTION...] [OPTION of `fairway run`...] [-- SBATCH OPTION...]
#   scripts/slurm.sh status DIR               print which shards are done, running, waiting and failed, and the time left
#   scripts/slurm.sh join DIR [--incomplete]  write DIR/results.sqlite, DIR/plots and DIR/report.html, like the last job;
#                                             --incomplete allows missing shards
#
#   --out DIR       results folder, visible from all nodes
#   --tasks N       number of array tasks (default: 16); fewer if the sweep has fewer maps
#   --costs STORE   balance the tasks by the times in an earlier result store
#   --selftest      each task runs `fairway selftest` first, and stops if it fails
#   --program FILE  use this built `fairway` instead of building one
#   --wait          wait until all jobs have ended; Ctrl-C leaves them running
#   --dry-run       print the batch scripts; write and submit nothing
#
# Everything after -- goes to sbatch, for instance -- --time=4:00:00 --partition=long --exclusive
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# expand LIST: prints the numbers of a list such as 2,5-7, one per line.
expand() { awk -v RS='[,\n]+' -F- 'NF { for (i = $1; i <= $NF; ++i) print i }' <<<"$1"; }
# compress: prints the list of the ascending numbers on standard input.
compress() {
  awk 'function put() { if (n++) printf ","; printf first == last ? first : first "-" last }
       NR > 1 && $1 == last + 1 { last = $1; next }
       NR > 1 { put() }
       { first = last = $1 }
       END { if (NR) { put(); print "" } }'
}
# both A B: prints the numbers that are in both lists. only A B: prints the numbers of A that are not in B.
both() { comm -12 <(expand "$1" | sort) <(expand "$2" | sort) | sort -n | compress; }
only() { comm -23 <(expand "$1" | sort) <(expand "$2" | sort) | sort -n | compress; }
count() { expand "$1" | wc -l; }

# duration SECONDS: prints a human-readable duration.
duration() {
  awk -v s="$1" 'BEGIN { if (s < 90) printf "%d s", s
                         else if (s < 5400) printf "%d min", s / 60 + 0.5
                         else printf "%.1f h", s / 3600 }'
}

# setting NAME: prints a setting of the plan in DIR.
setting() { sed -n "s/^$1=//p" "$out/settings"; }

# need_sweep DIR: sets `out` to DIR; fails unless a sweep was planned in DIR.
need_sweep() {
  [[ -d $1 ]] || die "there is no folder $1"
  out=$(cd "$1" && pwd)
  [[ -f $out/settings ]] || die "$1 is no sweep of scripts/slurm.sh: it has no file 'settings'"
}

# ask_queue: sets `queue` to one line per job of this sweep in Slurm's queue: array or join, job, task, state, node,
# reason.
ask_queue() {
  queue=
  [[ -s $out/jobs ]] || return 0
  local all
  all=$(squeue --noheader --array --user "$(id -u)" --format '%F|%K|%T|%N|%r') || return 1
  queue=$(awk -F'|' 'NR == FNR { split($0, job, " "); kind[job[2]] = job[1]; next }
                     $1 in kind { print kind[$1] "|" $0 }' "$out/jobs" - <<<"$all")
}
# queued STATES: prints the list of array tasks that are in one of these states (a regular expression).
queued() { awk -F'|' -v states="^($1)\$" '$1 == "array" && $4 ~ states { print $3 }' <<<"$queue" | sort -nu | compress; }

# in_queue KIND: prints the queued jobs of this kind, separated by commas.
in_queue() { awk -F'|' -v kind="$1" '$1 == kind { print $2 }' <<<"$queue" | sort -nu | paste -sd, -; }

# ask_state: sets `total` to the number of shards, and `todo` to the list of incomplete shards. Also sets three lists
# that divide `todo`: `running`, `left` (waiting in the queue) and `failed` (not in the queue).
ask_state() {
  ask_queue || return 1
  todo=$("$out/fairway" shards "$out/plan.json" --missing) || die "$out/plan.json is damaged"
  total=$(shards_of "$out/plan.json")
  left=$(both "$todo" "$(queued 'PENDING|REQUEUED|REQUEUE_HOLD|REQUEUE_FED|SPECIAL_EXIT')")
  running=$(only "$(both "$todo" "$(queued '.*')")" "$left")
  failed=$(only "$(only "$todo" "$left")" "$running")
}
shards_of() { grep -o '"shard" *:' "$1" | wc -l; }

# time_left: prints the expected seconds until all shards are done, if the number of running tasks stays the same.
time_left() {
  "$out/fairway" shards "$out/plan.json" | awk -v running="$(expand "$running" | tr '\n' ' ')" '
    BEGIN { slots = split(running, shards, " "); for (i in shards) runs[shards[i]] }
    $2 !~ "/" { next }
    $NF == "s" { left = $(NF - 1) }
    $NF != "s" { parts = split($NF, part, ":"); left = 0; for (i = 1; i <= parts; ++i) left = 60 * left + part[i] }
    { sum += left; if (left > most && $1 in runs) most = left }
    END { share = sum / (slots ? slots : 1); print (share > most ? share : most) }'
}

# last_words LOG: prints the reason why a task ended, or its last message.
last_words() {
  [[ -s $1 ]] || {
    echo "is empty: the job did not start"
    return
  }
  awk '!/^== / { said = $0 } { last = $0 } END { print (last ~ / ended .*, as / || said == "" ? last : said) }' "$1"
}

print_status() {
  local shard reasons nodes
  nodes=$(awk -F'|' '$1 == "array" && $5 != "" { print $5 }' <<<"$queue" | sort -u | head -n 8 | paste -sd' ')
  reasons=$(awk -F'|' '$1 == "array" && $4 == "PENDING" && $6 !~ /^(None|Priority|Resources)$/ { print $6 }' \
    <<<"$queue" | sort -u | paste -sd';')
  printf 'done      %d of %d shards\n' "$((total - $(count "$todo")))" "$total"
  printf 'running   %d%s\n' "$(count "$running")" "${running:+: $running${nodes:+ on $nodes}}"
  printf 'left      %d%s\n' "$(count "$left")" "${left:+: $left${reasons:+ ($reasons)}}"
  if [[ ! -s $out/jobs ]]; then
    printf 'Nothing was submitted yet.\n'
    return
  fi
  printf 'failed    %d%s\n' "$(count "$failed")" "${failed:+: $failed}"
  for shard in $(expand "$failed" | head -n 5); do
    printf '  %s: %s\n' "shards/$shard/log.txt" "$(last_words "$out/shards/$shard/log.txt")"
  done
  if [[ -n $running ]]; then
    printf 'time left about %s\n' "$(duration "$(time_left)")"
  elif [[ -n $todo ]]; then
    printf 'time left about %s with one task; no task runs now\n' "$(duration "$(time_left)")"
  fi
  if [[ -n $failed && -z $running$left ]]; then
    printf 'To submit the failed shards, repeat the command.\n'
  elif grep -q '^join|' <<<"$queue"; then
    printf 'joined by job %s, when they have ended\n' "$(in_queue join)"
  elif ! is_joined; then
    printf 'not joined: join.txt: %s\n' "$(last_words "$out/join.txt")"
  elif [[ ! $out/plots/methods.md -nt $out/results.sqlite ]]; then
    printf 'joined    %s, but not plotted: join.txt: %s\n' "$out/results.sqlite" "$(last_words "$out/join.txt")"
  else
    printf 'joined    %s, plotted into %s\n' "$out/results.sqlite" "$out/plots"
  fi
}

# is_joined: succeeds if DIR/results.sqlite is newer than the stores of all shards.
is_joined() { [[ -f $out/results.sqlite && -z $(find "$out/shards" -name results.sqlite -newer "$out/results.sqlite") ]]; }

status() {
  [[ $# -eq 1 ]] || wrong_usage "status: expected one folder"
  need_sweep "$1"
  ask_state || die "squeue does not answer, so the state of the jobs is unknown"
  print_status
}

# join DIR [--incomplete]: joins the stores on the local disk, then replaces DIR/results.sqlite in one step.
join() {
  local folder='' incomplete=() scratch stores
  for argument; do
    case $argument in
    --incomplete) incomplete=(--incomplete) ;;
    -*) wrong_usage "join: unknown option $argument" ;;
    *) folder=$argument ;;
    esac
  done
  [[ -n $folder ]] || wrong_usage "join: expected a folder"
  need_sweep "$folder"
  shopt -s nullglob
  stores=("$out"/shards/*/results.sqlite)
  [[ ${#stores[@]} -gt 0 ]] || die "no shard of $out has results yet"
  [[ -d ${TMPDIR:-} && -w $TMPDIR ]] || TMPDIR=/tmp
  scratch=$(TMPDIR=${SLURM_TMPDIR:-$TMPDIR} mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$scratch'" EXIT
  say "Joining ${#stores[@]} stores"
  "$out/fairway" merge "$scratch/results.sqlite" "${stores[@]}" --plan "$out/plan.json" "${incomplete[@]}" ||
    die "nothing was joined. Repeat the command that submitted the sweep to submit the missing shards, or join the complete" \
      "ones by: scripts/slurm.sh join $folder --incomplete"
  cp "$scratch/results.sqlite" "$out/results.sqlite.part"
  sync "$out/results.sqlite.part"
  mv "$out/results.sqlite.part" "$out/results.sqlite"
  say "Plotting"
  "$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/plot.py" "$out/results.sqlite" --out "$out/plots" ||
    die "$out/results.sqlite is joined, but not plotted; run scripts/plot.py on another machine"
  say "Writing the report"
  "$FAIRWAY_PYTHON" "$FAIRWAY_ROOT/scripts/report.py" "$out/results.sqlite" --out "$out/report.html" ||
    die "$out/results.sqlite is joined and plotted, but has no report; run scripts/report.py"
}

# write_scripts DIR: writes DIR/array.sbatch and DIR/join.sbatch for the sweep in `out`.
write_scripts() {
  local name=${sweep##*/} argument work='' datasets=''
  name=fairway-${name%.toml}
  for argument in "$out/fairway" run "$sweep" ${options[@]+"${options[@]}"} --plan "$out/plan.json"; do
    work+="$(printf '%q' "$argument") "
  done
  [[ -z ${FAIRWAY_DATASETS:-} ]] || datasets="export FAIRWAY_DATASETS=$(printf '%q' "$(realpath "$FAIRWAY_DATASETS")")"
  cat >"$1/array.sbatch" <<END
#!/bin/bash
#SBATCH --job-name="$name"
#SBATCH --chdir="$out"
#SBATCH --output="${out//%/%%}/shards/%a/log.txt"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@60
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=$((jobs + 1))
#SBATCH --hint=nomultithread
# A task runs one shard of plan.json on the disk of its node, and copies the store to shards/I after each map.
shard=\$SLURM_ARRAY_TASK_ID
echo "== \$(date '+%F %T') shard \$shard of $shards, job \${SLURM_ARRAY_JOB_ID}_\$shard on \$SLURMD_NODENAME"
$datasets
for scratch in "\$SLURM_TMPDIR" "\$TMPDIR" /tmp; do
  [[ ! -d \$scratch || ! -w \$scratch ]] || break
done
scratch=\$(mktemp -d "\$scratch/fairway-XXXXXX") || exit
END
  if $selftest; then
    cat >>"$1/array.sbatch" <<END
$(printf '%q' "$out/fairway") selftest || {
  echo "Nothing was measured, because the selftest failed."
  rmdir "\$scratch"
  exit 1
}
END
  fi
  cat >>"$1/array.sbatch" <<END
$work--shard "\$shard/$shards" \\
  --out $(printf '%q' "$out/shards")/"\$shard" --scratch "\$scratch" &
work=\$!
# At the time limit, this shell alone receives USR1. If Slurm ends the job, all of its processes receive TERM.
why=
trap 'why=", as its time was over"; kill -TERM "\$work"' USR1
trap 'why=", as Slurm ended it"' TERM
wait "\$work"
code=\$?
while kill -0 "\$work" 2>/dev/null; do
  wait "\$work"
  code=\$?
done
# A killed task leaves a useless scratch folder. Any other task leaves only files that could not be copied.
if ((code > 130)); then
  rm -rf "\$scratch"
else
  rmdir --ignore-fail-on-non-empty "\$scratch"
fi
echo "== \$(date '+%F %T') shard \$shard ended with \$code\$why"
exit "\$code"
END
  cat >"$1/join.sbatch" <<END
#!/bin/bash
#SBATCH --job-name="$name-join"
#SBATCH --chdir="$out"
#SBATCH --output="${out//%/%%}/join.txt"
#SBATCH --open-mode=truncate
#SBATCH --requeue
#SBATCH --ntasks=1
exec $(printf '%q' "$FAIRWAY_ROOT/scripts/slurm.sh") join $(printf '%q' "$out")
END
}

# record KIND ID: adds a job to the file DIR/jobs. Cancels the job if the file cannot be written, so that `status` knows
# every running job.
record() {
  echo "$1 $2" >>"$out/jobs" || {
    scancel "$2"
    die "$out/jobs cannot be written: job $2 was cancelled"
  }
}

# submit LIST: submits the array of these shards, if any, and the job that joins all results.
submit() {
  local array join after before
  after=$(in_queue array)
  # Ignore Ctrl-C: it could stop this script between the submission of a job and its record.
  trap '' INT
  if [[ -n $1 ]]; then
    array=$(sbatch --parsable --array="$1" ${sbatch_options[@]+"${sbatch_options[@]}"} "$out/array.sbatch") ||
      die "sbatch refused the array, so nothing was submitted; the plan stays in $out"
    array=${array%%;*}
    record array "$array"
    after+=${after:+,}$array
  fi
  if ! join=$(sbatch --parsable ${sbatch_options[@]+"${sbatch_options[@]}"} \
    ${after:+"--dependency=afterany:${after//,/:}"} "$out/join.sbatch"); then
    if [[ -n ${array:-} ]]; then
      scancel "$array"
      die "sbatch refused the job that joins the results, so the array, job $array, was cancelled"
    fi
    die "sbatch refused the job that joins the results; to join them here, run: scripts/slurm.sh join $out"
  fi
  # Cancel earlier jobs that join results. They do not wait for the array that was submitted now.
  for before in $(in_queue join | tr , ' '); do scancel "$before"; done
  record join "${join%%;*}"
  trap - INT
  say "Submitted${array:+ job $array, shards $1 of $shards, and} job ${join%%;*}, which joins them"
  say "scripts/slurm.sh status $out reports progress, scancel ${array:+$array }${join%%;*} cancels the jobs"
}

# follow: reports changes until the queue is empty. Succeeds if the sweep is joined.
follow() {
  local pause=2 before='' now
  trap stop_following INT
  while true; do
    if ask_state; then
      now="$((total - $(count "$todo"))) of $total shards done, $(count "$running") running, $(count "$left") left"
      now+=", $(count "$failed") failed"
      [[ -n $todo ]] || now="all $total shards done, to be joined"
      [[ $now == "$before" ]] || say "$now${running:+, about $(duration "$(time_left)") left}"
      before=$now
      [[ -n $queue ]] || break
    fi
    sleep "$pause"
    pause=$((pause < 30 ? pause + 1 : 30))
  done
  print_status
  [[ -z $todo ]] && is_joined
}

stop_following() {
  printf '\n' >&2
  # If the queue is unknown, print all jobs that were ever submitted.
  say "The jobs continue. To cancel them: scancel $(
    awk -F'|' '{ print $2 }' <<<"${queue:-$(sed 's/ /|/' "$out/jobs")}" | sort -nu | paste -sd' '
  )"
  exit 130
}

# keep_or_plan: plans the sweep in `out`, or checks that the existing plan has the same settings.
keep_or_plan() {
  local wanted name old new
  wanted=$(printf 'sweep=%s\ncontent=%s\noptions=%s\ntasks=%s\ncosts=%s' "$sweep" "$(sha256sum <"$sweep")" \
    "${options[*]+"${options[*]@Q}"}" "$tasks" "$costs")
  if [[ -f $out/settings ]]; then
    for name in sweep content options tasks costs; do
      old=$(setting "$name")
      new=$(sed -n "s/^$name=//p" <<<"$wanted")
      [[ $old != "$new" ]] || continue
      case $name in
      content) die "$sweep was changed after $out was planned: take another --out" ;;
      tasks) [[ -z $new || $new == "${old:-16}" ]] || die "$out was planned with --tasks ${old:-16}, not $new: take another --out" ;;
      costs) [[ -z $new ]] || die "$out was planned with the costs ${old:-(estimated)}, not $new: take another --out" ;;
      *) die "$out was planned with the $name ${old:-(none)}, not ${new:-(none)}: take another --out" ;;
      esac
    done
    return
  fi
  plan "$out"
  printf '%s\n' "$wanted" >"$out/settings.part"
  mv "$out/settings.part" "$out/settings"
}
# plan DIR: writes DIR/plan.json.
plan() {
  say "Planning"
  "$program" run "$sweep" ${options[@]+"${options[@]}"} --plan-shards "${tasks:-16}" \
    ${costs:+--costs "$costs"} >"$1/plan.json.part" || die "the sweep was not planned"
  mv "$1/plan.json.part" "$1/plan.json"
}

case ${1:-} in
status | join)
  command=$1
  shift
  "$command" "$@"
  exit
  ;;
'' | -*) wrong_usage "expected a sweep file, 'status' or 'join' first" ;;
esac

sweep=$1
shift
out='' tasks='' costs='' program='' selftest=false wait=false dry_run=false jobs=1
options=() sbatch_options=()
while [[ $# -gt 0 ]]; do
  case $1 in
  --out=* | --tasks=* | --costs=* | --program=* | --jobs=*)
    set -- "${1%%=*}" "${1#*=}" "${@:2}"
    continue
    ;;
  --out | --tasks | --costs | --program | --jobs)
    [[ $# -ge 2 && -n $2 ]] || wrong_usage "$1 needs a value"
    [[ $1 != --tasks && $1 != --jobs || $2 =~ ^[1-9][0-9]{0,5}$ ]] || wrong_usage "$1: expected a number above 0, not '$2'"
    printf -v "${1#--}" '%s' "$2"
    [[ $1 != --jobs ]] || options+=("$1" "$2")
    shift
    ;;
  --selftest | --wait) printf -v "${1#--}" true ;;
  --dry-run) dry_run=true ;;
  --shard | --shard=* | --plan | --plan=* | --plan-shards | --plan-shards=* | --scratch | --scratch=*)
    wrong_usage "${1%%=*} is set by this script"
    ;;
  --)
    sbatch_options=("${@:2}")
    break
    ;;
  *) options+=("$1") ;;
  esac
  shift
done
[[ -n $out ]] || wrong_usage "--out DIR is needed"
for option in ${sbatch_options[@]+"${sbatch_options[@]}"}; do
  [[ $option != --array* && $option != -a* ]] || wrong_usage "$option is set by this script"
done
[[ -f $sweep ]] || die "there is no sweep file $sweep"
[[ -z $program || -x $program ]] || die "there is no program $program"
[[ -z $costs || -f $costs ]] || die "there is no store $costs"
sweep=$(realpath "$sweep")
costs=${costs:+$(realpath "$costs")}
out=$(realpath -m "$out")
[[ $out != *$'\n'* && $out != *'"'* ]] || die "a folder for sbatch may not have quotes or line breaks: $out"
$dry_run || command -v sbatch squeue scancel >/dev/null ||
  die "there is no sbatch here: run this on a machine that submits jobs. For a cluster without Slurm, see docs/clusters.md"

if [[ -x $out/fairway ]]; then
  program=$out/fairway
  say "Using the program in $out"
elif [[ -z $program ]]; then
  need_packages "${FAIRWAY_BUILD_PACKAGES[@]}"
  build_release fairway
  program=$FAIRWAY_ROOT/build/release/fairway
fi

if $dry_run; then
  folder=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$folder'" EXIT
  if [[ -f $out/settings ]]; then
    keep_or_plan
    cp "$out/plan.json" "$folder"
    say "Missing: $("$program" shards "$out/plan.json" --missing)"
  else
    plan "$folder"
  fi
  shards=$(shards_of "$folder/plan.json")
  write_scripts "$folder"
  cat "$folder/array.sbatch" "$folder/join.sbatch"
  exit
fi

mkdir -p "$out" || die "the folder $out cannot be made"
if ! dd if=/dev/zero of="$out/.probe" bs=1M count=1 conv=fsync status=none; then
  rm -f "$out/.probe"
  die "nothing can be written into $out, so nothing was submitted"
fi
rm "$out/.probe"
exec {lock}>"$out/lock"
flock --nonblock --conflict-exit-code 75 "$lock" || [[ $? -ne 75 ]] || die "another slurm.sh is at work in $out"
if [[ ! -x $out/fairway ]]; then
  cp "$program" "$out/fairway.part"
  mv "$out/fairway.part" "$out/fairway"
  program=$out/fairway
fi
keep_or_plan
shards=$(shards_of "$out/plan.json")
ask_state || die "squeue does not answer, so nothing was submitted: running jobs are unknown"
write_scripts "$out"
for shard in $(expand "$failed"); do mkdir -p "$out/shards/$shard"; done
if [[ -n $failed ]]; then
  [[ -z $running$left ]] || say "In the queue already: shards $running${running:+${left:+,}}$left"
  submit "$failed"
elif [[ -n $queue ]]; then
  say "All missing shards are in the queue already"
elif is_joined; then
  say "Nothing is missing: $out/results.sqlite"
else
  submit ''
fi
exec {lock}>&-
if $wait; then
  follow
else
  ! ask_state || print_status
fi
