#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/store/ratio_interval.hpp"

namespace fairway {

/// What is in one of two stores and not in the other: how much, and the names of the first few.
struct OnlyIn {
  std::int64_t count = 0;
  std::vector<std::string> first;
};

/// Values of one column that are not the same: how many, and the first few by name.
struct ColumnDiff {
  struct Change {
    std::string where;  ///< a name: of the world, the world and the query's number, the method
    std::string a;
    std::string b;
  };
  std::string column;
  std::int64_t count = 0;
  std::vector<Change> first;
};

/// How the times of B compare with those of A.
struct TimeDiff {
  std::size_t maps = 0;                   ///< that have times in both
  std::optional<RatioInterval> interval;  ///< of B's times over A's; nothing where maps are too few
  bool significant = false;               ///< at 5 % among all methods, by Holm's correction
};

/// One method of both stores, on the worlds and queries of both.
struct MethodDiff {
  std::string method;
  std::int64_t trials = 0;  ///< of both
  OnlyIn trials_of_a;
  OnlyIn trials_of_b;
  std::int64_t answers = 0;  ///< of both
  std::vector<ColumnDiff> answer_columns;
  std::vector<ColumnDiff> build_columns;
  TimeDiff query_time;
  TimeDiff build_time;
};

struct StoreFacts {
  std::filesystem::path file;
  std::int64_t worlds = 0;
  std::int64_t methods = 0;
  std::int64_t trials = 0;
  std::string paths;                  ///< path_digest()
  std::vector<std::string> plans;     ///< seeds and other settings, in words
  std::vector<std::string> programs;  ///< versions and commits
  std::vector<std::string> machines;  ///< hosts and processors
};

/// What differs between two result stores.
struct StoreDiff {
  StoreFacts a;
  StoreFacts b;
  OnlyIn worlds_of_a, worlds_of_b;
  OnlyIn methods_of_a, methods_of_b;
  OnlyIn queries_of_a, queries_of_b;      ///< of the worlds of both
  std::vector<ColumnDiff> world_columns;  ///< a world whose map has changed is not compared further
  std::vector<ColumnDiff> method_columns;
  std::vector<ColumnDiff>
      query_columns;  ///< a query whose ends have changed is not compared further
  std::vector<MethodDiff> methods;
  std::int64_t trials = 0;               ///< of both
  std::int64_t trials_across_hosts = 0;  ///< of those, measured on another host or processor

  /// Whether anything differs that must not depend on time or machine.
  bool differs() const;
};

/// With fewer maps than this times are not compared: they are what an interval is made over.
inline constexpr std::size_t kLeastMapsOfTimes = 5;

/// Compares two result stores: everything but times exactly; of times, for each method, the ratio
/// of B's to A's: the median over the repetitions of a query that has the same status in both, the
/// geometric mean of these ratios on each map (all radii together), and Student's t interval of
/// their geometric mean over maps.
///
/// Throws DatabaseError, and StoreMismatch where one has another schema.
StoreDiff diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace fairway
