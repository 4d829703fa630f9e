// RapidCheck generators of worlds and of points in them. What they make is valid by construction
// and shrinks: to fewer blocked cells, fewer moved points, plainer maps.

#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <utility>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {

/// One region of the plane in three descriptions: convex faces, the rings of its border, and an
/// outline with holes that may share sides, enclose each other and touch.
struct Descriptions {
  World mesh;
  World rings;
  World holes;
};

/// Half squares of a lattice of at most `side` squares a side, blocked or free, perhaps with walls
/// of zero width, in one of the three descriptions. The whole is sheared, stretched, moved and
/// scaled by factors that are exact, to the limits of coordinates; some points are moved, by single
/// ulps or to almost the place of a neighbour or of an edge, as far as no triangle turns over.
rc::Gen<World> arbitrary_lattice_world(int side);
/// The same in all three descriptions.
rc::Gen<Descriptions> arbitrary_descriptions(int side);

/// Cells of up to three classes.
rc::Gen<World> arbitrary_raster(int side);

/// Any of these, or one of the worlds made by hand.
rc::Gen<World> arbitrary_world(int side);

/// A map of the plane that is exact on a world's coordinates: as many quarter turns, after that
/// perhaps x becomes -x, and all is multiplied by a power of two.
struct ExactMap {
  int quarter_turns = 0;
  bool mirrored = false;
  int exponent = 0;

  Point operator()(Point p) const;
};
void showValue(const ExactMap& map, std::ostream& out);

/// The world under the map. Precondition: it is no raster.
World mapped(const World& world, const ExactMap& map);

/// A map under which the world keeps within the limits of coordinates.
rc::Gen<ExactMap> arbitrary_map(const World& world);

/// A choice of a point, made before the world is known: see resolve().
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

/// The point that a probe means: an end of a wall, preferably a pinch, a point on a wall or on its
/// line, a middle of two vertices, of a triangle or an edge, a point of an even lattice over the
/// world and its surroundings; perhaps some ulps off.
Point resolve(const FreeSpace& space, const Probe& probe);
std::vector<Point> resolve(const FreeSpace& space, const std::vector<Probe>& probes);

/// Printed as what a test would state, coordinates in hexadecimal.
void showValue(const World& world, std::ostream& out);
void showValue(const Descriptions& descriptions, std::ostream& out);

}  // namespace fairway::test

namespace fairway {
/// In hexadecimal: exact.
void showValue(const Point& point, std::ostream& out);
}  // namespace fairway
