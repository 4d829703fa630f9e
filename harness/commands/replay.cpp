#include "harness/sweep/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/store/quantile.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {
namespace {

struct ReplayOptions {
  std::string world;
  std::vector<std::string> methods;
  double radius = 0;
  bool json = false;
};

std::vector<std::int64_t> totals(const ReplayRecord& record) {
  std::vector<std::int64_t> all;
  for (const FollowRecord& follow : record.follows) all.push_back(follow.costs.ns);
  return all;
}

std::optional<double> quantile_of(const std::vector<std::int64_t>& values, double share) {
  if (values.empty()) return std::nullopt;
  return quantile({values.begin(), values.end()}, share);
}

double mean_gap(const ReplayRecord& record) {
  return record.found == 0 ? 0 : record.gap / static_cast<double>(record.found);
}

bool repairs(const ReplayRecord& record) {
  return std::ranges::any_of(record.follows,
                             [](const FollowRecord& follow) { return follow.costs.repaired; });
}

std::string text_of(const std::vector<ReplayRecord>& records) {
  TextTable table{{"method", "follows", "change p50", "change p95", "first path", "query p50",
                   "found", "missed", "illegal", "outdated", "mean gap"}};
  for (const ReplayRecord& r : records) {
    const std::vector<std::int64_t> changes = totals(r);
    table.push_back({r.method, repairs(r) ? "repairs" : "rebuilt",
                     duration(quantile_of(changes, 0.5)), duration(quantile_of(changes, 0.95)),
                     duration(quantile_of(r.first_path_ns, 0.5)),
                     duration(quantile_of(r.query_ns, 0.5)), fmt::format("{}", r.found),
                     fmt::format("{}", r.missed), fmt::format("{}", r.illegal),
                     fmt::format("{}", r.outdated), percent(mean_gap(r), 3)});
  }
  std::string text = aligned(table);
  for (const ReplayRecord& r : records) {
    if (r.published == 0) continue;
    text += fmt::format("{}: in {} of {} queries, the length equals the published octile length\n",
                        r.method, r.published_equal, r.published);
  }
  return text;
}

Json json_of(const ReplayOptions& options, const std::vector<ReplayRecord>& records) {
  Json methods = Json::array();
  for (const ReplayRecord& r : records) {
    Json follows = Json::array();
    Json erosions = Json::array();
    for (const FollowRecord& follow : r.follows) {
      follows.push_back({follow.costs.space_ns, follow.costs.ns - follow.costs.space_ns});
      erosions.push_back(follow.erosion_ns);
    }
    methods.push_back({{"method", r.method},
                       {"repairs", repairs(r)},
                       {"queries", r.queries},
                       {"found", r.found},
                       {"missed", r.missed},
                       {"illegal", r.illegal},
                       {"outdated", r.outdated},
                       {"mean_gap", mean_gap(r)},
                       {"published", r.published},
                       {"published_equal", r.published_equal},
                       {"memory_first", r.memory_first},
                       {"memory_last", r.memory_last},
                       {"change_ns", follows},
                       {"erosion_ns", erosions},
                       {"first_path_ns", r.first_path_ns},
                       {"query_ns", r.query_ns}});
  }
  return {{"world", options.world}, {"radius", options.radius}, {"methods", std::move(methods)}};
}

int replay_world(const ReplayOptions& options) {
  const Registry& registry = Registry::built_in();
  std::vector<Method> methods;
  for (const std::string& name : options.methods) methods.push_back(registry.method(name));
  const std::vector<ReplayRecord> records =
      replay(read_changing_world(options.world), registry, methods, options.radius);
  write_output(options.json ? indented(json_of(options, records)) : text_of(records));
  const bool wrong = std::ranges::any_of(records, [&](const ReplayRecord& r) {
    const auto method = std::ranges::find(methods, r.method, &Method::name);
    const Guarantees promises = registry.promises(*method);
    return (r.illegal > 0 && promises.legal) || (r.missed > 0 && promises.complete);
  });
  return wrong ? kFailure : kSuccess;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("replay", "Replay a changing world with several methods, in-process");
  const auto options = std::make_shared<ReplayOptions>();
  add_option(
      *command, "world CHANGES", options->world,
      "changing world: a .changes file or a scenario of version 2 (docs/changing-worlds.md)");
  add_option(
      *command, "--method NAME,...", options->methods,
      "names from `fairway list methods`; NAME-rebuilt rebuilds the index of NAME after each burst")
      ->required();
  add_option(*command, "--radius R", options->radius,
             "agent radius in map units; burst times include the erosion (default: 0)", number(0));
  command->add_flag("--json", options->json, "print one JSON object with all times in ns");
  command->callback([&action, options] {
    action = [options] {
      return run_action_supervised([&] { return replay_world(*options); }, options->world);
    };
  });
}

}  // namespace fairway
