#include "harness/store/diff_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fairway {

namespace {

/// Worlds whose times are not averaged with those of others.
struct TimeStratum {
  double radius = 0;
  bool terrain = false;
  auto operator<=>(const TimeStratum&) const = default;
};

TimeStratum stratum_of(const Statement& row) {
  return {row["radius"].real(), row["terrain"].integer() != 0};
}

/// The logarithms of the ratios of each map, by stratum.
using LogRatios = std::map<TimeStratum, std::map<std::string, std::vector<double>>>;

/// Counts a time of 0 ns as 1 ns: the clock may show the same value twice.
double log_ratio(double a, double b) { return std::log(std::max(b, 1.0) / std::max(a, 1.0)); }

/// No ratios, of each stratum that both stores have.
LogRatios no_ratios(Database& database) {
  LogRatios ratios;
  Statement rows(database, "SELECT DISTINCT radius, terrain FROM temp.worlds");
  while (rows.step()) ratios.try_emplace(stratum_of(rows));
  return ratios;
}

std::vector<TimeDiff> over_maps(const LogRatios& ratios) {
  std::vector<TimeDiff> diffs;
  for (const auto& [stratum, maps] : ratios) {
    TimeDiff& diff = diffs.emplace_back();
    diff.radius = stratum.radius;
    diff.terrain = stratum.terrain;
    diff.maps = maps.size();
    if (diff.maps < kLeastMapsOfTimes) continue;
    std::vector<double> means;
    for (const auto& [map, logarithms] : maps) {
      means.push_back(boost::math::statistics::mean(logarithms));
    }
    diff.interval = ratio_interval(means);
  }
  return diffs;
}

struct QueryTime {
  std::int64_t query = 0;
  TimeStratum stratum;
  std::string map;
  double median = 0;
};

/// In order of the queries.
std::vector<QueryTime> query_times(Database& database, const MethodIds& method,
                                   const std::string& store) {
  Statement rows(
      database,
      fmt::format("SELECT q.id, q.map, q.radius, q.terrain, t.locate_ns + t.attach_ns + t.search_ns"
                  " + t.realise_ns + t.smooth_ns AS ns"
                  " FROM temp.queries q"
                  " CROSS JOIN a.answer x ON x.query = q.a AND x.method = :a"
                  " CROSS JOIN b.answer y ON y.query = q.b AND y.method = :b"
                  "   AND y.status = x.status"
                  " CROSS JOIN {0}.timing t ON t.query = q.{0} AND t.method = :{0}"
                  " ORDER BY q.id",
                  store),
      {{"a", method.a}, {"b", method.b}});
  std::vector<QueryTime> times;
  std::vector<double> repetitions;
  const auto close = [&] {
    if (!repetitions.empty()) times.back().median = boost::math::statistics::median(repetitions);
    repetitions.clear();
  };
  while (rows.step()) {
    const std::int64_t query = rows["id"].integer();
    if (times.empty() || times.back().query != query) {
      close();
      times.push_back({query, stratum_of(rows), std::string(rows["map"].text()), 0});
    }
    repetitions.push_back(rows["ns"].real());
  }
  close();
  return times;
}

}  // namespace

std::vector<TimeDiff> compare_query_times(Database& database, const MethodIds& method) {
  const std::vector<QueryTime> of_a = query_times(database, method, "a");
  LogRatios ratios = no_ratios(database);
  auto a = of_a.begin();
  for (const QueryTime& b : query_times(database, method, "b")) {
    while (a != of_a.end() && a->query < b.query) ++a;
    if (a == of_a.end()) break;
    if (a->query == b.query) {
      ratios[b.stratum][b.map].push_back(log_ratio(a->median, b.median));
    }
  }
  return over_maps(ratios);
}

std::vector<TimeDiff> compare_build_times(Database& database, const MethodIds& method) {
  Statement rows(database,
                 "SELECT w.map, w.radius, w.terrain, x.ns AS ns_of_a, y.ns AS ns_of_b"
                 " FROM temp.worlds w"
                 " JOIN temp.builds_of_a x ON x.world = w.a AND x.method = :a AND x.ns IS NOT NULL"
                 " JOIN temp.builds_of_b y ON y.world = w.b AND y.method = :b AND y.ns IS NOT NULL",
                 {{"a", method.a}, {"b", method.b}});
  LogRatios ratios = no_ratios(database);
  while (rows.step()) {
    ratios[stratum_of(rows)][std::string(rows["map"].text())].push_back(
        log_ratio(rows["ns_of_a"].real(), rows["ns_of_b"].real()));
  }
  return over_maps(ratios);
}

void mark_significant(std::span<TimeDiff* const> diffs) {
  std::vector<TimeDiff*> tested;
  std::vector<double> p_values;
  for (TimeDiff* diff : diffs) {
    if (!diff->interval) continue;
    tested.push_back(diff);
    p_values.push_back(diff->interval->p);
  }
  const std::vector<bool> significant = holm_significant(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->significant = significant[i];
}

}  // namespace fairway
