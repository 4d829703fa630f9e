#pragma once

#include <random>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "harness/conformance/worlds.hpp"

namespace fairway::test {

using conformance::extreme_worlds;
using conformance::fixture_worlds;
using conformance::for_each_point;
using conformance::probe_points;
using conformance::random_blocks;
using conformance::random_lattice;
using conformance::random_raster;
using conformance::random_rings;
using conformance::random_stars;
using conformance::random_worlds;
using conformance::transformed;
using conformance::World;

FreeSpace build(const World& world);

/// A world of cells from rows of text: '.' is a free cell, 'W' is a free cell of another class, a
/// digit is a free cell of this cost, and any other character is a blocked cell.
FreeSpace from_rows(const std::vector<std::string>& rows);

/// A square room of side 4 round a square pillar of side 2.
FreeSpace room_round_pillar();

/// Whether a point is blocked, free or on a border. A point on a ring, or on a side of a face or
/// cell, is on a border. The function uses only the input of the world, not its walls or its
/// triangulation.
enum class Region { kBlocked, kBorder, kFree };
Region region(const World& world, Point p);

/// A path over 2 to 5 of the given points. It prefers short segments, so that many of the paths are
/// legal.
Path random_path(const std::vector<Point>& points, std::mt19937& random);

}  // namespace fairway::test
