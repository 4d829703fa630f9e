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
#include "algorithms/freespace/walls.hpp"
#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

using CornerId = std::int32_t;
inline constexpr CornerId kNoCorner = -1;

/// A vertex with a maximal free wedge between two blocked edges. The wedge runs counter-clockwise
/// from `right` to `left`. A pinch has several corners; the end of a wall of zero width has one of
/// 360 degrees, with left == right.
struct Corner {
  VertexId vertex;
  VertexId right;
  VertexId left;
  HalfEdge first;  ///< the blocked half-edge from `vertex` to `right`; its triangle is free
  HalfEdge last;   ///< half-edge with origin `vertex` of the last free triangle, next to `left`
  bool reflex;     ///< the wedge exceeds 180 degrees: a shortest path may turn here
};

/// The ground truth: a closed region of the plane with straight borders, triangulated. Immutable;
/// threads may share it. All vertices of the triangulation are vertices of the input.
class FreeSpace {
 public:
  /// Throws InvalidWorld if rings cross, repeat an edge or nest wrongly, a wall crosses or covers
  /// another edge or leaves free space, or a coordinate is not finite. O(n log n).
  static FreeSpace from_polygons(const Polygons& polygons);
  /// Rings of an eroded world of unit cells, with the cells' costs if there are any. Throws
  /// InvalidWorld also if a ring leaves the cells, which begin at (0, 0).
  static FreeSpace from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain);
  /// Unit cells. Keeps the raster. Throws InvalidWorld if no cell is free.
  static FreeSpace from_raster(Raster raster);
  /// With costs; that of a blocked cell becomes infinity. Precondition: both have the same size.
  static FreeSpace from_raster(Raster raster, Terrain terrain);
  /// The union of the faces, with the edges flagged as walls. Keeps the mesh. Throws InvalidWorld
  /// if faces overlap or are not convex.
  static FreeSpace from_mesh(Mesh mesh);

  const Triangulation& triangulation() const { return triangulation_; }
  const Box& box() const { return box_; }

  std::span<const Corner> corners() const { return corners_; }
  const Corner& corner(CornerId c) const { return corners_[static_cast<std::size_t>(c)]; }
  Point position(CornerId c) const { return triangulation_.point(corner(c).vertex); }
  /// The corner whose wedge holds h's triangle at h's origin. Precondition: the triangle is free.
  CornerId corner_at(HalfEdge h) const { return corner_at_[static_cast<std::size_t>(h)]; }
  /// All corners at a vertex; a pinch has several.
  std::span<const CornerId> corners_of(VertexId v) const {
    const auto first = static_cast<std::size_t>(corner_begin_[static_cast<std::size_t>(v)]);
    const auto last = static_cast<std::size_t>(corner_begin_[static_cast<std::size_t>(v) + 1]);
    return std::span(corners_by_vertex_).subspan(first, last - first);
  }

  /// Those of the input (see walls_of), which the triangulation does not touch.
  std::span<const Wall> walls() const { return walls_; }

  /// Place::kBlocked outside free space; its border is inside. Expected O(1).
  Location locate(Point p) const { return locator_.locate(triangulation_, p); }

  /// Components of the interior; touching in a point or along a wall does not connect.
  int component_count() const { return component_count_; }
  std::int32_t component(const Location& at) const {
    return triangulation_.component(Triangulation::triangle_of(at.half_edge));
  }

  double area() const { return area_; }
  int hole_count() const { return hole_count_; }
  /// Hash of the walls and their sides; equal worlds have equal hashes on every machine.
  std::uint64_t content_hash() const { return content_hash_; }

  /// The cells of which the world was made, or null. Null for an eroded world.
  const Raster* raster() const { return raster_ ? &*raster_ : nullptr; }
  /// The faces of which the world was made, or null.
  const Mesh* mesh() const { return mesh_ ? &*mesh_ : nullptr; }
  /// Whether the world was made of unit cells, possibly eroded since.
  bool made_of_cells() const { return made_of_cells_; }
  /// The costs of the cells, or null; those of the original world if it was eroded.
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
