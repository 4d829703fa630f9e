#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "datasets/text.hpp"

namespace fairway::fuzz {

/// Converts libFuzzer's bytes to the text of a file.
inline TextFile text_of(const std::uint8_t* data, std::size_t size, const std::string& file) {
  return TextFile(file, std::string(data, data + size));
}

/// Prints a fault and aborts, so that the fuzzer reports a finding.
[[noreturn]] void report(const std::string& what);

/// Reports `promise` as a fault unless `holds`.
inline void require(bool holds, const std::string& promise) {
  if (!holds) report(promise);
}

/// Reports a fault if a refusal does not begin with "FILE:LINE: " or "FILE: byte N: ", if this line
/// or byte does not exist, or if the text has control characters.
void check_refusal(const TextFile& source, const std::string& refusal);

/// Returns the result of `read(source)`, or nothing after a valid InputError. Other exceptions
/// propagate, so that the fuzzer reports a finding.
template <class Read>
auto accepted(const TextFile& source, Read&& read) -> std::optional<decltype(read(source))> {
  try {
    return read(source);
  } catch (const InputError& refusal) {
    check_refusal(source, refusal.what());
    return std::nullopt;
  }
}

}  // namespace fairway::fuzz
