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

/// Strata: worlds of one radius, with or without terrain.
constexpr const char* kStrata =
    "SELECT terrain, radius, COUNT(*) AS worlds, SUM(sampled) AS sampled, SUM(rejected) AS rejected"
    " FROM world GROUP BY terrain, radius HAVING MAX(id IN (SELECT world FROM build))";

/// The methods of a stratum. `query_is_least` is set if at least half of the times reach the least
/// time limit of a censored query. `spread` counts answers whose median repetition exceeds 1.5
/// times the least one.
constexpr const char* kMethods = R"(
WITH cost AS (
  SELECT t.method, SUM(t.built) AS worlds, SUM(t.status <> 'unsupported' AND NOT t.built) AS failed_worlds,
    SUM(t.built AND t.builds = 1 AND t.own_build_ns IS NOT NULL) AS built_once,
    SUM(t.built AND t.own_build_ns IS NULL) AS counted_elsewhere,
    SUM(t.built AND t.own_bytes IS NULL AND t.own_build_ns IS NOT NULL) AS unsized,
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
    SUM(answered AND ns IS NULL) AS untimed, SUM(answered AND ns > 1.5 * least_ns) AS spread,
    quantile(gap, 0.5) FILTER (WHERE answered) AS median_gap, AVG(gap) FILTER (WHERE answered) AS mean_gap,
    quantile(gap, 0.95) FILTER (WHERE answered) AS p95_gap, MAX(gap) FILTER (WHERE answered) AS worst_gap,
    AVG(corridor_gap) FILTER (WHERE answered) AS mean_corridor_gap, AVG(slack) FILTER (WHERE answered) AS mean_slack,
    quantile(path_ns, 0.5) FILTER (WHERE reachable) AS query,
    2 * SUM(path_ns >= least_limit) FILTER (WHERE reachable) >= COUNT(path_ns) FILTER (WHERE reachable) AS query_is_least,
    quantile(ns, 0.5) FILTER (WHERE status = 'unreachable') AS refusal
  FROM timed GROUP BY method
)
SELECT m.name, m.recorded, c.*, a.* FROM method m JOIN cost c ON c.method = m.id LEFT JOIN answered a ON a.method = m.id
ORDER BY m.id)";

constexpr const char* kFollows = R"(
WITH world_follow AS (
  SELECT w.terrain, w.radius, f.method, f.method_name, f.world, COUNT(*) AS bursts, AVG(f.repaired) AS repaired,
    quantile(f.ns, 0.5) AS p50, quantile(f.ns, 0.95) AS p95, quantile(f.first_answer_ns, 0.5) AS first,
    (SELECT COUNT(*) FROM answer a JOIN query q ON q.id = a.query
      WHERE a.outdated AND a.method = f.method AND q.world = f.world) AS outdated
  FROM follow_cost f JOIN world w ON w.id = f.world GROUP BY f.method, f.world
)
SELECT terrain, radius, method_name, COUNT(*) AS worlds, SUM(bursts) AS bursts, quantile(repaired, 0.5) AS repaired,
  quantile(p50, 0.5) AS p50, quantile(p95, 0.5) AS p95, quantile(first, 0.5) AS first, SUM(outdated) AS outdated,
  (SELECT COUNT(DISTINCT world) FROM world_follow o WHERE (o.terrain, o.radius) = (f.terrain, f.radius)) AS all_worlds
FROM world_follow f GROUP BY terrain, radius, method ORDER BY terrain, radius, method)";

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

/// A time or size. `never` is the text for infinity.
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

/// Lines that list methods with a remark.
class MethodLines {
 public:
  enum Line { kNotBuilt, kUntimed, kUnsized, kCountedElsewhere, kRecorded, kSpread, kLines };

  void add(Line line, std::string_view method, const std::string& said) {
    lists_[line] += fmt::format("{}{} {}", lists_[line].empty() ? "" : ", ", method, said);
  }
  std::string text() const {
    constexpr std::array<const char*, kLines> kHeads{
        "Not built",
        "Without a time, not in `query`",
        "Without a size, not in `memory`",
        "One build for all radii, counted at the least radius of each map",
        "Recorded, not timed",
        "Unstable: median repetition over 1.5 times the least"};
    std::string text;
    for (std::size_t i = 0; i < kLines; ++i) {
      if (!lists_[i].empty()) text += fmt::format("{}: {}\n", kHeads[i], lists_[i]);
    }
    return text;
  }

 private:
  std::array<std::string, kLines> lists_;
};

/// A line on builds that ran once; empty if all times are medians of several builds.
std::string cold_builds(std::int64_t once, std::int64_t built) {
  if (once == 0) return "";
  if (once == built) return "Build: times of one cold build per method and world, not medians\n";
  return fmt::format(
      "Build: times of one cold build for {} of {} methods and worlds, else medians\n", once,
      built);
}

std::string stratum_text(Database& database, const Statement& stratum) {
  TextTable paths{{"method", "worlds", "found", "missed", "invalid", "failed", "median gap",
                   "mean gap", "p95", "worst", "corridor", "slack"}};
  TextTable costs{{"method", "query", "refusal", "build", "own", "memory", "own", "scratch"}};
  MethodLines lines;
  std::int64_t built = 0, built_once = 0;
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
    const auto share = [&](const char* count, const char* of, std::int64_t all,
                           MethodLines::Line line) {
      const std::int64_t n = s[count].integer();
      if (n > 0) lines.add(line, name, fmt::format("{} of {}{}", n, all, of));
    };
    share("failed_worlds", " worlds", worlds + s["failed_worlds"].integer(),
          MethodLines::kNotBuilt);
    if (recorded) {
      lines.add(MethodLines::kRecorded, name, "on " + worlds_text(worlds));
      continue;
    }
    share("untimed", " found", found, MethodLines::kUntimed);
    share("unsized", " worlds", worlds, MethodLines::kUnsized);
    share("counted_elsewhere", " worlds", worlds, MethodLines::kCountedElsewhere);
    built += worlds - s["counted_elsewhere"].integer();
    built_once += s["built_once"].integer();
    constexpr double kTolerated = 0.05;
    const double spread = s["spread"].real() / std::max(1.0, static_cast<double>(found));
    if (spread > kTolerated) {
      lines.add(MethodLines::kSpread, name, fmt::format("{:.0f} %", 100 * spread));
    }
  }
  std::string below = cold_builds(built_once, built) + lines.text();
  if (stratum["rejected"].integer() > 0) {
    below += fmt::format(
        "Sampled: {} pairs of ends, of which {} are rejected because they are not connected at "
        "every radius\n",
        stratum["sampled"].integer(), stratum["rejected"].integer());
  }
  return fmt::format("Radius {}: {}\n\n{}\n{}{}{}\n", radius_text(stratum),
                     worlds_text(stratum["worlds"].integer()), aligned(paths), aligned(costs),
                     below.empty() ? "" : "\n", below);
}

}  // namespace

std::string summary_text(const fs::path& results) {
  Database database = open_for_summary(results);
  std::string text;
  Statement strata(database, kStrata);
  while (strata.step()) text += stratum_text(database, strata);
  return text;
}

std::string changes_summary(const fs::path& results) {
  Database database = open_for_summary(results);
  std::string text;
  Statement f(database, kFollows);
  bool more = f.step();
  while (more) {
    const std::string radius = radius_text(f);
    const std::int64_t worlds = f["all_worlds"].integer();
    TextTable table{{"method", "worlds", "bursts", "repaired", "follow p50", "follow p95",
                     "first answer p50", "outdated"}};
    std::string fewer;
    for (; more && radius_text(f) == radius; more = f.step()) {
      const std::string name(f["method_name"].text());
      table.push_back({name, fmt::format("{} of {}", f["worlds"].integer(), worlds),
                       whole(f["bursts"]), percent(f["repaired"].real(), 0),
                       shown(f["p50"], duration), shown(f["p95"], duration),
                       shown(f["first"], duration), whole(f["outdated"])});
      if (f["worlds"].integer() < worlds) fewer += (fewer.empty() ? "" : ", ") + name;
    }
    text += fmt::format(
        "Changing worlds, radius {}: {}; medians over worlds\n\n{}{}\n", radius,
        worlds_text(worlds), aligned(table),
        fewer.empty()
            ? ""
            : "Followed fewer worlds, not comparable with the other rows: " + fewer + "\n");
  }
  return text;
}

std::string interruptions(const fs::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  Statement row(database,
                "SELECT COUNT(*) AS timings, SUM(repeated) AS repeated, SUM(switches > 0) AS kept"
                " FROM timing");
  row.step();
  if (row["repeated"].integer() == 0 && row["kept"].integer() == 0) return "";
  return fmt::format(
      "Interrupted: {} measurements were repeated, {} of {} timings remain interrupted\n",
      row["repeated"].integer(), row["kept"].integer(), row["timings"].integer());
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
