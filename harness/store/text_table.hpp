#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace fairway {

/// Formats a value with three significant digits. Chooses the first unit in which the value has at
/// most three digits before the point.
inline std::string with_unit(std::optional<double> value, double step,
                             std::initializer_list<const char*> units) {
  if (!value) return "-";
  constexpr double kFourDigits = 999.5;
  auto unit = units.begin();
  double v = *value;
  while (v >= kFourDigits && std::next(unit) != units.end()) {
    v /= step;
    ++unit;
  }
  return fmt::format("{:.3g} {}", v, *unit);
}

/// Formats a time for people; "-" if there is no value.
inline std::string duration(std::optional<double> ns) {
  return with_unit(ns, 1000, {"ns", "us", "ms", "s"});
}

/// Formats a size for people; "-" if there is no value.
inline std::string size(std::optional<double> bytes) {
  return with_unit(bytes, 1024, {"B", "KiB", "MiB", "GiB"});
}

/// Formats a fraction as a percentage with `digits` decimals: 0.0123 with three decimals is "1.230
/// %". Never returns "-0 %".
inline std::string percent(double share, int digits) {
  const double unit = std::pow(10, digits);
  const double rounded = std::round(100 * share * unit) / unit;
  return fmt::format("{:.{}f} %", rounded + 0.0, digits);  // -0.0 + 0.0 is 0.0
}

using TextTable = std::vector<std::vector<std::string>>;

/// Formats rows as aligned text: the first column to the left, the other columns to the right.
/// Precondition: all rows have the same number of cells.
inline std::string aligned(const TextTable& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c) text += fmt::format("  {:>{}}", row[c], widths[c]);
    text += '\n';
  }
  return text;
}

}  // namespace fairway
