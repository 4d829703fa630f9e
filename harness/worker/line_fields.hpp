#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "algorithms/geometry/point.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway {

/// The fields of one line of the worker protocol. All functions throw ProtocolError with the fault
/// and the beginning of the line.
class LineFields {
 public:
  using Json = OptionValues;

  /// `kind` is "request" or "reply", for messages. Keeps a reference to the line.
  LineFields(std::string_view line, const char* kind);

  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void expect(const char* key, const char* expected) const;

  /// Returns the value of a key; nullptr if the key is absent or the value is null.
  const Json* find(const char* key) const;
  const Json& at(const char* key) const;

  std::string text(const char* key) const;
  /// A text as one line without control characters; empty if the key is absent.
  std::string optional_text(const char* key) const;
  bool flag(const char* key) const;  ///< false if the key is absent
  /// Returns a string. Throws if it is empty or has control characters.
  std::string name(const char* key, const Json& value) const;
  /// Returns a whole number; 0 if the key is absent. Throws if the number is not from 0 to 10^15
  /// (eleven days in nanoseconds). A sum of a few values therefore cannot overflow.
  std::int64_t count(const char* key) const;
  std::int64_t count(const char* key, const Json& value) const;
  double number(const char* key, const Json& value) const;
  Point point(const char* key, const Json& value) const;
  /// Appends an array of points.
  void points(const char* key, const Json& value, Path& points) const;
  std::array<double, 4> four(const char* key, const Json& value) const;
  Box box(const char* key) const;

  template <std::size_t n>
  std::size_t one_of(const char* key, const std::array<std::string_view, n>& names) const {
    const std::string name = text(key);
    for (std::size_t i = 0; i < n; ++i) {
      if (names[i] == name) return i;
    }
    expect(key, fmt::format("one of {}", fmt::join(names, ", ")).c_str());
  }

 private:
  std::string_view line_;
  const char* kind_;
  Json object_;
};

}  // namespace fairway
