#pragma once

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace fairway {

/// The permitted values of a numeric option; by default all finite numbers.
struct OptionRange {
  double least = std::numeric_limits<double>::lowest();  ///< smallest value
  double most = std::numeric_limits<double>::max();      ///< largest value
  bool open = false;                                     ///< whether `least` itself is excluded
  std::span<const int> only = {};  ///< the only permitted values, unless empty

  /// Whether a value is permitted.
  bool contains(double value) const {
    if (!only.empty()) return std::ranges::find(only, value) != only.end();
    return (open ? value > least : value >= least) && value <= most;
  }
};

/// Returns a number as text for messages: 8, 0.5, 1e+70.
inline std::string short_text(double number) {
  char digits[32];
  constexpr double kAllDigits = 1e9;
  const bool whole = number > -kAllDigits && number < kAllDigits &&
                     number == static_cast<double>(static_cast<long>(number));
  const auto end = whole ? std::to_chars(digits, digits + sizeof digits, static_cast<long>(number))
                         : std::to_chars(digits, digits + sizeof digits, number);
  return {digits, end.ptr};
}

/// Returns a range as text: "4, 8, 16 or 32", "1 to 1024", "0 or more", "more than 0, at most
/// 1024". Returns "" if all numbers are permitted.
inline std::string text_of(const OptionRange& range) {
  std::string text;
  for (std::size_t i = 0; i < range.only.size(); ++i) {
    const bool last = i + 1 == range.only.size();
    text += (i == 0 ? "" : last ? " or " : ", ") + std::to_string(range.only[i]);
  }
  if (!text.empty() || range.least == OptionRange{}.least) return text;
  const bool bounded = range.most < OptionRange{}.most;
  if (range.open) {
    return "more than " + short_text(range.least) +
           (bounded ? ", at most " + short_text(range.most) : "");
  }
  return short_text(range.least) + (bounded ? " to " + short_text(range.most) : " or more");
}

/// Throws std::invalid_argument if a numeric option is outside the range that describe() states.
template <class Options>
void check_ranges(Options options) {
  const auto check = [](std::string_view name, auto& value, std::string_view,
                        const OptionRange& range = {}) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
      if (range.contains(static_cast<double>(value))) return;
      throw std::invalid_argument(std::string(name) + " = " +
                                  short_text(static_cast<double>(value)) + ": expected " +
                                  text_of(range));
    }
  };
  Options::describe(options, check);
}

}  // namespace fairway
