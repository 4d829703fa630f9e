#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "datasets/text.hpp"

namespace fairway::fuzz {

/// What libFuzzer made up, as the text of a file.
inline TextFile text_of(const std::uint8_t* data, std::size_t size, const std::string& file) {
  return TextFile(file, std::string(data, data + size));
}

/// Tells what is wrong and aborts: a finding.
[[noreturn]] void report(const std::string& what);

/// Reports unless `holds`.
inline void require(bool holds, const std::string& promise) {
  if (!holds) report(promise);
}

/// Reports unless a refusal reads FILE:LINE: ... or FILE: byte N: ..., names a place that the text
/// has, and holds no control characters.
void check_refusal(const TextFile& source, const std::string& refusal);

/// What `read(source)` returns; none where it refuses the text by an InputError, which is checked.
/// Any other exception passes: a finding.
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
