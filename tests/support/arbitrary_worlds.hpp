// RapidCheck generators of random worlds and of points in them. All worlds are valid by
// construction. If a test fails, RapidCheck shrinks the world: it blocks fewer cells, moves fewer
// points and uses simpler coordinate maps.

#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <utility>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {

/// Three descriptions of the same region: by convex faces, by the rings of its border, and by an
/// outline with holes. The holes may share sides, touch, and enclose each other.
struct Descriptions {
  World mesh;
  World rings;
  World holes;
};

/// Makes a world of half squares on a lattice of at most side x side squares. Each half square is
/// blocked or free, and its sides may be walls of zero width. The world is given in one of the
/// three forms of Descriptions. It is sheared, stretched, shifted and scaled without rounding, up
/// to the limits of coordinates. Some points move by a few ulps, or almost to a neighbour or an
/// edge. No triangle changes its orientation.
rc::Gen<World> arbitrary_lattice_world(int side);
/// Makes the same worlds as arbitrary_lattice_world(), in all three descriptions.
rc::Gen<Descriptions> arbitrary_descriptions(int side);

/// A raster with up to three classes of cells.
rc::Gen<World> arbitrary_raster(int side);

/// A lattice world, a raster, or a hand-made world.
rc::Gen<World> arbitrary_world(int side);

/// A map of the plane. It makes quarter turns, then an optional mirror image (x becomes -x), then
/// multiplies by a power of two. None of these steps rounds the coordinates of the world.
struct ExactMap {
  int quarter_turns = 0;
  bool mirrored = false;
  int exponent = 0;

  Point operator()(Point p) const;
};
void showValue(const ExactMap& map, std::ostream& out);

/// Applies the map to a world. Precondition: the world is not a raster.
World mapped(const World& world, const ExactMap& map);

/// A map that keeps a world within the limits of coordinates.
rc::Gen<ExactMap> arbitrary_map(const World& world);

/// Random numbers that choose a point. They do not depend on the world; see resolve().
struct Probe {
  int kind = 0;
  int first = 0;
  int second = 0;
  int share = 0;
  int ulps_x = 0;
  int ulps_y = 0;
};
void showValue(const Probe& probe, std::ostream& out);

rc::Gen<std::vector<Probe>> arbitrary_probes(std::size_t count);

/// Converts a probe to a point of the world, which may then be moved by some ulps. The point is one
/// of these:
/// - an end of a wall (often a pinch);
/// - a point on a wall or on the line of a wall;
/// - the middle of two ends of walls, of an edge or of a triangle;
/// - a point of an even lattice.
Point resolve(const FreeSpace& space, const Probe& probe);
std::vector<Point> resolve(const FreeSpace& space, const std::vector<Probe>& probes);

void showValue(const Descriptions& descriptions, std::ostream& out);

}  // namespace fairway::test

// RapidCheck looks for these functions in the namespace of the type.

namespace fairway::conformance {
/// Prints a world as source text for a test, with coordinates in hexadecimal.
void showValue(const World& world, std::ostream& out);
}  // namespace fairway::conformance

namespace fairway {
/// Prints the exact coordinates in hexadecimal.
void showValue(const Point& point, std::ostream& out);
}  // namespace fairway
