#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"
#include "algorithms/representations/triangle_mesh/junction_links.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {

/// The constrained triangulation as a navigation mesh: paths go from triangle to triangle through
/// the edges between free triangles. Nodes are
///   junction       the corners of the triangles at which there is a choice (see Reduction), for
///                  shortest paths turn at corners; the links are the shortest ways through what
///                  lies between, in which there is none;
///   edge_midpoint  those edges; the two or three of one triangle are linked by straight segments;
///   centroid       the triangles; the link of neighbours bends at a point of their common edge;
///   vertex         the corners; the links are the edges of the triangulation. A vertex where free
///                  space meets itself in a point is several nodes, one for each corner.
/// Midpoints and centroids are rounded. Exact predicates choose, at build time, where a rounded
/// point will do and where a vertex must stand in for it, so that no drawn segment leaves the
/// triangles by even the last bit.
class TriangleMesh {
 public:
  static constexpr std::string_view kName = "triangle-mesh";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = false, .corridors = true};

  using Graph = CsrGraph;

  enum class Nodes : std::uint8_t { kJunction, kEdgeMidpoint, kCentroid, kVertex };
  friend std::span<const std::string_view> option_names(Nodes) {
    static constexpr std::array<std::string_view, 4> kNames{"junction", "edge_midpoint", "centroid",
                                                            "vertex"};
    return kNames;
  }

  struct Options {
    Nodes nodes = Nodes::kJunction;

    static void describe(Options& options, auto&& field) {
      field("nodes", options.nodes, "where paths run: junction, edge_midpoint, centroid or vertex");
    }
    friend bool operator==(const Options&, const Options&) = default;
  };

  struct Scratch {
    std::vector<TriangleId> start;
    std::vector<TriangleId> goal;
  };

  static std::vector<NamedMethod<Options>> methods();

  /// O(triangles); with junctions O(n log n) for n triangles. Keeps a reference to the free space.
  static TriangleMesh build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  /// Links each end to the nodes of every triangle that contains it: of several where it is on an
  /// edge or a vertex, on both sides of a wall of zero width. Ends in one triangle get their direct
  /// link and nothing else. O(triangles that contain an end). With junctions ends are linked to
  /// those of their regions' gates; directly and not otherwise where they see each other; and also
  /// by the way in their region where they have one in common. O(triangles that contain an end or
  /// are crossed by the segment between the ends, points on the way in the region).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(Point start, Point goal, std::span<const Vertex> vertices, Path& path) const;
  /// The edges that the path crosses, at full width. O(vertices); for nodes at vertices
  /// O(triangles round them), at junctions also O(edges crossed).
  void corridor(Point start, Point goal, std::span<const Vertex> vertices,
                std::vector<Portal>& portals) const;

  /// Bytes on the heap, without the free space and its triangulation.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return graph_.vertex_count(); }
  /// Undirected edges.
  std::size_t edge_count() const { return graph_.edge_count() / 2; }

  /// A number that all nodes of a connected component share.
  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

  /// Calls sink(Point, Point) for each edge of a free triangle.
  template <class Sink>
  void draw(const Sink& sink) const {
    for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
      for (int i = 0; i < 3 && mesh_->is_free(t); ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        const HalfEdge other = mesh_->across(h);
        if (other == kNoHalfEdge || h < other) {
          sink(mesh_->origin_point(h), mesh_->destination_point(h));
        }
      }
    }
  }

 private:
  TriangleMesh(const FreeSpace& space, Nodes nodes)
      : space_(&space), mesh_(&space.triangulation()), nodes_(nodes) {}

  void number_edges();
  void number_triangles();
  void number_corners();
  void number_junctions();
  void take_links();
  void link_edges();
  void link_triangles();
  void link_corners();

  Vertex node_at(std::int32_t i) const { return node_at_[static_cast<std::size_t>(i)]; }
  const EdgePoint& edge(Vertex v) const { return edges_[static_cast<std::size_t>(v)]; }
  TriangleId triangle(Vertex v) const { return triangles_[static_cast<std::size_t>(v)]; }

  void link(Point end, std::span<const TriangleId> triangles, std::vector<Link>& links) const;
  /// The half-edge from v's triangle into w's (centroid).
  HalfEdge gate(Vertex v, Vertex w) const;
  /// Where links bend between v's triangle and w's (centroid).
  Point gate_point(Vertex v, Vertex w) const;
  /// v's half-edge in the triangle that v's edge shares with w's (edge_midpoint).
  HalfEdge side_towards(Vertex v, Vertex w) const;
  /// A half-edge as it is crossed from its own triangle.
  Portal portal_of(HalfEdge h) const {
    return {mesh_->destination_point(h), mesh_->origin_point(h)};
  }
  void push_portal(HalfEdge h, std::vector<Portal>& portals) const {
    portals.push_back(portal_of(h));
  }
  void edge_corridor(Point start, Point goal, std::span<const Vertex> vertices,
                     std::vector<Portal>& portals) const;
  void triangle_corridor(std::span<const Vertex> vertices, std::vector<Portal>& portals) const;
  void corner_corridor(Point start, Point goal, std::span<const Vertex> vertices,
                       std::vector<Portal>& portals) const;
  /// The shortest way between two ends within a region, or nothing where they see each other.
  std::optional<Reduction::Meeting> meeting(const Location& start, const Location& goal) const;
  void attach_junctions(const Location& start, const Location& goal, Attachment& attachment) const;
  void link_junctions_to(const Location& end, std::vector<Link>& links) const;
  void realise_junctions(const Location& start, const Location& goal,
                         std::span<const Vertex> vertices, Path& path) const;
  /// The points from a place on its way to a target of the region, as far as `last`, without it.
  void append_legs(const Reduction::Region& region, std::int32_t place, int target,
                   std::int32_t last, Path& path) const;
  /// The points from an end to a node, without the end.
  void append_way_to(const Location& end, Vertex node, Path& path) const;
  void junction_corridor(const Location& start, const Location& goal,
                         std::span<const Vertex> vertices, std::vector<Portal>& portals) const;
  /// Crosses sides round a corner, from a half-edge that begins there to one in a triangle.
  void turn(HalfEdge at, TriangleId triangle, std::vector<Portal>& portals) const;
  /// The half-edge of a junction that begins at a node.
  HalfEdge half_edge_at(TriangleId junction, Vertex node) const;
  const Passage& passage(Vertex v, Vertex w) const;

  const FreeSpace* space_;
  const Triangulation* mesh_;
  Nodes nodes_;
  CsrGraph graph_;
  std::vector<Point> positions_;
  std::vector<Vertex> node_at_;        // of a half-edge (edge_midpoint) or a triangle (centroid)
  std::vector<EdgePoint> edges_;       // of a node (edge_midpoint)
  std::vector<TriangleId> triangles_;  // of a node (centroid)
  Reduction reduction_;                // (junction)
  std::vector<Passage> passages_;      // of an edge of the graph (junction)
  std::vector<Point> bends_;           // of the passages (junction)
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(CorridorRepresentation<TriangleMesh>);

}  // namespace fairway
