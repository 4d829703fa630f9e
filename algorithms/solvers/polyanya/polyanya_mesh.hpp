#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// What Polyanya searches: convex polygons as plain arrays. Immutable.
struct PolyanyaMesh {
  static constexpr std::int32_t kNone = -1;

  /// A side of a polygon, from its origin counter-clockwise to that of the polygon's next side.
  /// Sides that may not be crossed and follow each other are one side, since no path turns between
  /// them: the polygon of the sides lies within the one that they border.
  struct Side {
    Point origin;
    std::int32_t across;  ///< the same side of the polygon beyond; kNone where it is blocked
    std::int32_t block;   ///< of the polygons' graph, that holds the crossing; else block_count()
    std::int32_t turn;    ///< the origin's corner as seen in this polygon, where it is reflex
    PolygonId polygon;
  };

  /// A reflex corner.
  struct Turn {
    Point at;
    Point right;  ///< the ends of its walls, as of a Corner
    Point left;
    std::int32_t first;         ///< of its sides in the polygon next to the right wall
    std::int32_t last;          ///< and in the one next to the left wall
    std::int32_t beyond_right;  ///< the next reflex corner straight along the right wall, if any
    std::int32_t beyond_left;
  };

  PolyanyaMesh(const FreeSpace& space, const ConvexPartition& partition);

  PolygonId polygon_of(HalfEdge h) const {
    return triangle_polygon[static_cast<std::size_t>(Triangulation::triangle_of(h))];
  }
  std::int32_t side_count(PolygonId p) const { return side_counts[static_cast<std::size_t>(p)]; }
  std::size_t polygon_count() const { return begin.size() - 1; }
  std::size_t memory_bytes() const;

  /// Whether the coordinates of a point are multiples of a unit that all vertices are multiples
  /// of, and so small that no orientation of such points is rounded.
  bool on_lattice(Point p) const;

  std::vector<std::int32_t> begin;        ///< of each polygon: its first side
  std::vector<std::int32_t> side_counts;  ///< of each polygon; asked for at every step of a search
  /// Those of a polygon stand twice, so that the ones after any of its first side_count() follow
  /// it. Others are named by the first of the two.
  std::vector<Side> sides;
  std::vector<Turn> turns;
  /// Of each side that may be crossed: the other one of its polygon, where there are two of them;
  /// else kNone. It is given as one of those that follow the side.
  std::vector<std::int32_t> exits;
  std::vector<PolygonId> triangle_polygon;
  DualBlocks blocks;
  std::size_t crossings = 0;    ///< pairs of sides
  double units_per_length = 0;  ///< of the lattice; 0 where the vertices are on none
};

}  // namespace fairway
