#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/ratio_interval.hpp"

namespace fairway {

/// What differs between two result stores for one method that both have.
struct MethodChanges {
  std::string method;
  std::int64_t compared = 0;  ///< answers that both have
  std::int64_t statuses = 0;  ///< of them, so many have another status, and so on
  std::int64_t lengths = 0;   ///< of the path returned or of the raw one
  std::int64_t searches = 0;  ///< nodes expanded or generated
  std::int64_t paths = 0;     ///< hash of the path
  std::int64_t builds = 0;  ///< worlds on which the build's status, vertices, edges or bytes differ
  std::vector<std::string> examples;  ///< a few of the answers that differ
  /// How much slower the second is: a mean over the worlds that both measured, where they are
  /// kLeastWorlds or more.
  std::optional<RatioInterval> query_time;
  std::optional<RatioInterval> build_time;
  bool query_time_differs = false;  ///< at the 5 % level, Holm-corrected over all methods
  bool build_time_differs = false;

  bool any() const { return statuses + lengths + searches + paths + builds > 0; }
};

struct StoreDiff {
  std::vector<std::string> only_in_first;  ///< "world castle", "method grid", "12 answers"
  std::vector<std::string> only_in_second;
  std::vector<std::string> changed;  ///< worlds and methods that differ under one name
  std::vector<MethodChanges> methods;
  std::string first_digest;  ///< see path_digest()
  std::string second_digest;
  std::string first_machine;  ///< "host (cpu)", several where there are several
  std::string second_machine;

  /// Whether anything differs but times.
  bool any() const;
};

/// Fewer common worlds than this, and times are not compared.
inline constexpr std::size_t kLeastWorlds = 5;

/// Compares two result stores by the names of worlds and methods and the numbers of queries. Throws
/// DatabaseError, and StoreMismatch for another schema.
StoreDiff diff_stores(const std::filesystem::path& first, const std::filesystem::path& second);

/// A hash (SHA-256) over every answer of a store: its world, query, method, status and path. Equal
/// for two stores exactly where all of these are, whatever the order of rows.
std::string path_digest(const std::filesystem::path& store);

}  // namespace fairway
