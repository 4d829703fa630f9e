#include "harness/store_diff.hpp"

#include <fmt/format.h>

#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "harness/result_store.hpp"
#include "harness/sha256.hpp"
#include "harness/sqlite.hpp"

namespace fairway {

namespace {

constexpr std::size_t kMostExamples = 5;

using Key = std::tuple<std::string, std::string>;  ///< method, world

std::string digest(Database& database) {
  Statement rows(database,
                 "SELECT world.name, number, method.name, status, path_hash FROM answer"
                 " JOIN query ON query.id = answer.query JOIN world ON world.id = query.world"
                 " JOIN method ON method.id = answer.method ORDER BY 1, 2, 3");
  std::string text;
  while (rows.step()) {
    for (int c = 0; c < 5; ++c) {
      text += rows.text(c);
      text += c < 4 ? '\t' : '\n';
    }
  }
  return sha256(text);
}

std::string machines(Database& database) {
  Statement rows(database,
                 "SELECT DISTINCT host || ' (' || cpu || ')' FROM run"
                 " WHERE id IN (SELECT run FROM build) ORDER BY 1");
  std::string text;
  while (rows.step()) text += (text.empty() ? "" : ", ") + std::string(rows.text(0));
  return text;
}

/// For each method and world, by query: the median over repetitions of the time in nanoseconds.
std::map<Key, std::map<std::int64_t, double>> query_times(Database& database) {
  Statement rows(database,
                 "SELECT method.name, world.name, query.number,"
                 " locate_ns + attach_ns + search_ns + realise_ns + smooth_ns FROM timing"
                 " JOIN query ON query.id = timing.query JOIN world ON world.id = query.world"
                 " JOIN method ON method.id = timing.method ORDER BY 1, 2, 3");
  std::map<Key, std::map<std::int64_t, std::vector<double>>> all;
  while (rows.step()) {
    all[{std::string(rows.text(0)), std::string(rows.text(1))}][rows.integer(2)].push_back(
        rows.real(3));
  }
  std::map<Key, std::map<std::int64_t, double>> medians;
  for (auto& [key, queries] : all) {
    for (auto& [number, times] : queries) {
      medians[key][number] = boost::math::statistics::median(times);
    }
  }
  return medians;
}

std::map<Key, std::map<std::int64_t, double>> build_times(Database& database) {
  Statement rows(database,
                 "SELECT method.name, world.name, ns FROM build"
                 " JOIN world ON world.id = build.world JOIN method ON method.id = build.method"
                 " WHERE ns > 0");
  std::map<Key, std::map<std::int64_t, double>> times;
  while (rows.step()) {
    times[{std::string(rows.text(0)), std::string(rows.text(1))}][0] = rows.real(2);
  }
  return times;
}

/// For each method the mean over common worlds of the mean logarithm of second / first.
std::map<std::string, RatioInterval> ratios(
    const std::map<Key, std::map<std::int64_t, double>>& first,
    const std::map<Key, std::map<std::int64_t, double>>& second) {
  std::map<std::string, std::vector<double>> by_method;
  for (const auto& [key, queries] : first) {
    const auto other = second.find(key);
    if (other == second.end()) continue;
    std::vector<double> logarithms;
    for (const auto& [number, time] : queries) {
      const auto at = other->second.find(number);
      if (at != other->second.end() && time > 0 && at->second > 0) {
        logarithms.push_back(std::log(at->second / time));
      }
    }
    if (logarithms.empty()) continue;
    by_method[std::get<0>(key)].push_back(boost::math::statistics::mean(logarithms));
  }
  std::map<std::string, RatioInterval> intervals;
  for (const auto& [method, worlds] : by_method) {
    if (worlds.size() >= kLeastWorlds) intervals[method] = ratio_interval(worlds);
  }
  return intervals;
}

/// The methods whose interval is significant among all.
std::map<std::string, bool> significant(const std::map<std::string, RatioInterval>& intervals) {
  std::vector<double> p_values;
  for (const auto& [method, interval] : intervals) p_values.push_back(interval.p);
  const std::vector<bool> holds = holm_significant(p_values);
  std::map<std::string, bool> result;
  std::size_t i = 0;
  for (const auto& [method, interval] : intervals) result[method] = holds[i++];
  return result;
}

/// Both stores in one database connection: the first as `main`, the second as `other`.
class Comparison {
 public:
  Comparison(const std::filesystem::path& first, const std::filesystem::path& second)
      : first_(first, Database::Mode::kReadOnly), second_(second, Database::Mode::kReadOnly) {
    check_schema_version(first_, first);
    check_schema_version(second_, second);
    diff_.first_digest = digest(first_);
    diff_.second_digest = digest(second_);
    diff_.first_machine = machines(first_);
    diff_.second_machine = machines(second_);
    first_.attach(second, "other");
  }

  StoreDiff run() {
    compare_names("world", "sha256 || ' ' || content_hash || ' ' || radius || ' ' || terrain");
    compare_names("method",
                  "representation || options || search || heuristic || weight || smoother ||"
                  " ifnull(command, '')");
    compare_queries();
    Statement methods(first_,
                      "SELECT name FROM main.method WHERE name IN (SELECT name FROM other.method)"
                      " ORDER BY id");
    while (methods.step()) diff_.methods.emplace_back().method = methods.text(0);
    for (MethodChanges& method : diff_.methods) {
      compare_answers(method);
      compare_builds(method);
    }
    compare_times();
    return std::move(diff_);
  }

 private:
  void compare_names(const std::string& table, const std::string& identity) {
    const auto missing = [&](const char* here, const char* there, std::vector<std::string>& list) {
      Statement rows(first_, fmt::format("SELECT name FROM {}.{} WHERE name NOT IN"
                                         " (SELECT name FROM {}.{}) ORDER BY name",
                                         here, table, there, table));
      while (rows.step()) list.push_back(fmt::format("{} {}", table, rows.text(0)));
    };
    missing("main", "other", diff_.only_in_first);
    missing("other", "main", diff_.only_in_second);
    Statement rows(first_, fmt::format("SELECT name FROM main.{0} AS a WHERE EXISTS (SELECT 1 FROM"
                                       " other.{0} AS b WHERE b.name = a.name) AND NOT EXISTS"
                                       " (SELECT 1 FROM (SELECT name, {1} AS identity FROM"
                                       " other.{0}) AS b WHERE b.name = a.name AND b.identity ="
                                       " (SELECT {1} FROM main.{0} WHERE id = a.id))"
                                       " ORDER BY name",
                                       table, identity));
    while (rows.step()) diff_.changed.push_back(fmt::format("{} {}", table, rows.text(0)));
  }

  /// Queries and answers that only one store has, of worlds and methods that both have.
  void compare_queries() {
    const auto missing = [&](const char* here, const char* there, std::vector<std::string>& list) {
      Statement rows(
          first_,
          fmt::format("SELECT COUNT(*) FROM {0}.answer AS a JOIN {0}.query AS q ON q.id = a.query"
                      " JOIN {0}.world AS w ON w.id = q.world JOIN {0}.method AS m"
                      " ON m.id = a.method JOIN {1}.world AS w2 ON w2.name = w.name"
                      " JOIN {1}.method AS m2 ON m2.name = m.name"
                      " LEFT JOIN {1}.query AS q2 ON q2.world = w2.id AND q2.number = q.number"
                      " LEFT JOIN {1}.answer AS b ON b.query = q2.id AND b.method = m2.id"
                      " WHERE b.query IS NULL",
                      here, there));
      rows.step();
      if (rows.integer(0) > 0) list.push_back(fmt::format("{} answers", rows.integer(0)));
    };
    missing("main", "other", diff_.only_in_first);
    missing("other", "main", diff_.only_in_second);
    Statement moved(first_,
                    "SELECT w.name, COUNT(*) FROM main.query AS q JOIN main.world AS w"
                    " ON w.id = q.world JOIN other.world AS w2 ON w2.name = w.name"
                    " JOIN other.query AS q2 ON q2.world = w2.id AND q2.number = q.number"
                    " WHERE q.start_x <> q2.start_x OR q.start_y <> q2.start_y OR"
                    " q.goal_x <> q2.goal_x OR q.goal_y <> q2.goal_y OR q.truth <> q2.truth OR"
                    " q.optimum IS NOT q2.optimum GROUP BY w.name ORDER BY w.name");
    while (moved.step()) {
      diff_.changed.push_back(fmt::format("{} queries of {} (ends, truth or optimum)",
                                          moved.integer(1), moved.text(0)));
    }
  }

  void compare_answers(MethodChanges& method) {
    Statement rows(first_,
                   "SELECT w.name, q.number, a.status, b.status, a.status IS NOT b.status,"
                   " a.length IS NOT b.length OR a.raw_length IS NOT b.raw_length,"
                   " a.expanded IS NOT b.expanded OR a.generated IS NOT b.generated,"
                   " a.path_hash IS NOT b.path_hash, a.length, b.length FROM main.answer AS a"
                   " JOIN main.query AS q ON q.id = a.query JOIN main.world AS w ON w.id = q.world"
                   " JOIN main.method AS m ON m.id = a.method"
                   " JOIN other.world AS w2 ON w2.name = w.name"
                   " JOIN other.query AS q2 ON q2.world = w2.id AND q2.number = q.number"
                   " JOIN other.method AS m2 ON m2.name = m.name"
                   " JOIN other.answer AS b ON b.query = q2.id AND b.method = m2.id"
                   " WHERE m.name = ?1 ORDER BY w.name, q.number");
    rows.bind_all(method.method);
    while (rows.step()) {
      ++method.compared;
      const bool status = rows.integer(4) != 0;
      const bool length = rows.integer(5) != 0;
      const bool search = rows.integer(6) != 0;
      const bool path = rows.integer(7) != 0;
      method.statuses += status;
      method.lengths += length;
      method.searches += search;
      method.paths += path;
      if (!(status || length || search || path) || method.examples.size() == kMostExamples) {
        continue;
      }
      std::string example = fmt::format("{} #{}: ", rows.text(0), rows.integer(1));
      example += std::string(rows.text(2));
      if (status) example += fmt::format(" -> {}", rows.text(3));
      if (length) {
        const auto shown = [&](int column) {
          const auto value = rows.optional_real(column);
          return value ? fmt::format("{}", *value) : "none";
        };
        example += fmt::format(", length {} -> {}", shown(8), shown(9));
      }
      if (path && !length) example += ", another path";
      if (search) example += ", another search";
      method.examples.push_back(example);
    }
  }

  void compare_builds(MethodChanges& method) {
    Statement rows(first_,
                   "SELECT COUNT(*) FROM main.build AS a JOIN main.world AS w ON w.id = a.world"
                   " JOIN main.method AS m ON m.id = a.method"
                   " JOIN other.world AS w2 ON w2.name = w.name"
                   " JOIN other.method AS m2 ON m2.name = m.name"
                   " JOIN other.build AS b ON b.world = w2.id AND b.method = m2.id"
                   " WHERE m.name = ?1 AND (a.status <> b.status OR a.vertices IS NOT b.vertices OR"
                   " a.edges IS NOT b.edges OR a.bytes IS NOT b.bytes)");
    rows.bind_all(method.method);
    rows.step();
    method.builds = rows.integer(0);
  }

  void compare_times() {
    const auto queries = ratios(query_times(first_), query_times(second_));
    const auto builds = ratios(build_times(first_), build_times(second_));
    const auto query_differs = significant(queries);
    const auto build_differs = significant(builds);
    for (MethodChanges& method : diff_.methods) {
      if (const auto at = queries.find(method.method); at != queries.end()) {
        method.query_time = at->second;
        method.query_time_differs = query_differs.at(method.method);
      }
      if (const auto at = builds.find(method.method); at != builds.end()) {
        method.build_time = at->second;
        method.build_time_differs = build_differs.at(method.method);
      }
    }
  }

  Database first_;
  Database second_;
  StoreDiff diff_;
};

}  // namespace

bool StoreDiff::any() const {
  bool methods_differ = false;
  for (const MethodChanges& method : methods) methods_differ = methods_differ || method.any();
  return methods_differ || !only_in_first.empty() || !only_in_second.empty() || !changed.empty();
}

StoreDiff diff_stores(const std::filesystem::path& first, const std::filesystem::path& second) {
  return Comparison(first, second).run();
}

std::string path_digest(const std::filesystem::path& store) {
  Database database(store, Database::Mode::kReadOnly);
  return digest(database);
}

}  // namespace fairway
