#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// Polyanya's mesh: convex polygons as plain arrays. A polygon without sides is none.
struct PolyanyaMesh {
  static constexpr std::int32_t kNone = -1;

  /// A side of a polygon, counter-clockwise from its origin to that of the next side. Consecutive
  /// blocked sides are joined, since no path turns between them; the polygon of joined sides lies
  /// within the original one.
  struct Side {
    Point origin;
    std::int32_t across;  ///< the same side in the polygon beyond; kNone if blocked
    std::int32_t block;   ///< 1 + the crossing's block; 0 if blocked
    std::int32_t turn;    ///< the origin's corner as seen in this polygon, if it is reflex
    PolygonId polygon;
  };

  struct Turn {
    Point at;
    Point right;  ///< the ends of its walls, as in Corner
    Point left;
    std::int32_t first;         ///< the first of its sides, in the polygon next to the right wall
    std::int32_t last;          ///< the last of its sides, in the polygon next to the left wall
    std::int32_t beyond_right;  ///< the next reflex corner straight along the right wall, if any
    std::int32_t beyond_left;
  };

  /// With one block, sides say that all crossings are in block 0.
  PolyanyaMesh(const FreeSpace& space, const ConvexPartition& partition, bool in_one_block);

  PolygonId polygon_of(HalfEdge h) const {
    return triangle_polygon[static_cast<std::size_t>(Triangulation::triangle_of(h))];
  }
  std::int32_t side_count(PolygonId p) const { return side_counts[static_cast<std::size_t>(p)]; }
  /// With those without sides.
  std::size_t polygon_count() const { return side_counts.size(); }
  std::size_t memory_bytes() const;
  /// The side of a polygon that begins at a point. Precondition: there is one. Linear in its sides.
  std::int32_t side_at(PolygonId p, Point origin) const;

  /// Whether a point's coordinates are multiples of the unit of all vertices, and so small that no
  /// orientation of such points is rounded.
  bool on_lattice(Point p) const;

  /// Finds the exits of a polygon.
  void find_exits(PolygonId p);
  /// Finds the blocks of all crossings anew. Linear.
  void find_blocks();
  /// Appends the polygons beyond the sides of a polygon, or kNone. Returns how many there are.
  std::size_t append_links(PolygonId p, std::vector<DualBlocks::Cell>& links) const;
  /// Sets the block of a crossing on one of its sides, in both copies.
  void set_block(std::int32_t side, DualBlocks::Block block);
  /// Finds the lattice anew. Linear.
  void find_lattice(std::span<const Point> vertices);

  std::vector<std::int32_t> begin;        ///< the first side of each polygon
  std::vector<std::int32_t> side_counts;  ///< of each polygon; read at every step
  /// The sides of a polygon, twice in a row, so that side_count() sides from any of them on are
  /// consecutive. Other structures refer to the first copy.
  std::vector<Side> sides;
  std::vector<Turn> turns;
  /// For each open side: the only other open side of its polygon, in the copy that follows the
  /// side; else kNone.
  std::vector<std::int32_t> exits;
  std::vector<PolygonId> triangle_polygon;
  DualBlocks blocks;
  std::size_t component_limit = 0;  ///< all components of the polygons' triangles are less
  bool one_block;
  std::size_t crossings = 0;    ///< pairs of sides
  double units_per_length = 0;  ///< of the lattice; 0 if the vertices are on none
};

}  // namespace fairway
