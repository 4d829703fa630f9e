#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/point_locator.hpp"
#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

using CornerId = std::int32_t;
inline constexpr CornerId kNoCorner = -1;

/// A vertex together with one maximal free wedge between two blocked edges. Seen from the vertex,
/// the wedge runs counter-clockwise from the direction of `right` to that of `left`. A pinch has
/// two corners at one point; the end of a wall of zero width has one of 360 degrees, with
/// left == right.
struct Corner {
  VertexId vertex;
  VertexId right;
  VertexId left;
  HalfEdge first;  ///< the blocked half-edge from `vertex` to `right`; its triangle is free
  HalfEdge last;   ///< half-edge with origin `vertex` of the last free triangle, next to `left`
  bool reflex;     ///< the wedge exceeds 180 degrees: a shortest path may turn here
};

/// A blocked edge of free space. `free_left` and `free_right` tell the sides seen from a to b; at
/// least one is free, and both are on a wall of zero width.
struct Wall {
  Point a;
  Point b;
  bool free_left;
  bool free_right;
};

/// The ground truth: a closed region of the plane bounded by straight edges, triangulated.
/// Immutable; may be shared by threads. Every vertex of the triangulation is a vertex of the input.
class FreeSpace {
 public:
  /// Throws InvalidWorld where rings cross, repeat an edge, nest wrongly, a coordinate is not
  /// finite, or a wall crosses or covers another or a ring, or leaves free space. O(n log n).
  static FreeSpace from_polygons(const Polygons& polygons);
  /// What is left of a world of unit cells that was eroded: rings, and the costs of its cells where
  /// they have any. Throws InvalidWorld also where a ring leaves the cells, which begin at (0, 0).
  static FreeSpace from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain);
  /// Unit cells; see Raster. Keeps the raster. Throws InvalidWorld where no cell is free.
  static FreeSpace from_raster(Raster raster);
  /// The same with a cost for each cell; that of a blocked one becomes infinity. Precondition: both
  /// have the same size.
  static FreeSpace from_raster(Raster raster, Terrain terrain);
  /// The union of the faces; edges flagged as walls stay walls. Keeps the mesh. Throws InvalidWorld
  /// where faces overlap or are not convex.
  static FreeSpace from_mesh(Mesh mesh);

  const Triangulation& triangulation() const { return triangulation_; }
  const Box& box() const { return box_; }

  std::span<const Corner> corners() const { return corners_; }
  const Corner& corner(CornerId c) const { return corners_[static_cast<std::size_t>(c)]; }
  Point position(CornerId c) const { return triangulation_.point(corner(c).vertex); }
  /// The corner whose wedge holds h's triangle at h's origin. Precondition: the triangle is free.
  CornerId corner_at(HalfEdge h) const { return corner_at_[static_cast<std::size_t>(h)]; }
  /// All corners at a vertex (several at a pinch).
  std::span<const CornerId> corners_of(VertexId v) const {
    const auto first = static_cast<std::size_t>(corner_begin_[static_cast<std::size_t>(v)]);
    const auto last = static_cast<std::size_t>(corner_begin_[static_cast<std::size_t>(v) + 1]);
    return std::span(corners_by_vertex_).subspan(first, last - first);
  }

  /// Each blocked edge that borders free space once, in a fixed order.
  std::span<const Wall> walls() const { return walls_; }

  /// Where a point lies; Place::kBlocked outside free space. A point on a border is inside.
  /// Expected O(1).
  Location locate(Point p) const { return locator_.locate(triangulation_, p); }

  /// Components of the interior: touching in a point or across a wall does not connect.
  int component_count() const { return component_count_; }
  std::int32_t component(const Location& at) const {
    return triangulation_.component(Triangulation::triangle_of(at.half_edge));
  }

  double area() const { return area_; }
  int hole_count() const { return hole_count_; }
  /// Hash of walls and their sides: equal for equal worlds on every machine.
  std::uint64_t content_hash() const { return content_hash_; }

  /// The cells the world was made from, if it was. An eroded world is none of these any more.
  const Raster* raster() const { return raster_ ? &*raster_ : nullptr; }
  /// The faces the world was made from, if it was.
  const Mesh* mesh() const { return mesh_ ? &*mesh_ : nullptr; }
  /// Whether the world was made of unit cells, even if it was eroded since.
  bool made_of_cells() const { return made_of_cells_; }
  /// The cells' costs, where they have any; those of the original world where it was eroded since.
  const Terrain* terrain() const { return terrain_ ? &*terrain_ : nullptr; }

  std::size_t memory_bytes() const;

 private:
  friend class FreeSpaceBuilder;
  friend FreeSpace eroded(const FreeSpace& space, double radius);
  FreeSpace() = default;

  Triangulation triangulation_;
  PointLocator locator_;
  Box box_;
  std::vector<Corner> corners_;
  std::vector<CornerId> corner_at_;
  std::vector<CornerId> corners_by_vertex_;
  std::vector<std::int32_t> corner_begin_;
  std::vector<Wall> walls_;
  int component_count_ = 0;
  double area_ = 0;
  int hole_count_ = 0;
  std::uint64_t content_hash_ = 0;
  bool made_of_cells_ = false;
  std::optional<Raster> raster_;
  std::optional<Mesh> mesh_;
  std::optional<Terrain> terrain_;
};

}  // namespace fairway
