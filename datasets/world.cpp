#include "datasets/world.hpp"

#include <fmt/format.h>

namespace fairway {

std::string escaped_controls(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  return shown;
}

InputError::InputError(const std::filesystem::path& file, int line, std::string_view what)
    : std::runtime_error(fmt::format("{}:{} {}", file.string(),
                                     line == 0 ? "" : fmt::format("{}:", line),
                                     escaped_controls(what))) {}

}  // namespace fairway
