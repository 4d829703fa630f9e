#pragma once

#include <string>
#include <string_view>

namespace fairway {

/// Bytes in zlib's format (RFC 1950), as base64. Throws std::bad_alloc. O(bytes).
std::string packed(std::string_view bytes);

}  // namespace fairway
