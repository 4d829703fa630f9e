#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/triangle_mesh/junction_links.hpp"
#include "algorithms/representations/triangle_mesh/outlook.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

/// A triangle mesh whose nodes are the corners of junctions, the triangles where a path has a
/// choice (see Reduction). The links are shortest paths between them.
class JunctionMesh : public TriangleMesh {
 public:
  static constexpr std::string_view kName = "triangle-mesh";

  struct Scratch {
    /// The shortest path within a region between the ends last attached; nothing if they see each
    /// other.
    std::optional<Reduction::Meeting> meeting;
    /// A shorter path between them, past junctions without touching a node.
    std::optional<Outlook::Sighting> sighting;
    Outlook from_start;
    Outlook from_goal;

    std::size_t memory_bytes() const { return heap_bytes(from_start, from_goal); }
  };

  static std::vector<NamedMethod<Options>> methods();

  /// O(n log n) for n triangles. Keeps a reference to the free space.
  static JunctionMesh build(const FreeSpace& space, const Options& options);

  // To edit it in place.
  struct Tables {
    Reduction& reduction;
    std::vector<Point>& positions;
    CsrGraph& graph;
    std::vector<Passage>& passages;  ///< of the edges of the graph
    std::vector<Point>& bends;       ///< of the passages
  };
  Tables tables() { return {reduction_, positions_, graph_, passages_, bends_}; }
  /// Reports on the free space as it is. Linear.
  void update_report() { report_on(space_->component_count()); }

  std::size_t vertex_count() const { return reduction_.node_count(); }
  /// That of the free space: each has a junction, and links connect all of its junctions.
  std::int32_t component(Vertex v) const {
    const CornerId corner = reduction_.corners()[static_cast<std::size_t>(v)];
    return mesh_->component(Triangulation::triangle_of(space_->corner(corner).first));
  }

  /// Links each end to the nodes at the gates of its regions. Ends that see each other get only
  /// their direct link; others in a common region are also linked by the shortest path within it.
  /// O(triangles that contain an end or are crossed by the segment between the ends + points on the
  /// path in the region).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// The full edges that the path crosses. O(triangles round the vertices + edges crossed).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;

 private:
  using TriangleMesh::TriangleMesh;

  void number_junctions();
  void link();
  /// The points from a place towards a target of the region, up to but without `last`.
  void append_legs(const Reduction::Region& region, std::int32_t place, int target,
                   std::int32_t last, Path& path) const;
  /// The shortest way from an end to a node that is linked to it.
  const Outlook::Way& way_to(const Location& end, Vertex node, Outlook& outlook) const;
  /// Crosses the edges round a corner, from a half-edge that begins there to one in a triangle.
  void turn(HalfEdge at, TriangleId triangle, std::vector<Portal>& portals) const;
  /// The half-edge of a junction that begins at a node.
  HalfEdge half_edge_at(TriangleId junction, Vertex node) const;
  const Passage& passage(Vertex v, Vertex w) const;

  Reduction reduction_;
  std::vector<Passage> passages_;  // of an edge of the graph
  std::vector<Point> bends_;       // of the passages
};

static_assert(CorridorRepresentation<JunctionMesh>);

}  // namespace fairway
