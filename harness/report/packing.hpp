#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fairway {

/// Bytes in zlib's format (RFC 1950), as base64. Throws std::bad_alloc. O(bytes).
std::string packed(std::string_view bytes);

/// The bytes of numbers in planes: the lowest byte of each number, then the next byte of each, ...
/// Numbers that are alike are then packed smaller.
template <class Number>
std::string byte_planes(std::span<const Number> numbers) {
  static_assert(std::is_arithmetic_v<Number> && std::endian::native == std::endian::little);
  std::string planes;
  planes.reserve(numbers.size() * sizeof(Number));
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  for (std::size_t plane = 0; plane < sizeof(Number); ++plane) {
    for (std::size_t i = 0; i < numbers.size(); ++i) planes += bytes[i * sizeof(Number) + plane];
  }
  return planes;
}

}  // namespace fairway
