#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/corners.hpp"
#include "algorithms/freespace/made_once.hpp"
#include "algorithms/freespace/parts.hpp"
#include "algorithms/freespace/point_locator.hpp"
#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "algorithms/freespace/triangulation_builder.hpp"
#include "algorithms/freespace/walls.hpp"
#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The ground truth: a closed region of the plane with straight borders. Immutable; threads may
/// share it, copies share its parts. Parts are made when first asked for, but a
/// world without cells is triangulated at once, which checks it. All vertices of the triangulation
/// are vertices of the input.
class FreeSpace {
 public:
  /// Throws InvalidWorld if rings cross, repeat an edge or nest wrongly, a wall crosses or covers
  /// another edge or leaves free space, or a coordinate is not finite. O(n log n).
  static FreeSpace from_polygons(const Polygons& polygons);
  /// Rings of an eroded world of unit cells, with the cells' costs if there are any. Throws
  /// InvalidWorld also if a ring leaves the cells, which begin at (0, 0).
  static FreeSpace from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain);
  /// Unit cells. Keeps the raster. Throws InvalidWorld if no cell is free. O(cells).
  static FreeSpace from_raster(Raster raster);
  /// With costs; that of a blocked cell becomes infinity. Precondition: both have the same size.
  static FreeSpace from_raster(Raster raster, Terrain terrain);
  /// The union of the faces, with the edges flagged as walls. Keeps the mesh. Throws InvalidWorld
  /// if faces overlap or are not convex.
  static FreeSpace from_mesh(Mesh mesh);
  /// The space inside of edges that meet at ends only, made by eroding `original`.
  static FreeSpace from_eroded(const std::vector<BoundaryEdge>& edges, const FreeSpace& original);

  struct Input {
    std::optional<Raster> raster;
    std::optional<Mesh> mesh;
    std::optional<Terrain> terrain;
    std::size_t memory_bytes() const;
  };
  struct Parts {
    MadeOnce<TriangulatedRegion> region;
    MadeOnce<PointLocator> locator;
    MadeOnce<Corners> corners;
    MadeOnce<std::vector<Wall>> walls;
    MadeOnce<RegionMeasures> measures;
  };
  /// What a free space consists of. Copies share input and parts.
  struct Content {
    std::shared_ptr<Input> input = std::make_shared<Input>();
    std::shared_ptr<Parts> parts = std::make_shared<Parts>();
    Box box = {};
    std::optional<double> area = {};  ///< of cells; else measured in the triangulation
    bool made_of_cells = false;
  };
  /// The free space of unit cells, with no part made yet. Throws InvalidWorld if no cell is free.
  static Content content_of_cells(Raster raster, std::optional<Terrain> terrain = {});
  /// Assembles a free space. Precondition: the region is made, or the input has a raster. Whoever
  /// made the content may change it, while nobody uses the space.
  explicit FreeSpace(Content content) : content_(std::move(content)) {}

  const Triangulation& triangulation() const { return region().triangulation; }
  const Box& box() const { return content_.box; }

  const Corners& corner_table() const {
    return parts().corners.get([this] { return Corners(triangulation()); });
  }
  std::span<const Corner> corners() const { return corner_table().all(); }
  const Corner& corner(CornerId c) const { return corner_table()[c]; }
  Point position(CornerId c) const { return triangulation().point(corner(c).vertex); }
  /// See Corners::at.
  CornerId corner_at(HalfEdge h) const { return corner_table().at(h); }
  /// All corners at a vertex; a pinch has several.
  CornerRange corners_of(VertexId v) const { return corner_table().of(v); }

  /// Those of the input (see walls_of), which the triangulation does not touch; at a moment of a
  /// changing world without cells, those of the triangulation.
  std::span<const Wall> walls() const {
    return parts().walls.get([this] {
      return input().raster ? walls_of(boundary_of(*input().raster)) : walls_of(triangulation());
    });
  }

  /// In the triangulation: Place::kBlocked outside free space; its border is inside. Expected O(1).
  Location locate(Point p) const { return locator().locate(triangulation(), p); }
  /// In the cells: Place::kCell or kBlocked. The same points are blocked. Precondition: the world
  /// has a raster. O(1).
  Location locate_in_cells(Point p) const;
  /// In the triangulation or the cells, as `like` was. Precondition: `like` is not blocked.
  Location locate_like(const Location& like, Point p) const {
    return like.place == Place::kCell ? locate_in_cells(p) : locate(p);
  }

  /// Components of the interior; touching in a point or along a wall does not connect.
  int component_count() const { return region().component_count; }
  /// Precondition: located in the triangulation.
  std::int32_t component(const Location& at) const {
    return triangulation().component(Triangulation::triangle_of(at.half_edge));
  }

  double area() const { return content_.area ? *content_.area : measures().area; }
  int hole_count() const { return measures().holes; }
  /// See hash_of. Linear in the walls.
  std::uint64_t content_hash() const { return hash_of(walls()); }

  /// The cells of which the world was made, or null. Null for an eroded world.
  const Raster* raster() const { return input().raster ? &*input().raster : nullptr; }
  /// The faces of which the world was made, or null.
  const Mesh* mesh() const { return input().mesh ? &*input().mesh : nullptr; }
  /// Whether the world was made of unit cells, possibly eroded since.
  bool made_of_cells() const { return content_.made_of_cells; }
  /// The costs of the cells, or null; those of the original world if it was eroded.
  const Terrain* terrain() const { return input().terrain ? &*input().terrain : nullptr; }

  /// These parts and those that they need.
  PartSet with_needed(PartSet parts) const;
  /// Makes those of the parts, and of those that they need, that are not made.
  void make(PartSet parts) const;
  /// Those that were made, in the order of SpacePart.
  std::vector<PartCost> made_parts() const;
  /// Of the input and of the parts that were made.
  std::size_t memory_bytes() const;

 private:
  const Parts& parts() const { return *content_.parts; }
  const Input& input() const { return *content_.input; }
  const TriangulatedRegion& region() const {
    return parts().region.get(
        [this] { return TriangulationBuilder(boundary_of(*input().raster)).build(); });
  }
  const RegionMeasures& measures() const {
    return parts().measures.get([this] { return measures_of(triangulation()); });
  }
  const PointLocator& locator() const {
    return parts().locator.get([this] { return PointLocator(triangulation()); });
  }

  Content content_;
};

}  // namespace fairway
