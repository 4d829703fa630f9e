#include "harness/store/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "harness/records/records.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// A line warns of a method if its repetitions spread on more than this share of its queries.
constexpr double kTolerated = 0.05;

/// The values of one method in one stratum.
struct Values {
  MethodSummary summary;
  std::vector<double> gaps, corridor_gaps, slacks, times, refusals, builds, own_builds, bytes,
      own_bytes, scratch_bytes;
  double limit = kNever;  ///< the least time at which a query was ended
};

void add_known(std::vector<double>& values, const Column& value) {
  if (const auto number = value.optional_real()) values.push_back(*number);
}

std::optional<double> mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<Figure> median(std::vector<double>& values, double limit = kNever) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Figure{quantile(values, 0.5), limit < kNever && values[values.size() / 2] >= limit};
}

/// By terrain and radius, then by the method's id.
using Strata = std::map<std::pair<bool, double>, std::map<std::int64_t, Values>>;

Values& values_of(Strata& strata, const Statement& row) {
  Values& values =
      strata[{row["terrain"].integer() != 0, row["radius"].real()}][row["method_id"].integer()];
  if (values.summary.method.empty()) values.summary.method = row["method"].text();
  values.summary.recorded = row["recorded"].integer() != 0;
  return values;
}

void read_builds(Database& database, Strata& strata) {
  Statement rows(database,
                 "SELECT w.terrain, w.radius, m.id AS method_id, m.name AS method, m.recorded,"
                 " t.status, t.built, t.builds, t.total_build_ns, t.own_build_ns, t.total_bytes,"
                 " t.own_bytes, t.scratch_bytes"
                 " FROM trial t JOIN world w ON w.id = t.world JOIN method m ON m.id = t.method");
  while (rows.step()) {
    Values& values = values_of(strata, rows);
    if (rows["status"].text() == name_of(Status::kUnsupported)) continue;
    const bool built = rows["built"].integer() != 0;
    ++(built ? values.summary.worlds : values.summary.failed_worlds);
    if (values.summary.recorded) continue;
    values.summary.built_once += built && rows["builds"].integer() == 1;
    values.builds.push_back(built ? rows["total_build_ns"].real() : kNever);
    values.own_builds.push_back(built ? rows["own_build_ns"].real() : kNever);
    if (built && !rows["own_bytes"].optional_real()) {
      ++values.summary.unsized;
      continue;
    }
    values.bytes.push_back(built ? rows["total_bytes"].real() : kNever);
    values.own_bytes.push_back(built ? rows["own_bytes"].real() : kNever);
    add_known(values.scratch_bytes, rows["scratch_bytes"]);
  }
}

void read_answers(Database& database, Strata& strata) {
  Statement rows(database,
                 "SELECT w.terrain, w.radius, m.id AS method_id, m.name AS method, m.recorded,"
                 " t.status, t.reachable, t.answered, t.censored, t.ns, t.path_ns, t.least_ns,"
                 " t.gap, t.corridor_gap, t.slack, t.status IN ('timeout', 'out_of_memory',"
                 " 'crashed', 'error') AS failed FROM timed_answer t"
                 " JOIN world w ON w.id = t.world JOIN method m ON m.id = t.method");
  while (rows.step()) {
    Values& values = values_of(strata, rows);
    MethodSummary& summary = values.summary;
    const std::string_view status = rows["status"].text();
    const std::optional<double> ns = rows["ns"].optional_real();
    const bool found = rows["answered"].integer() != 0;
    summary.found += found;
    summary.missed += status == name_of(Status::kMissed);
    summary.invalid += status == name_of(Status::kInvalidPath);
    summary.errors += rows["failed"].integer() != 0;
    summary.untimed += found && !ns && !summary.recorded;
    summary.spread += found && ns && *ns > kSpread * rows["least_ns"].real();
    if (status == name_of(Status::kUnreachable)) add_known(values.refusals, rows["ns"]);
    if (found) {
      add_known(values.gaps, rows["gap"]);
      add_known(values.corridor_gaps, rows["corridor_gap"]);
      add_known(values.slacks, rows["slack"]);
    }
    if (rows["reachable"].integer() == 0) continue;
    ++summary.reachable;
    add_known(values.times, rows["path_ns"]);
    if (rows["censored"].integer() != 0) values.limit = std::min(values.limit, *ns);
  }
}

MethodSummary finished(Values& values) {
  MethodSummary& summary = values.summary;
  summary.mean_gap = mean(values.gaps);
  if (!values.gaps.empty()) {
    std::sort(values.gaps.begin(), values.gaps.end());
    summary.median_gap = quantile(values.gaps, 0.5);
    summary.p95_gap = quantile(values.gaps, 0.95);
    summary.worst_gap = values.gaps.back();
  }
  summary.mean_corridor_gap = mean(values.corridor_gaps);
  summary.mean_slack = mean(values.slacks);
  summary.query = median(values.times, values.limit);
  summary.refusal = median(values.refusals);
  summary.build_ns = median(values.builds);
  summary.own_build = median(values.own_builds);
  summary.bytes = median(values.bytes);
  summary.own_bytes = median(values.own_bytes);
  summary.scratch_bytes = median(values.scratch_bytes);
  return std::move(summary);
}

std::string gap_text(std::optional<double> gap) { return gap ? percent(*gap, 3) : "-"; }

/// A figure in words; `never` says what an infinite one is.
std::string shown(std::optional<Figure> figure, std::string (*text)(std::optional<double>),
                  const char* never) {
  if (!figure) return "-";
  if (std::isinf(figure->value)) return never;
  return (figure->at_least ? ">= " : "") + text(figure->value);
}

/// One line for the methods of which `say` says something, or nothing.
template <class Say>
std::string line_of(const char* what, const std::vector<MethodSummary>& methods, Say say) {
  std::string list;
  for (const MethodSummary& method : methods) {
    const std::string said = say(method);
    if (!said.empty())
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", method.method, said);
  }
  return list.empty() ? "" : fmt::format("{}: {}\n", what, list);
}

/// Says which build times are of one cold build; empty if all are medians of several.
std::string cold_builds(const std::vector<MethodSummary>& methods) {
  int once = 0, built = 0;
  for (const MethodSummary& m : methods) {
    once += m.built_once;
    built += m.recorded ? 0 : m.worlds;
  }
  if (once == 0) return "";
  return once == built ? "Build: one cold build of each method on each world, not a median\n"
                       : fmt::format(
                             "Build: one cold build for {} of {} methods and worlds, else"
                             " a median\n",
                             once, built);
}

std::string lines_of(const std::vector<MethodSummary>& methods) {
  const auto number = [](int count, const char* of, int all) {
    return count > 0 ? fmt::format("{} of {}{}", count, all, of) : "";
  };
  return cold_builds(methods) +
         line_of("Not built", methods,
                 [&](const MethodSummary& m) {
                   return number(m.failed_worlds, " worlds", m.worlds + m.failed_worlds);
                 }) +
         line_of("Without a time, and not in `query`", methods,
                 [&](const MethodSummary& m) { return number(m.untimed, " found", m.found); }) +
         line_of("Without a size, and not in `memory`", methods,
                 [&](const MethodSummary& m) { return number(m.unsized, " worlds", m.worlds); }) +
         line_of("Recorded, so that nothing is timed", methods,
                 [](const MethodSummary& m) {
                   return m.recorded
                              ? fmt::format("on {} world{}", m.worlds, m.worlds == 1 ? "" : "s")
                              : "";
                 }) +
         line_of("Repetitions spread, their median over 1.5 times the least", methods,
                 [](const MethodSummary& m) {
                   const double share = m.spread / std::max(1.0, double(m.found));
                   return share > kTolerated ? fmt::format("{:.0f} %", 100 * share) : "";
                 });
}

}  // namespace

double quantile(const std::vector<double>& ascending, double p) {
  const auto count = static_cast<double>(ascending.size());
  const double place = p * count;
  const auto at = static_cast<std::size_t>(std::max(1.0, std::ceil(place)));
  if (place != std::floor(place) || place < 1 || place >= count) return ascending[at - 1];
  return 0.5 * (ascending[at - 1] + ascending[at]);
}

std::vector<Stratum> summarise(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  Strata strata;
  read_builds(database, strata);
  read_answers(database, strata);
  std::vector<Stratum> summaries;
  for (auto& [key, methods] : strata) {
    Stratum& stratum = summaries.emplace_back(Stratum{key.second, key.first, 0, 0, 0, {}});
    Statement worlds(database,
                     "SELECT COUNT(*) AS worlds, SUM(sampled) AS sampled, SUM(rejected) AS rejected"
                     " FROM world WHERE terrain = :terrain AND radius = :radius",
                     {{"terrain", key.first}, {"radius", key.second}});
    worlds.step();
    stratum.worlds = static_cast<int>(worlds["worlds"].integer());
    stratum.sampled = worlds["sampled"].integer();
    stratum.rejected = worlds["rejected"].integer();
    for (auto& [id, values] : methods) stratum.methods.push_back(finished(values));
  }
  return summaries;
}

std::string interruptions(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  Statement row(database,
                "SELECT COUNT(*) AS timings, SUM(repeated) AS repeated, SUM(switches > 0) AS kept"
                " FROM timing");
  row.step();
  if (row["repeated"].integer() == 0 && row["kept"].integer() == 0) return "";
  return fmt::format(
      "Interrupted: {} measurements were repeated, {} of {} timings stay interrupted\n",
      row["repeated"].integer(), row["kept"].integer(), row["timings"].integer());
}

std::string time_account(const std::filesystem::path& results) {
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
      "Time: {}; inside timed phases: {}; outside: {}\n"
      "Calibration: {} for the work by which times of two machines compare\n",
      duration(total), timed, outside, duration(run["calibration_ns"].optional_real()));
}

std::string summary_text(std::span<const Stratum> strata) {
  std::string text;
  for (const Stratum& stratum : strata) {
    std::vector<std::array<std::string, 12>> paths{{"method", "worlds", "found", "missed",
                                                    "invalid", "failed", "median gap", "mean gap",
                                                    "p95", "worst", "corridor", "slack"}};
    std::vector<std::array<std::string, 8>> costs{
        {"method", "query", "refusal", "build", "own", "memory", "own", "scratch"}};
    for (const MethodSummary& s : stratum.methods) {
      paths.push_back(
          {s.method, fmt::format("{}", s.worlds), fmt::format("{} of {}", s.found, s.reachable),
           fmt::format("{}", s.missed), fmt::format("{}", s.invalid), fmt::format("{}", s.errors),
           gap_text(s.median_gap), gap_text(s.mean_gap), gap_text(s.p95_gap), gap_text(s.worst_gap),
           gap_text(s.mean_corridor_gap), gap_text(s.mean_slack)});
      costs.push_back({s.method, shown(s.query, duration, "no path"),
                       shown(s.refusal, duration, "-"), shown(s.build_ns, duration, "failed"),
                       shown(s.own_build, duration, "failed"), shown(s.bytes, size, "failed"),
                       shown(s.own_bytes, size, "failed"), shown(s.scratch_bytes, size, "-")});
    }
    text += fmt::format("Radius {}{}: {} world{}\n\n{}\n{}", stratum.radius,
                        stratum.terrain ? ", terrain" : "", stratum.worlds,
                        stratum.worlds == 1 ? "" : "s", aligned(paths), aligned(costs));
    std::string lines = lines_of(stratum.methods);
    if (stratum.rejected > 0) {
      lines += fmt::format(
          "Sampled: {} pairs of ends, {} of which are no queries: not reachable at every radius\n",
          stratum.sampled, stratum.rejected);
    }
    text += (lines.empty() ? "" : "\n") + lines + "\n";
  }
  return text;
}

}  // namespace fairway
