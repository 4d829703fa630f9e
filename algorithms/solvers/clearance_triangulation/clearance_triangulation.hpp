#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"
#include "algorithms/search/search_scratch.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "algorithms/solvers/clearance_triangulation/clearance_mesh.hpp"
#include "algorithms/solvers/clearance_triangulation/corridor_search.hpp"
#include "algorithms/solvers/clearance_triangulation/fan_string.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A triangulation that serves agents of any radius with one index. It stores, for each edge, the
/// largest radius of an agent that can pass the edge. A query finds a sequence of triangles through
/// which the agent's disc can pass. It then pulls a string tight through these triangles. The
/// string keeps at least the disc's radius away from corners. A query of radius 0 does not use the
/// stored radii: it searches the unrefined triangulation, as the method triangle-mesh does.
/// Source: M. Kallmann, "Dynamic and robust local clearance triangulations", ACM TOG 33 (2014).
class ClearanceTriangulation {
 public:
  ///@{ Members of the concept Solver.
  static constexpr std::string_view kName = "clearance-triangulation";
  static constexpr Guarantees kGuarantees{.complete = true, .any_radius = true};

  /// There are no options.
  struct Options {
    static void describe(Options&, auto&&) {}  ///< does nothing
  };

  /// Scratch space of a query.
  struct Scratch {
    ///@{ For radius 0: attached ends, search, and corridor.
    JunctionMesh::Scratch mesh;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
    std::vector<Portal> portals;
    FunnelScratch funnel;
    ///@}
    ///@{ For radii above 0: the search, the triangle sides that the path crosses, the fans at the
    /// ends of these sides, and the tight string.
    CorridorScratch corridor;
    std::vector<HalfEdge> sides;
    std::vector<FanPortal> fans;
    FanString string;
    ///@}

    /// Bytes on the heap, by capacity.
    std::size_t memory_bytes() const {
      return heap_bytes(mesh, attachment, search, vertices, portals, funnel, corridor, sides, fans,
                        string);
    }
  };

  static std::vector<NamedSolver<Options>> methods() { return {{kName, {}}}; }
  static PartSet parts(const FreeSpace&, const Options&) {
    return kSightParts | PartSet(SpacePart::kWalls);
  }

  /// Builds the index. Keeps a reference to the free space. O(n log n) for n triangles.
  static ClearanceTriangulation build(const FreeSpace& space, const Options& options);

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const {
    return solve(start, goal, 0, scratch, path);
  }
  SolverResult solve(const Location& start, const Location& goal, double radius, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return mesh_.triangulation().vertex_count(); }
  std::size_t edge_count() const { return edge_count_; }

  /// Calls segment(Point, Point) for each side of each free triangle of the refined triangulation.
  void draw(auto&& segment) const {
    const Triangulation& mesh = mesh_.triangulation();
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      if (!mesh.is_free(t)) continue;
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        segment(mesh.origin_point(h), mesh.destination_point(h));
      }
    }
  }
  ///@}

  ///@{ The fans of the world's corners (see CornerFans), and the refined triangulation.
  const CornerFans& fans() const { return fans_; }
  const ClearanceMesh& mesh() const { return mesh_; }
  ///@}

 private:
  explicit ClearanceTriangulation(const FreeSpace& space);

  SolverResult solve_point(const Location& start, const Location& goal, Scratch& scratch,
                           Path& path) const;

  const FreeSpace* space_;
  JunctionMesh junctions_;
  CornerFans fans_;
  ClearanceMesh mesh_;
  std::size_t edge_count_ = 0;
  BuildReport report_;
};

static_assert(Solver<ClearanceTriangulation>);
static_assert(SolvesAnyRadius<ClearanceTriangulation>);

}  // namespace fairway
