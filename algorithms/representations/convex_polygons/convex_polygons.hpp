#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/representation.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"

namespace fairway {

/// Free space as convex polygons. A portal is an edge between two polygons. The vertices of the
/// graph are the midpoints of the portals. Two portals of one polygon are linked by a straight
/// segment.
/// Source: S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
class ConvexPolygons {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "convex-polygons";
  static constexpr Guarantees kGuarantees{.complete = true, .corridors = true};

  using Graph = CsrGraph;

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

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Buffers, reused from query to query.
    std::vector<TriangleId> triangles;
    std::vector<PolygonId> start;  ///< the polygons that contain the start
    std::vector<PolygonId> goal;

    std::size_t memory_bytes() const { return heap_bytes(triangles, start, goal); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"convex-polygons-raw", {}}};
  }

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the graph. Throws std::invalid_argument for options out of range. O(n log n + s) for n
  /// triangles; s is the sum over all polygons of the squared number of portals.
  static ConvexPolygons build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return portal(v).point; }

  /// Links each end to the portals of the polygons that contain the end. If one polygon contains
  /// both ends, links the ends only to each other. O(portals of these polygons).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the portals that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
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
  ConvexPolygons(const FreeSpace& space, ConvexPartition partition);

  void place_portals();
  void link_portals();
  bool linkable(PolygonId p, const EdgePoint& a, const EdgePoint& b) const;
  void polygons_at(const Location& at, Scratch& scratch, std::vector<PolygonId>& polygons) const;
  void link(const Location& end, std::span<const PolygonId> polygons,
            std::vector<Link>& links) const;
  PolygonId polygon_of(HalfEdge h) const {
    return partition_.polygon_of(Triangulation::triangle_of(h));
  }
  /// Returns the portal of v as a half-edge of polygon p. Precondition: the portal is a side of p.
  HalfEdge side_in(PolygonId p, Vertex v) const {
    const HalfEdge h = portal(v).edge;
    return polygon_of(h) == p ? h : mesh_->twin(h);
  }
  PolygonId shared_polygon(Vertex v, Vertex w, PolygonId preferred) const;
  bool borders(PolygonId p, Vertex v) const {
    const HalfEdge h = portal(v).edge;
    return polygon_of(h) == p || polygon_of(mesh_->twin(h)) == p;
  }
  const EdgePoint& portal(Vertex v) const { return portals_[static_cast<std::size_t>(v)]; }
  std::span<const Vertex> portals_of(PolygonId p) const {
    const auto i = static_cast<std::size_t>(p);
    return std::span(vertices_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

  const FreeSpace* space_;
  const Triangulation* mesh_;
  ConvexPartition partition_;
  std::vector<EdgePoint> portals_;  ///< portal of each vertex
  std::vector<std::size_t> begin_;  ///< index in vertices_ of the first vertex of each polygon
  std::vector<Vertex> vertices_;    ///< portals (vertices) of each polygon, polygon by polygon
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(CorridorRepresentation<ConvexPolygons>);

}  // namespace fairway
