#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/solvers/solver.hpp"

class dtNavMesh;

namespace fairway {

/// What a query tells Detour.
struct DetourSearch {
  bool sliced = false;
  bool any_angle = false;
  int max_polygons = 4096;
  int max_nodes = 65535;

  static void describe(DetourSearch& search, auto&& field) {
    field("sliced", search.sliced, "searches by Detour's sliced interface, 100 nodes a slice");
    field("any_angle", search.any_angle,
          "the sliced search shortens ways by casting rays (DT_FINDPATH_ANY_ANGLE)");
    field("max_polygons", search.max_polygons,
          "most polygons of a path; a query that needs more fails, and says so", {1, 1'000'000});
    field("max_nodes", search.max_nodes,
          "most nodes of a search; a query that needs more fails, and says so", {4, 65535});
  }
  /// Refuses rays without slices, which Detour does not offer.
  static void check_together(const DetourSearch& search, const auto& refuse) {
    if (search.any_angle && !search.sliced) refuse("any_angle", "false where 'sliced' is false");
  }
};

/// Polygons in the units of a lattice, laid out as Recast's rcPolyMesh and Detour have them. Point
/// (x, y) of the world is (x, 0, y) there.
struct DetourPolygons {
  static constexpr int kSides = 6;  ///< Detour's own limit, DT_VERTS_PER_POLYGON
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::size_t kMostVertices = 0xfffe;
  static constexpr std::size_t kMostPolygons = 0x7fff;  ///< a neighbour's high bit means a border

  Point origin;      ///< of the lattice, in the world
  double step = 1;   ///< of the lattice, in the world's units
  double width = 0;  ///< the greatest x and z, in steps
  double height = 0;
  std::vector<std::uint16_t> vertices;  ///< x, y, z of each
  /// Of each polygon kSides vertices, filled up with kNone, then the neighbour of each side, or
  /// kNone.
  std::vector<std::uint16_t> polygons;

  std::size_t vertex_count() const { return vertices.size() / 3; }
  std::size_t polygon_count() const { return polygons.size() / (2 * kSides); }
};

/// Where a mesh lies: coordinate k of the mesh is origin + step * k in the world.
struct DetourFrame {
  Point origin;
  double step = 1;
};

/// A navigation mesh of Detour. Threads may share it, each with a Scratch. Only who made its tiles
/// changes it.
/// Source: M. Mononen, Recast & Detour, https://github.com/recastnavigation/recastnavigation.
class DetourMesh {
 public:
  /// Detour's query object, which is made for the first query. Not to be used with another mesh.
  class Scratch {
   public:
    Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    ~Scratch();
    /// Without the few nodes that Detour keeps for its searches around a point.
    std::size_t memory_bytes() const;

   private:
    friend class DetourMesh;
    struct Query;
    std::unique_ptr<Query> query_;
  };

  /// Of one tile. `reach`: how far from an end, in steps, its polygon may be. If `snapped` is not
  /// empty, it holds the point of each vertex in the world, and paths turn there instead of at the
  /// lattice's points. Throws UnsupportedWorld if Detour does not take the polygons. O(n log n).
  DetourMesh(const DetourPolygons& polygons, const DetourSearch& search, double reach,
             std::vector<Point> snapped);
  /// Of tiles that others make, whose vertices are whole steps. If `whole`, paths turn at whole
  /// steps only.
  DetourMesh(std::shared_ptr<const dtNavMesh> tiles, const DetourFrame& frame,
             const DetourSearch& search, double reach, bool whole);

  /// findPath and findStraightPath, or the sliced search. The path begins and ends at the exact
  /// ends. Throws std::runtime_error where a limit of the search is hit.
  SolverResult solve(Point start, Point goal, Scratch& scratch, Path& path) const;

  /// The following are known of one tile only.
  std::size_t memory_bytes() const;
  std::size_t polygon_count() const { return polygon_count_; }
  std::size_t link_count() const { return link_count_; }

 private:
  struct Mesh;
  std::shared_ptr<const Mesh> mesh_;
  DetourSearch search_;
  DetourFrame frame_;
  double reach_;
  bool whole_ = false;
  std::size_t polygon_count_ = 0;
  std::size_t link_count_ = 0;
};

/// What the solvers on a Detour mesh share: all but how the mesh is made.
class DetourSolver {
 public:
  using Scratch = DetourMesh::Scratch;

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const {
    return mesh_.solve(start.point, goal.point, scratch, path);
  }

  std::size_t memory_bytes() const { return mesh_.memory_bytes(); }
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return mesh_.polygon_count(); }
  std::size_t edge_count() const { return mesh_.link_count(); }

 protected:
  DetourSolver(DetourMesh mesh, BuildReport report)
      : mesh_(std::move(mesh)), report_(std::move(report)) {}

 private:
  DetourMesh mesh_;
  BuildReport report_;
};

}  // namespace fairway
