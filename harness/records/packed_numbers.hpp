#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// Arranges the bytes of `count` numbers of `size` bytes in planes: the lowest byte of each number,
/// then the next byte of each number, and so on. Similar numbers then compress better.
std::string byte_planes(const void* numbers, std::size_t count, std::size_t size);

/// Compresses bytes in zlib's format (RFC 1950). `effort` is zlib's level, from 1 to 9. Throws
/// std::bad_alloc. O(bytes).
std::string deflated(std::string_view bytes, int effort = 6);

/// The maximum size of unpacked numbers in bytes. The limit is needed because a short input can
/// unpack to a very long output, about 1000 times as long.
inline constexpr std::size_t kMostUnpacked = std::size_t{1} << 30;

/// Decompresses bytes of deflated(). Throws std::runtime_error if the bytes are damaged or unpack
/// to more than kMostUnpacked. O(bytes returned).
std::string inflated(std::string_view packed);

/// Converts bytes to base64 (RFC 4648) and back. `from_base64` throws std::runtime_error for an
/// invalid text.
std::string base64(std::string_view bytes);
std::string from_base64(std::string_view text);

/// Packs the coordinates x0, y0, x1, y1, ... as in the result store: deflated byte planes.
std::string packed_points(std::span<const Point> points);
std::string packed_segments(std::span<const Segment> segments);

/// Throws std::runtime_error unless the bytes are packed segments with finite coordinates.
void check_packed_segments(std::string_view packed);

/// Unpack coordinates. Throw std::runtime_error if the bytes are damaged.
Path unpacked_points(std::string_view packed);
std::vector<Segment> unpacked_segments(std::string_view packed);

}  // namespace fairway
