#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

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

/// A method that both stores have, compared on the worlds and queries of both.
struct MethodDiff {
  std::string method;
  std::int64_t trials = 0;  ///< in both stores
  OnlyIn trials_of_a;
  OnlyIn trials_of_b;
  std::int64_t answers = 0;  ///< in both stores
  std::vector<ColumnDiff> answer_columns;
  std::vector<ColumnDiff> build_columns;
  std::vector<ColumnDiff> follow_columns;
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
  std::int64_t trials = 0;  ///< in both stores

  /// Whether anything differs that must not depend on time or machine.
  bool differs() const;
};

/// Compares two result stores exactly, except times and other values that depend on the machine,
/// which scripts/compare.py compares. Throws DatabaseError, and StoreMismatch if one of the stores
/// has another schema.
StoreDiff diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace fairway
