#include "datasets/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace fairway {

namespace {

/// Returns the number of bytes of the UTF-8 character at the beginning of a text, or 0 if there is
/// no such character.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool too_long = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool surrogate = first == 0xed && byte(1) >= 0xa0;
  const bool beyond_unicode = first == 0xf4 && byte(1) >= 0x90;
  return too_long || surrogate || beyond_unicode ? 0 : length;
}

}  // namespace

std::string escaped_controls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (length == 0 || byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return shown;
}

InputError::InputError(const std::filesystem::path& file, int line, std::string_view what)
    : std::runtime_error(fmt::format("{}:{} {}", file.string(),
                                     line == 0 ? "" : fmt::format("{}:", line),
                                     escaped_controls(what))) {}

}  // namespace fairway
