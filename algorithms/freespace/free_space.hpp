#pragma once

/// @file
/// Example: a world of 24 x 16 cells with an obstacle, and whether a segment is a legal path in it.
///
///     #include "algorithms/freespace/visibility.hpp"
///
///     bool is_legal(Point from, Point to) {
///       Raster cells(24, 16, 1);  // class 1 is free
///       for (int y = 0; y < 12; ++y) cells.set(12, y, Raster::kBlocked);
///       const FreeSpace space = FreeSpace::from_raster(cells);
///       return sees(space, space.locate(from), to);  // false from (2, 3) to (21, 3)
///     }

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

/// The free space of a world: a closed region of the plane with straight borders. All methods are
/// checked against it. Immutable; threads may share it. Copies share its parts (see Parts). In
/// general, a part is built on first use. In a world without cells, the triangulation is built at
/// once, to check the input. All vertices of the triangulation are vertices of the input.
class FreeSpace {
 public:
  /// Makes a world of rings and walls. Throws InvalidWorld if rings cross, repeat an edge or nest
  /// wrongly, if a wall crosses or covers another edge or leaves free space, or if a coordinate is
  /// not finite. O(n log n).
  static FreeSpace from_polygons(const Polygons& polygons);
  /// Makes a world of unit cells that is already eroded. The first cell begins at (0, 0).
  /// `polygons` has the rings of the eroded world. `terrain` has the costs of the cells, if any.
  /// Throws InvalidWorld like from_polygons(), and if a ring extends beyond the cells.
  static FreeSpace from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain);
  /// Makes a world of unit cells and keeps the raster. Throws InvalidWorld if no cell is free.
  /// O(cells).
  static FreeSpace from_raster(Raster raster);
  /// Overload with costs. The cost of a blocked cell becomes infinity. Precondition: raster and
  /// terrain have the same size.
  static FreeSpace from_raster(Raster raster, Terrain terrain);
  /// Makes a world from the union of a mesh's faces, with walls along the edges flagged in
  /// Face::wall. Keeps the mesh. Throws InvalidWorld if faces overlap or are not convex.
  static FreeSpace from_mesh(Mesh mesh);
  /// Makes an eroded world from its border edges, which meet only at ends. `original` is the world
  /// before erosion.
  static FreeSpace from_eroded(const std::vector<BoundaryEdge>& edges, const FreeSpace& original);

  /// The input that a world keeps.
  struct Input {
    ///@{ The cells, the faces and the costs from which the world was made. Each may be absent.
    /// memory_bytes() returns their bytes on the heap.
    std::optional<Raster> raster;
    std::optional<Mesh> mesh;
    std::optional<Terrain> terrain;
    std::size_t memory_bytes() const;
    ///@}
  };
  /// The structures that are built from the input on first use; see SpacePart.
  struct Parts {
    ///@{ The parts.
    MadeOnce<TriangulatedRegion> region;
    MadeOnce<PointLocator> locator;
    MadeOnce<Corners> corners;
    MadeOnce<std::vector<Wall>> walls;
    MadeOnce<RegionMeasures> measures;
    ///@}
  };
  /// The members of a free space. Copies share input and parts.
  struct Content {
    ///@{ Input, built parts, and bounding box of free space.
    std::shared_ptr<Input> input = std::make_shared<Input>();
    std::shared_ptr<Parts> parts = std::make_shared<Parts>();
    Box box = {};
    ///@}
    /// Free area of a world of cells; for other worlds see measures().
    std::optional<double> area = {};
    bool made_of_cells = false;  ///< see FreeSpace::made_of_cells()
  };
  /// Returns the content of a world of unit cells without building any part. Throws InvalidWorld if
  /// no cell is free.
  static Content content_of_cells(Raster raster, std::optional<Terrain> terrain = {});
  /// Makes a free space from its content. A copy of the content that the caller keeps shares input
  /// and parts with the space. The caller may change them while nobody uses the space.
  /// Precondition: the region is built, or the input has a raster.
  explicit FreeSpace(Content content) : content_(std::move(content)) {}

  ///@{ The triangulation, and the bounding box of free space.
  const Triangulation& triangulation() const { return region().triangulation; }
  const Box& box() const { return content_.box; }
  ///@}

  ///@{ The table of corners; all corners, indexed by number; corner c; and the position of corner
  /// c.
  const Corners& corner_table() const {
    return parts().corners.get([this] { return Corners(triangulation()); });
  }
  std::span<const Corner> corners() const { return corner_table().all(); }
  const Corner& corner(CornerId c) const { return corner_table()[c]; }
  Point position(CornerId c) const { return triangulation().point(corner(c).vertex); }
  ///@}
  /// The corner at h's origin whose wedge contains h's triangle. Precondition: the triangle is
  /// free.
  CornerId corner_at(HalfEdge h) const { return corner_table().at(h); }
  /// All corners at a vertex; a pinch has several.
  CornerRange corners_of(VertexId v) const { return corner_table().of(v); }

  /// The walls of the input; see walls_of(). In a changing world without cells, they come from the
  /// triangulation. In all other worlds, they do not depend on it.
  std::span<const Wall> walls() const {
    return parts().walls.get([this] {
      return input().raster ? walls_of(boundary_of(*input().raster)) : walls_of(triangulation());
    });
  }

  /// Locates a point in the triangulation. Place::kBlocked means outside free space. The border
  /// belongs to free space. Expected O(1).
  Location locate(Point p) const { return locator().locate(triangulation(), p); }
  /// Locates a point in the cells. Returns Place::kBlocked where locate() does, and otherwise
  /// Place::kCell. Precondition: the world has a raster. O(1).
  Location locate_in_cells(Point p) const;
  /// Locates p in the cells if `like` was located in the cells, otherwise in the triangulation.
  /// Precondition: `like` is not blocked.
  Location locate_like(const Location& like, Point p) const {
    return like.place == Place::kCell ? locate_in_cells(p) : locate(p);
  }

  /// Number of components of the interior. Areas that touch only in a point or along a wall are
  /// different components.
  int component_count() const { return region().component_count; }
  /// Component of a location. Precondition: it was located in the triangulation and is not blocked.
  std::int32_t component(const Location& at) const {
    return triangulation().component(Triangulation::triangle_of(at.half_edge));
  }

  ///@{ Area of free space, and number of connected blocked regions inside it.
  double area() const { return content_.area ? *content_.area : measures().area; }
  int hole_count() const { return measures().holes; }
  ///@}
  /// Hash of the walls, see hash_of(). Linear in the walls.
  std::uint64_t content_hash() const { return hash_of(walls()); }

  /// The cells of the input, or null. An eroded world has none.
  const Raster* raster() const { return input().raster ? &*input().raster : nullptr; }
  /// The faces of the input, or null. An eroded world has none.
  const Mesh* mesh() const { return input().mesh ? &*input().mesh : nullptr; }
  /// Whether the world was made of unit cells, and possibly eroded since.
  bool made_of_cells() const { return content_.made_of_cells; }
  /// The costs of the cells, or null. An eroded world has the costs of the original world.
  const Terrain* terrain() const { return input().terrain ? &*input().terrain : nullptr; }

  /// Returns these parts and all parts that they need.
  PartSet with_needed(PartSet parts) const;
  /// Builds these parts and the parts that they need, except for parts that exist already.
  void make(PartSet parts) const;
  /// Time and memory of each built part, in the order of SpacePart.
  std::vector<PartCost> made_parts() const;
  /// Bytes of the input and of the built parts.
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
