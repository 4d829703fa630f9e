#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// Base of representations that divide free space into convex faces. A portal is a common segment
/// of two faces. Vertices are points on portals. Two portals of one face are linked by a straight
/// segment. Faces have numbers from 0. Members of `Derived`:
/// - faces_of(v): the two faces of portal v
/// - portal_from(face, v): portal v, seen by a path that leaves the face through it
/// - faces_at(location, scratch, faces): writes the faces that contain a point, in ascending order
/// - way_to(end, v): length of the path from an end to a portal of a face that contains the end
template <class Derived>
class PortalGraph {
 public:
  using Face = std::int32_t;  ///< number of a face
  /// See docs/concepts/representation.md.
  static constexpr Guarantees kGuarantees{.complete = true, .corridors = true};
  using Graph = CsrGraph;  ///< type of graph()

  /// Scratch space of a query.
  struct Scratch {
    ///@{ The faces that contain start and goal, in ascending order, and a buffer of Derived.
    std::vector<Face> start;
    std::vector<Face> goal;
    std::vector<TriangleId> triangles;

    std::size_t memory_bytes() const { return heap_bytes(start, goal, triangles); }
    ///@}
  };

  const CsrGraph& graph() const { return graph_; }  ///< portals and their links
  /// Component of a portal.
  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }
  const BuildReport& report() const { return report_; }  ///< facts about the build

  /// Links each end to the portals of the faces that contain the end. If one face contains both
  /// ends, links the ends only to each other. O(portals of these faces).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    attachment.clear();
    derived().faces_at(start, scratch, scratch.start);
    derived().faces_at(goal, scratch, scratch.goal);
    if (intersect(scratch.start, scratch.goal)) {
      attachment.direct = distance(start.point, goal.point);
      return AttachStatus::kAttached;
    }
    link(start.point, scratch.start, attachment.start);
    link(goal.point, scratch.goal, attachment.goal);
    return status_of(attachment);
  }

  /// Writes the portals that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const {
    portals.clear();
    const std::span<const Vertex> vertices = found.vertices;
    if (vertices.empty()) return;
    derived().faces_at(found.start, scratch, scratch.start);
    derived().faces_at(found.goal, scratch, scratch.goal);
    const auto contains = [](const std::vector<Face>& faces, Face face) {
      return std::ranges::binary_search(faces, face);
    };
    const auto [before, behind] = derived().faces_of(vertices.front());
    Face inside = contains(scratch.start, before) ? before : behind;
    const auto cross = [&](Vertex v) {
      portals.push_back(derived().portal_from(inside, v));
      const auto [a, b] = derived().faces_of(v);
      inside = inside == a ? b : a;
    };
    for (std::size_t i = 0; i + 1 < vertices.size(); ++i) {
      const Face next = shared(vertices[i], vertices[i + 1], inside);
      if (i == 0 && contains(scratch.start, next)) inside = next;
      if (next != inside) cross(vertices[i]);
    }
    if (!contains(scratch.goal, inside)) cross(vertices.back());
  }

 protected:
  /// The portals of a face.
  std::span<const Vertex> portals_of(Face face) const {
    const auto i = static_cast<std::size_t>(face);
    return std::span(vertices_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }
  /// Links `count` portals and labels components. Reports the two phases and the covered area.
  /// Preconditions: the portals of all faces are set, and the phases before have been reported.
  void link_portals(std::size_t count, const FreeSpace& space, LapClock& clock) {
    CsrGraph::Builder builder;
    for (Vertex v = 0; v < static_cast<Vertex>(count); ++v) {
      const auto [before, behind] = derived().faces_of(v);
      for (const Face face : {before, behind}) {
        for (const Vertex w : portals_of(face)) {
          if (w != v) builder.add(w, distance(derived().position(v), derived().position(w)));
        }
      }
      builder.end_row();
    }
    graph_ = std::move(builder).build();
    report_.phases.push_back({"links", clock.lap()});
    report_.components = label_components(graph_, components_);
    report_.covered_area = space.area();
    report_.phases.push_back({"components", clock.lap()});
  }
  /// Bytes of this class on the heap.
  std::size_t memory_bytes() const {
    return heap_bytes(begin_, vertices_, components_) + graph_.memory_bytes();
  }

  std::vector<std::size_t> begin_;  ///< index in vertices_ of the first vertex of each face
  std::vector<Vertex> vertices_;    ///< portals of each face, face by face
  BuildReport report_;              ///< facts about the build

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  void link(Point end, std::span<const Face> faces, std::vector<Link>& links) const {
    for (const Face face : faces) {
      for (const Vertex v : portals_of(face)) links.push_back({v, derived().way_to(end, v)});
    }
    if (faces.size() > 1) remove_repeated(links);
  }
  /// Returns a face of both portals; `preferred` if it is such a face.
  Face shared(Vertex v, Vertex w, Face preferred) const {
    const auto has = [&](Vertex portal, Face face) {
      const auto [a, b] = derived().faces_of(portal);
      return a == face || b == face;
    };
    if (has(v, preferred) && has(w, preferred)) return preferred;
    const auto [before, behind] = derived().faces_of(v);
    return has(w, before) ? before : behind;
  }

  CsrGraph graph_;
  std::vector<std::int32_t> components_;
};

}  // namespace fairway
