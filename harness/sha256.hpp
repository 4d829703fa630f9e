#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace fairway {

/// SHA-256 in lower-case hexadecimal. Source: FIPS 180-4, section 6.2.
std::string sha256(std::string_view bytes);

/// Of a file's content. Throws std::filesystem::filesystem_error where it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace fairway
