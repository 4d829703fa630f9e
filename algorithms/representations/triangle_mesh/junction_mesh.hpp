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

/// A triangle mesh with the corners of junctions as nodes; see Reduction. A junction is a triangle
/// where paths divide. The links are shortest paths between the corners.
class JunctionMesh : public TriangleMesh {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "triangle-mesh";

  /// Scratch space of a query.
  struct Scratch {
    /// A path inside one region between the ends of the last attach(); see Reduction. Empty if the
    /// ends see each other.
    std::optional<Reduction::Meeting> meeting;
    /// A path between these ends that is shorter than `meeting` and touches no node, if one exists.
    std::optional<Outlook::Sighting> sighting;
    ///@{ The paths from start and goal to nodes near them.
    Outlook from_start;
    Outlook from_goal;

    std::size_t memory_bytes() const { return heap_bytes(from_start, from_goal); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();

  /// Builds the mesh. Keeps a reference to the free space. O(n log n) for n triangles.
  static JunctionMesh build(const FreeSpace& space, const Options& options);

  /// The tables, for code that edits them in place.
  struct Tables {
    ///@{ The tables.
    Reduction& reduction;
    std::vector<Point>& positions;
    CsrGraph& graph;
    ///@}
    std::vector<Passage>& passages;  ///< passage of each edge of the graph
    std::vector<Point>& bends;       ///< bends of the passages
  };
  /// Access to the tables.
  Tables tables() { return {reduction_, positions_, graph_, passages_, bends_}; }
  /// Updates the report after a change of the free space. Linear.
  void update_report() { report_on(space_->component_count()); }

  std::size_t vertex_count() const { return reduction_.node_count(); }  ///< number of nodes
  /// Component of the free space that contains the node. Links connect all junctions of a
  /// component.
  std::int32_t component(Vertex v) const {
    const CornerId corner = reduction_.corners()[static_cast<std::size_t>(v)];
    return mesh_->component(Triangulation::triangle_of(space_->corner(corner).first));
  }

  /// Links each end to the nodes that Outlook::look() finds. Ends that see each other, or that lie
  /// in one dead end, get no links but only a direct path. For other ends, the scratch may have the
  /// paths `meeting` and `sighting`. The shorter of them is the direct path. O(triangles that
  /// contain an end or that the segment between the ends crosses + points on the path in the
  /// region).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the edges that the path crosses. Each portal is a whole edge. O(crossed edges +
  /// triangles around the vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::size_t memory_bytes() const;
  ///@}

 private:
  using TriangleMesh::TriangleMesh;

  void number_junctions();
  void link();
  /// Follows the shortest path in a region from a place to a target. Appends the points of this
  /// path, up to the place before `last`. See Reduction for places and targets.
  void append_legs(const Reduction::Region& region, std::int32_t place, int target,
                   std::int32_t last, Path& path) const;
  /// Returns the shortest path from an end of the query to a node that is linked to the end.
  const Outlook::Way& way_to(const Location& end, Vertex node, Outlook& outlook) const;
  /// Appends the portals that a path crosses when it turns around a corner, from the triangle of
  /// half-edge `at` to another triangle. The half-edge begins at the corner.
  void turn(HalfEdge at, TriangleId triangle, std::vector<Portal>& portals) const;
  /// Returns the half-edge of a junction that begins at a node.
  HalfEdge half_edge_at(TriangleId junction, Vertex node) const;
  const Passage& passage(Vertex v, Vertex w) const;

  Reduction reduction_;
  std::vector<Passage> passages_;  // passage of each edge of the graph
  std::vector<Point> bends_;       // bends of the passages
};

static_assert(CorridorRepresentation<JunctionMesh>);

}  // namespace fairway
