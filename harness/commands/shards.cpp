#include <fmt/format.h>

#include <memory>

#include "harness/commands/command.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/shard_progress.hpp"
#include "harness/sweep/shards.hpp"

namespace fairway {

namespace {

struct ShardsOptions {
  std::filesystem::path plan;
  bool missing = false;
};

/// Formats ascending numbers as ranges: 2, 5, 6 and 7 become "2,5-7".
std::string ranges(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

int show(const ShardsOptions& options) {
  const ShardPlan plan = read_shard_plan(options.plan);
  std::vector<std::size_t> missing;
  std::string table = "shard      done  expected left\n";
  double left = 0;
  for (std::size_t i = 0; i < plan.shards.size(); ++i) {
    const std::filesystem::path store =
        options.plan.parent_path() / "shards" / std::to_string(i + 1) / "results.sqlite";
    const ShardProgress progress = shard_progress(plan.shards[i], plan.methods, store);
    if (!progress.complete()) missing.push_back(i + 1);
    left += progress.seconds_left;
    table += fmt::format("{:>5}  {:>8}  {}\n", i + 1,
                         fmt::format("{}/{}", progress.finished, progress.worlds),
                         progress.complete() ? "-" : short_duration(progress.seconds_left));
  }
  if (options.missing) {
    write_output(ranges(missing) + "\n");
    return kSuccess;
  }
  table += fmt::format(
      "{} of {} shards are complete{}\n", plan.shards.size() - missing.size(), plan.shards.size(),
      missing.empty() ? "" : fmt::format("; the other shards take about {}", short_duration(left)));
  write_output(table);
  return kSuccess;
}

}  // namespace

void add_shards_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("shards", "Print which shards of a plan are complete");
  const auto options = std::make_shared<ShardsOptions>();
  add_option(*command, "plan PLAN.json", options->plan,
             "plan of `fairway run --plan-shards`; the store of shard I is shards/I/results.sqlite "
             "in the folder of the plan",
             CLI::ExistingFile);
  command->add_flag("--missing", options->missing,
                    "print only the numbers of incomplete shards, such as 2,5-7");
  command->callback([&action, options] { action = [options] { return show(*options); }; });
}

}  // namespace fairway
