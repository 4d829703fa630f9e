#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A hash of all coordinates: FNV-1a over their bits, with 0 for -0. Equal for identical paths.
std::uint64_t path_hash(std::span<const Point> path);

/// A hash of the walls and of the costs of terrain. Linear in walls and cells.
std::uint64_t world_hash(const FreeSpace& space);

/// The hash as 16 hexadecimal digits; empty for no hash.
std::string hash_text(std::optional<std::uint64_t> hash);

/// Whether two paths have bitwise equal points; 0 and -0 differ.
bool same_bits(std::span<const Point> a, std::span<const Point> b);

}  // namespace fairway
