#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/machine/conditions.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/store/path_digest.hpp"
#include "harness/store/store_place.hpp"
#include "harness/store/summary.hpp"
#include "harness/sweep/costs.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/rehearsal.hpp"
#include "harness/sweep/shards.hpp"
#include "harness/sweep/sweep.hpp"
#include "harness/worker/process_family.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

struct RunOptions {
  std::string sweep;
  std::string out;
  SweepOverrides overrides;
  int jobs = 1;
  bool dry_run = false;
  std::string scratch;
  std::string shard_plan;
  int plan_shards = 0;
  std::string costs;
};

/// Parses a shard "I/N". Throws CLI::ValidationError.
Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* last = text.data() + text.size();
  const auto [slash, bad_index] = std::from_chars(text.data(), last, shard.index);
  if (bad_index == std::errc{} && slash != last && *slash == '/') {
    const auto [end, bad_count] = std::from_chars(slash + 1, last, shard.count);
    if (bad_count == std::errc{} && end == last && 1 <= shard.index && shard.index <= shard.count) {
      return shard;
    }
  }
  throw CLI::ValidationError(
      "--shard",
      fmt::format("expected I/N, the I-th of N parts with 1 <= I <= N, found '{}'", text));
}

/// Parses "NAME=FILE". Throws CLI::ValidationError.
Pin parse_pin(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
    throw CLI::ValidationError("--pin",
                               fmt::format("expected NAME=STORE.sqlite, found '{}'", text));
  }
  Pin pin{text.substr(0, equals), text.substr(equals + 1)};
  if (!fs::is_regular_file(pin.store)) {
    throw CLI::ValidationError(
        "--pin", fmt::format("there is no file {}; expected a result store", pin.store.string()));
  }
  return pin;
}

std::string shell_command(const RunOptions& options) {
  const SweepOverrides& o = options.overrides;
  std::string command =
      fmt::format("fairway run {} --out {}", shell_word(options.sweep), shell_word(options.out));
  if (!o.maps.empty()) {
    command += fmt::format(" --maps {}", shell_word(fmt::format("{}", fmt::join(o.maps, ","))));
  }
  if (!o.methods.empty()) {
    command +=
        fmt::format(" --methods {}", shell_word(fmt::format("{}", fmt::join(o.methods, ","))));
  }
  if (o.queries) command += fmt::format(" --queries {}", *o.queries);
  if (o.repetitions) command += fmt::format(" --repetitions {}", *o.repetitions);
  if (o.builds) command += fmt::format(" --builds {}", *o.builds);
  if (o.seed) command += fmt::format(" --seed {}", *o.seed);
  if (o.timeout_ms) command += fmt::format(" --timeout-ms {}", *o.timeout_ms);
  if (o.memory_mb) command += fmt::format(" --memory-mb {}", *o.memory_mb);
  if (o.shard) command += fmt::format(" --shard {}/{}", o.shard->index, o.shard->count);
  for (const Pin& pin : o.pins) {
    command += fmt::format(" --pin {}", shell_word(pin.method + "=" + pin.store.string()));
  }
  if (!options.shard_plan.empty()) command += " --plan " + shell_word(options.shard_plan);
  if (!options.scratch.empty()) command += " --scratch " + shell_word(options.scratch);
  if (options.jobs != 1) command += fmt::format(" --jobs {}", options.jobs);
  if (!o.radii.empty()) command += fmt::format(" --radius {}", fmt::join(o.radii, ","));
  return command;
}

std::string jobs_fault(const std::string& text) {
  const int most = std::max(1, usable_cores());
  std::string fault = whole_number(1, static_cast<std::uint64_t>(most))(text);
  if (fault.empty()) return fault;
  return fmt::format("{}: each job needs its own core, and the number of usable cores is {}", fault,
                     most);
}

/// Returns the plan of the sweep file after the overrides of the command line.
SweepPlan planned(const RunOptions& options) {
  SweepOverrides overrides = options.overrides;
  const std::optional<Shard> shard = overrides.shard;
  if (!options.shard_plan.empty()) {
    if (!shard) throw UsageError("--plan: expected --shard I/N, the shard of the plan to run");
    overrides.shard.reset();
  }
  SweepPlan plan = plan_sweep(options.sweep, overrides, Registry::built_in());
  if (plan.found == 0) {
    for (const std::string& line : plan.absent) say_on_standard_error(line + "\n");
    throw UsageError(options.sweep +
                     ":1: no map of the sweep was found; expected at least one map that matches "
                     "'maps' and --maps");
  }
  if (!options.shard_plan.empty()) {
    keep_shard(plan, read_shard_plan(options.shard_plan), *shard, options.shard_plan);
  }
  return plan;
}

int write_shard_plan(const RunOptions& options, SweepPlan plan) {
  const auto costs = expected_costs(
      plan, options.costs.empty() ? std::nullopt : std::optional<fs::path>(options.costs));
  for (const std::string& line : plan.absent) say_on_standard_error(line + "\n");
  if (plan.maps.empty())
    throw UsageError("--plan-shards: no map of the sweep can be read; expected at least one");
  write_output(format_shard_plan(plan_shards(plan, costs, options.plan_shards)));
  return kSuccess;
}

/// Runs a sweep in this process, except maps in `crashed` and trials with stored results. With
/// --plan-shards or --dry-run, only prints a plan. Returns the exit code.
int run_once(const RunOptions& options, const fs::path& scratch,
             const std::vector<CrashedMap>& crashed) {
  SweepPlan plan = planned(options);
  if (options.plan_shards > 0) return write_shard_plan(options, plan);
  if (!options.costs.empty())
    throw UsageError("--costs: expected only together with --plan-shards");
  if (options.dry_run) {
    for (const std::string& line : plan.absent) say_on_standard_error(line + "\n");
    for (const Pin& pin : plan.pins) {
      std::erase_if(plan.sweep.methods, [&](const Method& m) { return m.name == pin.method; });
    }
    write_output(rehearse(plan, options.jobs));
    return kSuccess;
  }
  make_folder(options.out);
  const SweepEnd end = run_sweep(plan, options.out, options.jobs, scratch, crashed);
  if (end.outcome == SweepOutcome::kInterrupted) {
    say_on_standard_error(fmt::format(
        "Interrupted; finished trials are stored. To continue:\n  {}\n", shell_command(options)));
    return kInterruptedExit;
  }
  const fs::path results = fs::path(options.out) / "results.sqlite";
  write_output(summary_text(results) + time_account(results) + "Paths: " + path_digest(results) +
               "\nResults: " + results.string() + "\n");
  for (const std::string& fault : end.faults) say_on_standard_error(fault + "\n");
  if (end.outcome == SweepOutcome::kFailed) return kFailure;
  return end.outcome == SweepOutcome::kMapsRefused ? kBadInput : kSuccess;
}

/// A new folder for one run below `parent`; no folder if `parent` is empty. The destructor removes
/// the folder if it is empty. A folder with results that could not be published stays.
class ScratchFolder {
 public:
  explicit ScratchFolder(const fs::path& parent) {
    if (!parent.empty()) path_ = make_folder_below(parent);
  }
  ~ScratchFolder() {
    std::error_code not_empty;
    if (!path_.empty()) fs::remove(path_, not_empty);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }
  /// Removes the files of a crashed process.
  void clear() const {
    if (path_.empty()) return;
    for (const auto& entry : fs::directory_iterator(path_)) fs::remove_all(entry.path());
  }

 private:
  fs::path path_;
};

/// Runs a sweep in a supervised process. If the process crashes while it works on a map, another
/// process continues the sweep without this map.
int run(RunOptions options) {
  if (options.out.empty()) {
    options.out = (fs::path("results") / fs::path(options.sweep).stem()).string();
  }
  const ScratchFolder scratch(options.scratch);
  std::vector<CrashedMap> crashed;
  adopt_orphans();
  for (;;) {
    const ProcessEnd end = run_supervised(
        [&] { return run_action([&] { return run_once(options, scratch.path(), crashed); }); });
    if (end.crash.empty()) return end.code;
    end_children();  // workers that outlived the process
    const bool tried = std::ranges::find(crashed, end.task, &CrashedMap::name) != crashed.end();
    if (!end.by_program || end.task.empty() || tried) {
      say_on_standard_error(
          fmt::format("The sweep was ended by {}; finished trials are stored. To continue:\n  {}\n",
                      end.crash, shell_command(options)));
      return kFailure;
    }
    scratch.clear();
    say_on_standard_error(
        fmt::format("{}: the harness was ended by {}; the sweep continues without this map\n",
                    end.task, end.crash));
    crashed.push_back({end.task, end.crash});
  }
}

}  // namespace

void add_run_command(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("run", "Run a sweep, or continue it, and print a summary");
  const auto options = std::make_shared<RunOptions>();
  SweepOverrides& o = options->overrides;
  add_option(*command, "sweep SWEEP.toml", options->sweep, "sweep file (docs/sweeps.md)");
  add_option(*command, "--out DIR", options->out,
             "folder for results.sqlite (default: results/SWEEP)");
  add_option(*command, "--maps GLOB,...", o.maps,
             "run only maps whose name or file matches a pattern");
  add_option(*command, "--methods NAME,...", o.methods,
             "run only these methods (from the sweep file or `fairway list methods`)");
  add_option(*command, "--queries N", o.queries, "queries per map (default: from the sweep file)",
             whole_number(1, 10'000'000));
  add_option(*command, "--repetitions R", o.repetitions,
             "timed repetitions of each query (default: from the sweep file)",
             whole_number(1, 100'000));
  add_option(*command, "--builds B", o.builds,
             "number of builds of each method on each map (default: from the sweep file)",
             whole_number(1, 1000));
  add_option(
      *command, "--seed S", o.seed,
      "seed of queries and of the order in which methods are timed (default: from the sweep file)",
      whole_number(0));
  add_option(
      *command, "--radius R,...", o.radii,
      "agent radii in map units; every map runs once per radius (default: from the sweep file)",
      number(0));
  add_option(*command, "--timeout-ms T", o.timeout_ms,
             "time limit of a query in ms (default: from the sweep file)",
             whole_number(1, 86'400'000));
  add_option(*command, "--memory-mb M", o.memory_mb,
             "memory limit of a method's process in MiB (default: from the sweep file)",
             whole_number(1, 1 << 30));
  command
      ->add_option_function<std::string>(
          "--shard", [&o](const std::string& text) { o.shard = parse_shard(text); },
          "divide the maps into N parts and run only part I; `fairway merge` joins the results of "
          "the parts")
      ->option_text("I/N");
  command
      ->add_option_function<std::vector<std::string>>(
          "--pin",
          [&o](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) o.pins.push_back(parse_pin(text));
          },
          "copy the answers of method NAME from this result store instead of running NAME; may be "
          "repeated")
      ->option_text("NAME=STORE.sqlite")
      ->allow_extra_args(false);
  add_option(*command, "--plan PLAN.json", options->shard_plan,
             "with --shard: take the maps of shard I from this plan (default: every N-th map)",
             CLI::ExistingFile);
  CLI::Option* plan_shards =
      add_option(*command, "--plan-shards N", options->plan_shards,
                 "print a plan of at most N shards of about equal cost, and run nothing",
                 whole_number(1, 100'000));
  add_option(*command, "--costs STORE.sqlite", options->costs,
             "with --plan-shards: result store of an earlier run, from which the cost of each map "
             "is estimated",
             CLI::ExistingFile);
  plan_shards->excludes("--shard")->excludes("--plan");
  add_option(
      *command, "--scratch DIR", options->scratch,
      "local folder for the store during the run; results.sqlite is copied to --out after each map",
      CLI::ExistingDirectory);
  add_option(*command, "--jobs J", options->jobs,
             "number of maps to measure at the same time, each on its own core (default: 1). "
             "Publish only times that were measured with --jobs 1",
             jobs_fault);
  command->add_flag("--dry-run", options->dry_run,
                    "print maps, methods, queries, expected time and disk space, and run nothing");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace fairway
