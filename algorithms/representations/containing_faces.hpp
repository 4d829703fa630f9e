#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"

namespace fairway {

/// The free triangles that contain a point, each once, in ascending order: several where it is on
/// an edge or a vertex, on both sides of a wall of zero width; none for a blocked point.
void triangles_at(const FreeSpace& space, const Location& at, std::vector<TriangleId>& triangles);

/// Whether two ascending lists of faces have one in common. Linear.
bool intersect(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// Leaves one link to each vertex, in ascending order. Precondition: links to one vertex cost the
/// same.
void remove_repeated(std::vector<Link>& links);

}  // namespace fairway
