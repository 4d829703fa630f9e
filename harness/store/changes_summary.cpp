#include "harness/store/changes_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "harness/store/sqlite.hpp"
#include "harness/store/summary.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {

namespace {

/// How a method followed the bursts of one world.
struct WorldFollows {
  std::vector<double> follow_ns, first_answer_ns;
  std::int64_t repaired = 0;
  std::int64_t outdated = 0;
};

struct MethodFollows {
  std::string name;
  std::map<std::int64_t, WorldFollows> worlds;
};

/// By terrain and radius, then by the method's id.
using FollowStrata = std::map<std::pair<bool, double>, std::map<std::int64_t, MethodFollows>>;

FollowStrata read_follows(Database& database) {
  Statement rows(database,
                 "WITH outdated AS (SELECT q.world, a.method, COUNT(*) AS answers FROM answer a"
                 "  JOIN query q ON q.id = a.query WHERE a.outdated GROUP BY q.world, a.method)"
                 " SELECT w.terrain, w.radius, f.world, f.method, f.method_name, f.repaired, f.ns,"
                 " f.first_answer_ns, o.answers AS outdated"
                 " FROM follow_cost f JOIN world w ON w.id = f.world"
                 " LEFT JOIN outdated o ON o.method = f.method AND o.world = f.world");
  FollowStrata strata;
  while (rows.step()) {
    MethodFollows& method =
        strata[{rows["terrain"].integer() != 0, rows["radius"].real()}][rows["method"].integer()];
    method.name = rows["method_name"].text();
    WorldFollows& world = method.worlds[rows["world"].integer()];
    world.follow_ns.push_back(rows["ns"].real());
    world.repaired += rows["repaired"].integer();
    world.outdated = rows["outdated"].integer();
    if (const auto ns = rows["first_answer_ns"].optional_real()) {
      world.first_answer_ns.push_back(*ns);
    }
  }
  return strata;
}

std::optional<double> quantile_of(std::vector<double> values, double share) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return quantile(values, share);
}

/// The median over worlds of a value of each world; nothing if no world has one.
std::optional<double> median_of_worlds(const MethodFollows& method, auto value_of) {
  std::vector<double> values;
  for (const auto& [id, world] : method.worlds) {
    if (const std::optional<double> value = value_of(world)) values.push_back(*value);
  }
  return quantile_of(std::move(values), 0.5);
}

std::array<std::string, 8> row_of(const MethodFollows& method, std::size_t worlds) {
  std::size_t bursts = 0;
  std::int64_t outdated = 0;
  for (const auto& [id, world] : method.worlds) {
    bursts += world.follow_ns.size();
    outdated += world.outdated;
  }
  const auto repaired = median_of_worlds(method, [](const WorldFollows& w) {
    return std::optional(double(w.repaired) / double(w.follow_ns.size()));
  });
  const auto follow = [&](double share) {
    return duration(median_of_worlds(
        method, [&](const WorldFollows& w) { return quantile_of(w.follow_ns, share); }));
  };
  const auto first = median_of_worlds(
      method, [](const WorldFollows& w) { return quantile_of(w.first_answer_ns, 0.5); });
  return {method.name,
          fmt::format("{} of {}", method.worlds.size(), worlds),
          fmt::format("{}", bursts),
          percent(repaired.value_or(0), 0),
          follow(0.5),
          follow(0.95),
          duration(first),
          fmt::format("{}", outdated)};
}

}  // namespace

std::string changes_summary(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  std::string text;
  for (const auto& [key, methods] : read_follows(database)) {
    const auto& [terrain, radius] = key;
    std::set<std::int64_t> worlds;
    for (const auto& [id, method] : methods) {
      for (const auto& world : method.worlds) worlds.insert(world.first);
    }
    std::vector<std::array<std::string, 8>> table{{"method", "worlds", "bursts", "repaired",
                                                   "follow p50", "follow p95", "first answer p50",
                                                   "outdated"}};
    std::string fewer;
    for (const auto& [id, method] : methods) {
      table.push_back(row_of(method, worlds.size()));
      if (method.worlds.size() == worlds.size()) continue;
      fewer += (fewer.empty() ? "" : ", ") + method.name;
    }
    text += fmt::format(
        "Worlds that change, radius {}{}: {} world{}; medians over worlds\n\n{}{}\n", radius,
        terrain ? ", terrain" : "", worlds.size(), worlds.size() == 1 ? "" : "s", aligned(table),
        fewer.empty() ? ""
                      : "Followed fewer worlds, and does not compare with the other "
                        "rows: " +
                            fewer + "\n");
  }
  return text;
}

}  // namespace fairway
