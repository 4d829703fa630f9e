#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A hash of all coordinates (FNV-1a over their bits, with 0 for -0), equal for identical paths.
std::uint64_t path_hash(std::span<const Point> path);

/// 16 hexadecimal digits; empty for nothing.
std::string hash_text(std::optional<std::uint64_t> hash);

/// Whether two paths have the same points to the last bit; 0 and -0 differ.
bool same_bits(std::span<const Point> a, std::span<const Point> b);

}  // namespace fairway
