#pragma once

#include <random>
#include <set>
#include <tuple>

#include "algorithms/freespace/free_space.hpp"

namespace fairway::test {

/// Describes a corner by three points and a flag: vertex, far ends of both walls, and reflex.
using PlainCorner = std::tuple<Point, Point, Point, bool>;
std::multiset<PlainCorner> plain_corners(const FreeSpace& space);

/// Expects that the two spaces have equal triangles, corners, components and walls, and that random
/// points have the same locations. The numbers of triangles, corners and components may differ.
void expect_same(const FreeSpace& repaired, const FreeSpace& rebuilt, std::mt19937& random);

}  // namespace fairway::test
