#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// Convex polygons as plain arrays. If a polygon has no sides, its number is unused.
struct PolyanyaMesh {
  static constexpr std::int32_t kNone = -1;  ///< No side, no turn.

  /// A side of a polygon, counter-clockwise from its origin to the origin of the next side.
  /// Consecutive blocked sides are joined to one side, because no path turns between them. A
  /// polygon with joined sides lies within the original polygon.
  struct Side {
    Point origin;         ///< first vertex of the side
    std::int32_t across;  ///< index of the same side in the polygon beyond; kNone if blocked
    std::int32_t block;   ///< 0 for a blocked side; otherwise 1 + its block, see DualBlocks
    std::int32_t turn;    ///< index in `turns` of the corner at the origin; kNone if not reflex
    PolygonId polygon;    ///< polygon that has the side
  };

  /// A reflex corner.
  struct Turn {
    Point at;                   ///< position of the corner
    Point right;                ///< far end of the corner's right wall
    Point left;                 ///< far end of the corner's left wall
    std::int32_t first;         ///< first side at the corner, in the polygon next to the right wall
    std::int32_t last;          ///< last side at the corner, in the polygon next to the left wall
    std::int32_t beyond_right;  ///< next turn straight along the right wall, or kNone
    std::int32_t beyond_left;   ///< next turn straight along the left wall, or kNone
  };

  /// Builds the mesh of a partition. A crossing is a side between two polygons. If `in_one_block`,
  /// all crossings belong to block 0 (see DualBlocks).
  PolyanyaMesh(const FreeSpace& space, const ConvexPartition& partition, bool in_one_block);

  /// Polygon of a half-edge's triangle.
  PolygonId polygon_of(HalfEdge h) const {
    return triangle_polygon[static_cast<std::size_t>(Triangulation::triangle_of(h))];
  }
  /// Number of sides of a polygon.
  std::int32_t side_count(PolygonId p) const { return side_counts[static_cast<std::size_t>(p)]; }
  /// One past the largest polygon number. Some numbers may be unused.
  std::size_t polygon_count() const { return side_counts.size(); }
  std::size_t memory_bytes() const;  ///< Bytes on the heap.
  /// The side of a polygon that begins at a point. Precondition: there is one. Linear in the sides
  /// of the polygon.
  std::int32_t side_at(PolygonId p, Point origin) const;

  /// Whether a point is on the lattice of the vertices and near enough to the origin. Orientations
  /// of such points are exact in double arithmetic.
  bool on_lattice(Point p) const;

  /// Sets `exits` for the sides of a polygon.
  void find_exits(PolygonId p);
  /// Recomputes the blocks of all crossings. Linear.
  void find_blocks();
  /// For each side of a polygon, appends the polygon beyond it, or kNone if the side is blocked.
  /// Returns the number of appended polygons.
  std::size_t append_links(PolygonId p, std::vector<DualBlocks::Cell>& links) const;
  /// Sets the block of a side, in both copies of the side. With DualBlocks::kNone, the side counts
  /// as blocked.
  void set_block(std::int32_t side, DualBlocks::Block block);
  /// Recomputes the lattice. Linear.
  void find_lattice(std::span<const Point> vertices);

  std::vector<std::int32_t> begin;        ///< first side of each polygon
  std::vector<std::int32_t> side_counts;  ///< number of sides of each polygon
  /// The sides of each polygon are stored twice in a row. So the side_count() sides that begin at
  /// any side of the first copy are consecutive. Indices refer to the first copy, except
  /// where stated.
  std::vector<Side> sides;
  std::vector<Turn> turns;  ///< the reflex corners
  /// An entry for each side of a first copy. If the side is open and its polygon has exactly one
  /// more open side, the entry is the index of this second side. The index always exceeds the index
  /// of the first side; to this end, it may refer to the second copy. All other entries are kNone.
  std::vector<std::int32_t> exits;
  std::vector<PolygonId> triangle_polygon;  ///< polygon of each triangle
  DualBlocks blocks;                        ///< blocks of the polygons' graph
  std::size_t component_limit = 0;          ///< one past the largest component number of a triangle
  bool one_block;                           ///< whether all crossings count as block 0
  std::size_t crossings = 0;                ///< number of sides between two polygons
  double units_per_length = 0;  ///< lattice units per unit of length; 0 without a lattice
};

}  // namespace fairway
