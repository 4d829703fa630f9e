#include "harness/store/summary.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "harness/store/quantile.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

/// SQL query for the strata. All worlds of a stratum have the same radius, and either all or none
/// have terrain.
constexpr const char* kStrata =
    "SELECT terrain, radius, COUNT(*) AS worlds"
    " FROM world GROUP BY terrain, radius HAVING MAX(id IN (SELECT world FROM build))";

/// SQL query with one row for each method of a stratum. A query that reached its time limit is
/// censored: its time is only a lower bound. `least_limit` is the least time of a censored query.
/// `query_is_least` is true if at least half of the query times reach `least_limit`. The median
/// `query` is then only a lower bound.
constexpr const char* kMethods = R"(
WITH cost AS (
  SELECT t.method, SUM(t.built) AS worlds, SUM(t.status <> 'unsupported' AND NOT t.built) AS failed_worlds,
    quantile(CASE WHEN t.built THEN t.total_build_ns ELSE 9e999 END, 0.5) FILTER (WHERE t.status <> 'unsupported') AS build,
    quantile(CASE WHEN t.built THEN t.own_build_ns ELSE 9e999 END, 0.5) FILTER (WHERE t.status <> 'unsupported') AS own_build,
    quantile(CASE WHEN t.built THEN t.total_bytes ELSE 9e999 END, 0.5) FILTER (WHERE t.status <> 'unsupported') AS bytes,
    quantile(CASE WHEN t.built THEN t.own_bytes ELSE 9e999 END, 0.5) FILTER (WHERE t.status <> 'unsupported') AS own_bytes,
    quantile(t.scratch_bytes, 0.5) FILTER (WHERE t.own_bytes IS NOT NULL) AS scratch_bytes
  FROM trial t JOIN world w ON w.id = t.world
  WHERE w.terrain = :terrain AND w.radius = :radius GROUP BY t.method
), timed AS (
  SELECT t.*, MIN(CASE WHEN t.reachable AND t.censored THEN t.ns END) OVER (PARTITION BY t.method) AS least_limit
  FROM timed_answer t JOIN world w ON w.id = t.world WHERE w.terrain = :terrain AND w.radius = :radius
), answered AS (
  SELECT method, SUM(answered) AS found, SUM(reachable) AS reachable, SUM(status = 'missed') AS missed,
    SUM(status = 'invalid_path') AS invalid, SUM(status IN ('timeout', 'out_of_memory', 'crashed', 'error')) AS errors,
    quantile(gap, 0.5) FILTER (WHERE answered) AS median_gap, AVG(gap) FILTER (WHERE answered) AS mean_gap,
    quantile(gap, 0.95) FILTER (WHERE answered) AS p95_gap, MAX(gap) FILTER (WHERE answered) AS worst_gap,
    AVG(corridor_gap) FILTER (WHERE answered) AS mean_corridor_gap, AVG(slack) FILTER (WHERE answered) AS mean_slack,
    quantile(path_ns, 0.5) FILTER (WHERE reachable) AS query,
    2 * SUM(path_ns >= least_limit) FILTER (WHERE reachable) >= COUNT(path_ns) FILTER (WHERE reachable) AS query_is_least,
    quantile(ns, 0.5) FILTER (WHERE status = 'unreachable') AS refusal, SUM(outdated) AS outdated
  FROM timed GROUP BY method
), world_follow AS (
  SELECT f.method, f.world, COUNT(*) AS bursts, AVG(f.repaired) AS repaired, quantile(f.ns, 0.5) AS p50,
    quantile(f.ns, 0.95) AS p95, quantile(f.first_answer_ns, 0.5) AS first
  FROM follow_cost f JOIN world w ON w.id = f.world
  WHERE w.terrain = :terrain AND w.radius = :radius GROUP BY f.method, f.world
), follow AS (
  SELECT method, COUNT(*) AS followed, SUM(bursts) AS bursts, quantile(repaired, 0.5) AS repaired,
    quantile(p50, 0.5) AS follow_p50, quantile(p95, 0.5) AS follow_p95, quantile(first, 0.5) AS first_answer
  FROM world_follow GROUP BY method
)
SELECT m.name, m.recorded, c.*, a.*, f.*, (SELECT COUNT(DISTINCT world) FROM world_follow) AS changing
FROM method m JOIN cost c ON c.method = m.id LEFT JOIN answered a ON a.method = m.id LEFT JOIN follow f ON f.method = m.id
ORDER BY m.id)";

Database open_for_summary(const fs::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  add_quantile(database);
  return database;
}

std::string whole(const Column& number) { return fmt::format("{}", number.integer()); }

std::string gap_text(const Column& gap) {
  const auto value = gap.optional_real();
  return value ? percent(*value, 3) : "-";
}

/// Formats a time or size by text(). Returns `never` for infinity.
std::string shown(const Column& figure, std::string (*text)(std::optional<double>),
                  const char* never = "failed") {
  const auto value = figure.optional_real();
  return value && std::isinf(*value) ? never : text(value);
}

std::string radius_text(const Statement& row) {
  return fmt::format("{}{}", row["radius"].real(),
                     row["terrain"].integer() != 0 ? ", terrain" : "");
}

std::string worlds_text(std::int64_t worlds) {
  return fmt::format("{} world{}", worlds, worlds == 1 ? "" : "s");
}

std::string stratum_text(Database& database, const Statement& stratum) {
  TextTable paths{{"method", "worlds", "found", "missed", "invalid", "failed", "median gap",
                   "mean gap", "p95", "worst", "corridor", "slack"}};
  TextTable costs{{"method", "query", "refusal", "build", "own", "memory", "own", "scratch"}};
  TextTable follows{{"method", "worlds", "bursts", "repaired", "follow p50", "follow p95",
                     "first answer p50", "outdated"}};
  std::string not_built;
  std::string recorded_methods;
  Statement s(database, kMethods,
              {{"terrain", stratum["terrain"].integer()}, {"radius", stratum["radius"].real()}});
  while (s.step()) {
    const std::string name(s["name"].text());
    const bool recorded = s["recorded"].integer() != 0;
    const std::int64_t worlds = s["worlds"].integer();
    const std::int64_t found = s["found"].integer();
    paths.push_back({name, whole(s["worlds"]),
                     fmt::format("{} of {}", found, s["reachable"].integer()), whole(s["missed"]),
                     whole(s["invalid"]), whole(s["errors"]), gap_text(s["median_gap"]),
                     gap_text(s["mean_gap"]), gap_text(s["p95_gap"]), gap_text(s["worst_gap"]),
                     gap_text(s["mean_corridor_gap"]), gap_text(s["mean_slack"])});
    costs.push_back({name});
    for (const std::string& cost :
         {(s["query_is_least"].integer() != 0 && !std::isinf(s["query"].real()) ? ">= " : "") +
              shown(s["query"], duration, "no path"),
          shown(s["refusal"], duration), shown(s["build"], duration),
          shown(s["own_build"], duration), shown(s["bytes"], size), shown(s["own_bytes"], size),
          shown(s["scratch_bytes"], size)}) {
      const bool of_build = costs.back().size() > 2;
      costs.back().push_back(recorded && of_build ? "-" : cost);
    }
    if (s["followed"].integer() > 0) {
      follows.push_back({name,
                         fmt::format("{} of {}", s["followed"].integer(), s["changing"].integer()),
                         whole(s["bursts"]), percent(s["repaired"].real(), 0),
                         shown(s["follow_p50"], duration), shown(s["follow_p95"], duration),
                         shown(s["first_answer"], duration), whole(s["outdated"])});
    }
    const auto add = [&name](std::string& list, std::int64_t number, std::int64_t of) {
      if (number > 0) {
        list +=
            fmt::format("{}{} {} of {}", list.empty() ? "" : ", ", name, number, worlds_text(of));
      }
    };
    const std::int64_t failed = s["failed_worlds"].integer();
    add(not_built, failed, worlds + failed);
    if (recorded) add(recorded_methods, worlds, worlds);
  }
  std::string below;
  if (follows.size() > 1) below += "\n" + aligned(follows);
  if (!not_built.empty()) below += "\nNot built: " + not_built + "\n";
  if (!recorded_methods.empty()) below += "\nRecorded, not timed: " + recorded_methods + "\n";
  return fmt::format("Radius {}: {}\n\n{}\n{}{}\n", radius_text(stratum),
                     worlds_text(stratum["worlds"].integer()), aligned(paths), aligned(costs),
                     below);
}

}  // namespace

std::string summary_text(const fs::path& results) {
  Database database = open_for_summary(results);
  std::string text;
  Statement strata(database, kStrata);
  while (strata.step()) text += stratum_text(database, strata);
  return text;
}

std::string time_account(const fs::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  Statement rows(database,
                 "SELECT activity, SUM(ns) AS ns FROM expense"
                 " JOIN measurement ON measurement.id = expense.measurement"
                 " WHERE run = (SELECT MAX(id) FROM run) GROUP BY activity ORDER BY SUM(ns) DESC");
  double total = 0;
  std::string timed;
  std::string outside;
  while (rows.step()) {
    const double ns = rows["ns"].real();
    const std::string_view activity = rows["activity"].text();
    const bool inside = activity == "timed" || activity == "build";
    std::string& list = inside ? timed : outside;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", activity, duration(ns));
    total += ns;
  }
  if (total == 0) return "";
  Statement run(database, "SELECT calibration_ns FROM run ORDER BY id DESC LIMIT 1");
  run.step();
  return fmt::format(
      "Time: {}; in timed phases: {}; other: {}\nCalibration: {} for the fixed work that makes "
      "machines comparable\n",
      duration(total), timed, outside, duration(run["calibration_ns"].optional_real()));
}

}  // namespace fairway
