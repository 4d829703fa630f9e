#include "harness/store/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

std::optional<double> mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void add_builds(Database& database, std::int64_t method, MethodSummary& summary) {
  Statement rows(database, "SELECT status, ns, bytes FROM build WHERE method = :method",
                 {{"method", method}});
  std::vector<double> times;
  std::vector<double> sizes;
  while (rows.step()) {
    if (rows["status"].text() == "unsupported") continue;
    if (rows["status"].text() != "built") {
      ++summary.failures;
      continue;
    }
    ++summary.worlds;
    times.push_back(rows["ns"].real());
    sizes.push_back(rows["bytes"].real());
  }
  summary.median_build_ns = median(std::move(times));
  summary.median_bytes = median(std::move(sizes));
}

void add_answers(Database& database, std::int64_t method, MethodSummary& summary) {
  Statement rows(database,
                 "SELECT answer.status, answer.gap, query.truth FROM answer"
                 " JOIN query ON query.id = answer.query WHERE answer.method = :method",
                 {{"method", method}});
  std::vector<double> gaps;
  while (rows.step()) {
    const std::string_view status = rows["status"].text();
    ++summary.queries;
    summary.reachable += rows["truth"].text() == "reachable" && status != "unsupported";
    if (status == "found") {
      ++summary.found;
      if (const auto gap = rows["gap"].optional_real()) gaps.push_back(*gap);
    } else if (status == "missed") {
      ++summary.missed;
    } else if (status == "invalid_path") {
      ++summary.invalid;
    } else if (status != "unreachable" && status != "start_blocked" && status != "goal_blocked" &&
               status != "unsupported") {
      ++summary.errors;
    }
  }
  summary.mean_gap = mean(gaps);
  summary.median_gap = median(std::move(gaps));
}

/// The median, over the queries with a status, of each query's median time.
std::optional<double> median_time(Database& database, std::int64_t method,
                                  std::string_view status) {
  Statement rows(database,
                 "SELECT timing.query, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns"
                 " AS ns FROM timing JOIN answer ON answer.query = timing.query"
                 " AND answer.method = timing.method"
                 " WHERE timing.method = :method AND answer.status = :status"
                 " ORDER BY timing.query",
                 {{"method", method}, {"status", status}});
  std::vector<double> medians;
  std::vector<double> repetitions;
  std::int64_t query = -1;
  const auto close = [&] {
    if (const auto m = median(std::move(repetitions))) medians.push_back(*m);
    repetitions.clear();
  };
  while (rows.step()) {
    if (rows["query"].integer() != query) close();
    query = rows["query"].integer();
    repetitions.push_back(rows["ns"].real());
  }
  close();
  return median(std::move(medians));
}

std::string with_unit(std::optional<double> value, double step,
                      std::initializer_list<const char*> units) {
  if (!value) return "-";
  auto unit = units.begin();
  double v = *value;
  while (v >= step && std::next(unit) != units.end()) {
    v /= step;
    ++unit;
  }
  return fmt::format("{:.3g} {}", v, *unit);
}

std::string duration(std::optional<double> ns) {
  return with_unit(ns, 1000, {"ns", "us", "ms", "s"});
}

std::string size(std::optional<double> bytes) {
  return with_unit(bytes, 1024, {"B", "KiB", "MiB", "GiB"});
}

std::string gap_text(std::optional<double> gap) { return gap ? percent(*gap, 3) : "-"; }

}  // namespace

std::vector<MethodSummary> summarise(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  std::vector<MethodSummary> summaries;
  Statement methods(database, "SELECT id, name FROM method ORDER BY id");
  while (methods.step()) {
    MethodSummary& summary = summaries.emplace_back();
    summary.method = methods["name"].text();
    const std::int64_t id = methods["id"].integer();
    add_builds(database, id, summary);
    add_answers(database, id, summary);
    summary.median_query_ns = median_time(database, id, "found");
    summary.median_refusal_ns = median_time(database, id, "unreachable");
  }
  return summaries;
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
  return fmt::format("Time: {}; inside timed phases: {}; outside: {}\n", duration(total), timed,
                     outside);
}

std::string percent(double share, int digits) {
  const double unit = std::pow(10, digits);
  const double rounded = std::round(100 * share * unit) / unit;
  return fmt::format("{:.{}f} %", rounded + 0.0, digits);  // -0.0 + 0.0 is 0.0
}

std::string summary_table(const std::vector<MethodSummary>& summaries) {
  std::size_t width = std::string_view("method").size();
  for (const MethodSummary& s : summaries) width = std::max(width, s.method.size());
  std::string table = fmt::format(
      "{:<{}}  {:>6}  {:>13}  {:>6}  {:>7}  {:>6}  {:>10}  {:>10}  {:>9}  {:>9}  {:>9}  {:>9}\n",
      "method", width, "worlds", "found", "missed", "invalid", "failed", "median gap", "mean gap",
      "query", "refusal", "build", "memory");
  for (const MethodSummary& s : summaries) {
    table += fmt::format(
        "{:<{}}  {:>6}  {:>13}  {:>6}  {:>7}  {:>6}  {:>10}  {:>10}  {:>9}  {:>9}  {:>9}  {:>9}\n",
        s.method, width, s.worlds, fmt::format("{} of {}", s.found, s.reachable), s.missed,
        s.invalid, s.errors, gap_text(s.median_gap), gap_text(s.mean_gap),
        duration(s.median_query_ns), duration(s.median_refusal_ns), duration(s.median_build_ns),
        size(s.median_bytes));
  }
  return table;
}

}  // namespace fairway
