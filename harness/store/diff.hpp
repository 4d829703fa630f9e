#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/store/ratio_interval.hpp"

namespace fairway {

/// Rows that only one of two stores has: their number and the first few names.
struct OnlyIn {
  std::int64_t count = 0;
  std::vector<std::string> first;
};

/// Differing values of one column: their number and the first few by name.
struct ColumnDiff {
  struct Change {
    std::string
        where;  ///< name of the row: the world, the world and the query's number, or the method
    std::string a;
    std::string b;
  };
  std::string column;
  std::int64_t count = 0;
  std::vector<Change> first;
};

/// How the times of store B compare with those of store A, at one radius, with or without terrain.
struct TimeDiff {
  double radius = 0;
  bool terrain = false;
  std::size_t maps = 0;  ///< number of maps with times in both stores
  std::optional<RatioInterval>
      interval;              ///< of B's times divided by A's; nothing if there are too few maps
  bool significant = false;  ///< at 5 % among all methods and strata, by Holm's correction
};

/// A method that both stores have, compared on the worlds and queries of both.
struct MethodDiff {
  std::string method;
  std::int64_t trials = 0;  ///< in both stores
  OnlyIn trials_of_a;
  OnlyIn trials_of_b;
  std::int64_t answers = 0;  ///< in both stores
  std::vector<ColumnDiff> answer_columns;
  std::vector<ColumnDiff> build_columns;
  std::vector<TimeDiff> query_times;  ///< for each stratum of the worlds in both stores
  std::vector<TimeDiff> build_times;  ///< as `query_times`
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
  OnlyIn queries_of_a, queries_of_b;      ///< of the worlds in both stores
  std::vector<ColumnDiff> world_columns;  ///< a world with another map is not compared further
  std::vector<ColumnDiff> method_columns;
  std::vector<ColumnDiff> query_columns;  ///< a query with other ends is not compared further
  std::vector<MethodDiff> methods;
  std::int64_t trials = 0;               ///< in both stores
  std::int64_t trials_across_hosts = 0;  ///< of these, measured on another host or processor

  /// Whether anything differs that must not depend on time or machine.
  bool differs() const;
};

/// Times are not compared on fewer maps than this. The interval is computed over maps.
inline constexpr std::size_t kLeastMapsOfTimes = 5;

/// Compares two result stores: everything but times exactly, and times by the ratio of B's to A's
/// for each method and each stratum, which is a radius, with or without terrain. A query's time is
/// the median over its repetitions, and counts if its status is the same in both stores. A build's
/// time is the median over its repetitions, without the parts of the free space. The ratios are
/// averaged by geometric mean on each map, then over maps, with Student's t interval.
///
/// Throws DatabaseError, and StoreMismatch if one of the stores has another schema.
StoreDiff diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace fairway
