#pragma once

#include <span>
#include <string>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A picture of a world with a path as drawn, as smoothed, and the optimum; each may be empty.
/// `y_down`: the world's y runs down, as in grids.
std::string path_svg(const FreeSpace& space, std::span<const Point> raw,
                     std::span<const Point> smoothed, std::span<const Point> optimum, bool y_down);

}  // namespace fairway
