#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fairway {

/// Compares two result stores exactly, except the columns that schema.sql marks with VARIES: those
/// depend on time or machine, and scripts/compare.py compares times. The report has
///
/// - `a`, `b`: facts of each store; `differs`: whether anything must be equal and is not;
/// - `worlds_only_in_a`, `queries_only_in_b` and so on: `count` and the `first` names;
/// - `world`, `method`, `query`: each differing column with `count` and the `first` values. A world
///   with another map, and a query with other ends, is not compared further;
/// - `methods`: for each method that both have, its `trials` and `answers` in both, and likewise
///   `build`, `answer`, `follow`; `trials`: their sum.
///
/// Throws DatabaseError, and StoreMismatch if one of the stores has another schema.
nlohmann::ordered_json diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

/// The report as lines for people.
std::string diff_text(const nlohmann::ordered_json& report);

}  // namespace fairway
