#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/representations/portal_graph.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"

namespace fairway {

/// Free space as convex polygons. A portal is an edge between two polygons. The vertices of the
/// graph are the midpoints of the portals. Two portals of one polygon are linked by a straight
/// segment.
/// Source: S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
class ConvexPolygons : public PortalGraph<ConvexPolygons> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "convex-polygons";
  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    int most_sides = 1'000'000;

    static void describe(Options& options, auto&& field) {
      field("most_sides", options.most_sides,
            "maximum number of sides of a polygon; 3: triangles are not merged", {3, 1'000'000});
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"convex-polygons-raw", {}}};
  }

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the graph. Throws std::invalid_argument for options out of range. O(n log n + s) for n
  /// triangles; s is the sum over all polygons of the squared number of portals.
  static ConvexPolygons build(const FreeSpace& space, const Options& options);

  Point position(Vertex v) const { return portal(v).point; }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  std::size_t polygon_count() const { return partition_.polygon_count(); }

  /// Calls segment(Point, Point) for each side of each polygon.
  void draw(auto&& segment) const {
    for (PolygonId p = 0; p < static_cast<PolygonId>(polygon_count()); ++p) {
      for (const HalfEdge h : partition_.ring(p)) {
        segment(mesh_->origin_point(h), mesh_->destination_point(h));
      }
    }
  }
  ///@}

 private:
  friend PortalGraph;

  ConvexPolygons(const FreeSpace& space, ConvexPartition partition);

  void place_portals();
  bool linkable(PolygonId p, const EdgePoint& a, const EdgePoint& b) const;
  PolygonId polygon_of(HalfEdge h) const {
    return partition_.polygon_of(Triangulation::triangle_of(h));
  }
  const EdgePoint& portal(Vertex v) const { return portals_[static_cast<std::size_t>(v)]; }
  ///@{ Members for PortalGraph.
  std::pair<PolygonId, PolygonId> faces_of(Vertex v) const {
    const HalfEdge h = portal(v).edge;
    return {polygon_of(h), polygon_of(mesh_->twin(h))};
  }
  Portal portal_from(PolygonId p, Vertex v) const {
    const HalfEdge h = portal(v).edge;
    const HalfEdge side = polygon_of(h) == p ? h : mesh_->twin(h);
    return {mesh_->destination_point(side), mesh_->origin_point(side)};
  }
  void faces_at(const Location& at, Scratch& scratch, std::vector<PolygonId>& polygons) const;
  double way_to(Point end, Vertex v) const;
  ///@}

  const FreeSpace* space_;
  const Triangulation* mesh_;
  ConvexPartition partition_;
  std::vector<EdgePoint> portals_;  ///< portal of each vertex
};

static_assert(CorridorRepresentation<ConvexPolygons>);

}  // namespace fairway
