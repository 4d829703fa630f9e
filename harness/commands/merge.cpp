#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/merge.hpp"
#include "harness/sweep/shards.hpp"

namespace fairway {

namespace {

struct MergeOptions {
  std::filesystem::path output;
  std::vector<std::filesystem::path> inputs;
  std::string plan;
  bool incomplete = false;
};

MergeDemand demand_of(const MergeOptions& options) {
  MergeDemand demand;
  demand.incomplete = options.incomplete;
  if (options.plan.empty()) {
    if (options.incomplete)
      throw UsageError("--incomplete: expected --plan PLAN.json, which lists the wanted results");
    return demand;
  }
  const ShardPlan plan = read_shard_plan(options.plan);
  demand.methods = plan.methods;
  for (const auto& shard : plan.shards) {
    for (const ShardTask& task : shard) demand.worlds.push_back(task.world);
  }
  std::sort(demand.worlds.begin(), demand.worlds.end());
  demand.worlds.erase(std::unique(demand.worlds.begin(), demand.worlds.end()), demand.worlds.end());
  return demand;
}

int merge(const MergeOptions& options) {
  const MergeDemand demand = demand_of(options);
  const MergeOutcome outcome = merge_stores(options.output, options.inputs, demand);
  if (!outcome.missing.empty()) {
    write_output(fmt::format("Builds or answers are missing on {} of {} worlds: {}\n",
                             outcome.missing.size(), demand.worlds.size(),
                             fmt::join(outcome.missing, ", ")));
  }
  write_output(fmt::format("{} trials on {} worlds, from {} runs on the hosts {}, are in {}\n",
                           outcome.trials, outcome.worlds, outcome.runs,
                           fmt::join(outcome.hosts, ", "), options.output.string()));
  return kSuccess;
}

}  // namespace

void add_merge_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "merge", "Merge the result stores of parts of a sweep into a new store");
  const auto options = std::make_shared<MergeOptions>();
  add_option(*command, "output OUT.sqlite", options->output, "result store to create");
  add_option(*command, "inputs IN.sqlite...", options->inputs, "result stores of one sweep",
             CLI::ExistingFile);
  add_option(*command, "--plan PLAN.json", options->plan,
             "plan of the shards: merge only if the inputs contain all results of the plan",
             CLI::ExistingFile);
  command->add_flag("--incomplete", options->incomplete,
                    "with --plan: list the missing results, and merge the existing results");
  command->callback([&action, options] { action = [options] { return merge(*options); }; });
}

}  // namespace fairway
