#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The base of the triangle meshes. Paths cross the edges between free triangles of the constrained
/// triangulation. Derived classes differ in their nodes. Only the owner of a changing world edits a
/// mesh after its build.
class TriangleMesh {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = false, .corridors = true};

  using Graph = CsrGraph;

  /// The meshes have no options.
  struct Options {
    static void describe(Options&, auto&&) {}  ///< there are no options
  };

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }
  const BuildReport& report() const { return report_; }
  /// Bytes on the heap, without the free space and its triangulation.
  std::size_t memory_bytes() const;
  std::size_t vertex_count() const { return graph_.vertex_count(); }  ///< number of nodes
  /// Number of undirected edges.
  std::size_t edge_count() const { return graph_.edge_count() / 2; }

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

  /// Calls sink(Point, Point) for the sides of each free triangle.
  template <class Sink>
  void draw(const Sink& sink) const {
    for (TriangleId t = 0; t < mesh_->triangle_count(); ++t) {
      for (int i = 0; i < 3 && mesh_->is_free(t); ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        sink(mesh_->origin_point(h), mesh_->destination_point(h));
      }
    }
  }
  ///@}

 protected:
  /// The triangles that contain the ends of a query.
  struct EndTriangles {
    ///@{ Triangles that contain the start, and triangles that contain the goal.
    std::vector<TriangleId> start;
    std::vector<TriangleId> goal;

    std::size_t memory_bytes() const { return heap_bytes(start, goal); }
    ///@}
  };

  /// Keeps a reference to the free space.
  explicit TriangleMesh(const FreeSpace& space) : space_(&space), mesh_(&space.triangulation()) {}

  /// Runs and times the steps of a build: `number` makes the nodes, `link` makes the graph, and
  /// `report` fills the report.
  template <class Number, class Link, class Report>
  void run_build(const Number& number, const Link& link, const Report& report) {
    LapClock clock;
    number();
    report_.phases.push_back({"nodes", clock.lap()});
    link();
    report_.phases.push_back({"links", clock.lap()});
    report();
    report_.phases.push_back({"components", clock.lap()});
  }
  template <class Number, class Link>
  /// Overload that counts the components of the graph.
  void run_build(const Number& number, const Link& link) {
    run_build(number, link, [&] { report_on(label_components(graph_, components_)); });
  }

  /// Writes the number of components and the covered area to the report.
  void report_on(int components) {
    report_.components = components;
    report_.covered_area = space_->area();
  }

  /// Calls link(end, triangle, links) for each triangle that contains an end. If the end is on a
  /// wall of zero width, these are the triangles on both sides. Two ends in one triangle get only
  /// their direct link. O(triangles that contain an end).
  template <class LinkTo>
  AttachStatus attach_in_triangles(const Location& start, const Location& goal,
                                   EndTriangles& triangles, Attachment& attachment,
                                   const LinkTo& link) const {
    attachment.clear();
    triangles_at(*space_, start, triangles.start);
    triangles_at(*space_, goal, triangles.goal);
    if (intersect(triangles.start, triangles.goal)) {
      attachment.direct = distance(start.point, goal.point);
      return AttachStatus::kAttached;
    }
    for (const TriangleId t : triangles.start) link(start.point, t, attachment.start);
    for (const TriangleId t : triangles.goal) link(goal.point, t, attachment.goal);
    if (triangles.start.size() > 1) remove_repeated(attachment.start);
    if (triangles.goal.size() > 1) remove_repeated(attachment.goal);
    return status_of(attachment);
  }

  /// The portal of half-edge h, for a path that leaves the triangle of h through h.
  [[gnu::always_inline]] Portal portal_of(HalfEdge h) const {
    return {mesh_->destination_point(h), mesh_->origin_point(h)};
  }

  ///@{ The free space, its triangulation, the graph, and the positions of nodes.
  const FreeSpace* space_;
  const Triangulation* mesh_;
  CsrGraph graph_;
  std::vector<Point> positions_;
  ///@}

 private:
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

}  // namespace fairway
