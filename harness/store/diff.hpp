#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fairway {

/// Compares two result stores exactly, except the columns with VARIES in schema.sql, which depend
/// on time or machine. scripts/compare.py compares times. The report has these keys:
/// - `a`, `b`: facts of each store; `differs`: whether values differ that must be equal;
/// - `worlds_only_in_a`, `queries_only_in_b` and so on: `count` and the `first` names;
/// - `world`, `method`, `query`: each differing column with `count` and the `first` values. If a
///   world has another map, or a query other ends, the rest is not compared;
/// - `methods`: for each common method, the number of common `trials` and `answers`, and the
///   differences in `build`, `answer` and `follow`; `trials`: the sum over methods.
/// Throws DatabaseError, and StoreMismatch if a store has another schema.
nlohmann::ordered_json diff_stores(const std::filesystem::path& a, const std::filesystem::path& b);

/// The report as text.
std::string diff_text(const nlohmann::ordered_json& report);

}  // namespace fairway
