#pragma once

#include <filesystem>
#include <string>

namespace fairway {

struct StoreDifferences {
  /// Facts of both stores, counts of compared rows, and each kind of difference with its count and
  /// the first rows.
  std::string text;
  bool differ = false;
};

/// Compares two result stores exactly. Leaves out the columns with VARIES in schema.sql, which
/// depend on time or machine; scripts/compare.py compares times. Does not compare answers if the
/// stores have different maps for the world, or different ends for the query. Throws DatabaseError,
/// and StoreMismatch if a store has another schema.
StoreDifferences diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace fairway
