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

/// Settings of Detour's search.
struct DetourSearch {
  bool sliced = false;
  bool any_angle = false;
  int max_polygons = 4096;
  int max_nodes = 65535;

  static void describe(DetourSearch& search, auto&& field) {
    field("sliced", search.sliced,
          "whether to use Detour's sliced search, with 100 nodes per slice");
    field("any_angle", search.any_angle,
          "whether the sliced search shortens paths by casting rays (DT_FINDPATH_ANY_ANGLE)");
    field("max_polygons", search.max_polygons,
          "maximum number of polygons of a path; a query that needs more fails with a message",
          {1, 1'000'000});
    field("max_nodes", search.max_nodes,
          "maximum number of nodes of a search; a query that needs more fails with a message",
          {4, 65535});
  }
  /// Refuses `any_angle` without `sliced`: only Detour's sliced search casts rays.
  static void check_together(const DetourSearch& search, const auto& refuse) {
    if (search.any_angle && !search.sliced) refuse("any_angle", "false, because 'sliced' is false");
  }
};

/// Polygons with integer coordinates, in the layout of Recast's rcPolyMesh. Point (x, y) of the
/// world becomes (x, 0, y).
struct DetourPolygons {
  static constexpr int kSides = 6;  ///< maximum sides of a polygon: Detour's DT_VERTS_PER_POLYGON
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::size_t kMostVertices = 0xfffe;
  /// Detour uses the high bit of an index to mark borders.
  static constexpr std::size_t kMostPolygons = 0x7fff;

  Point origin;                         ///< point of the world that becomes (0, 0, 0)
  double step = 1;                      ///< unit of the coordinates, in the world's units
  double width = 0;                     ///< the greatest x, in steps
  double height = 0;                    ///< the greatest z, in steps
  std::vector<std::uint16_t> vertices;  ///< x, y, z of each vertex
  /// Each polygon has 2 kSides entries. The first kSides entries are its vertices, padded with
  /// kNone. Entry kSides + i is the neighbour across side i, or kNone.
  std::vector<std::uint16_t> polygons;

  std::size_t vertex_count() const { return vertices.size() / 3; }
  std::size_t polygon_count() const { return polygons.size() / (2 * kSides); }
};

/// Position of a mesh in the world: coordinate k of the mesh is origin + step * k in the world.
struct DetourFrame {
  Point origin;
  double step = 1;
};

/// A navigation mesh of Detour. Threads may share it if each thread has a Scratch. This class does
/// not change the tiles. The creator of the tiles may change them between queries.
/// Source: M. Mononen, Recast & Detour, https://github.com/recastnavigation/recastnavigation.
class DetourMesh {
 public:
  /// Holds Detour's query object, which the first query creates. Precondition: a Scratch is used
  /// with one mesh only.
  class Scratch {
   public:
    Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    ~Scratch();
    /// Bytes on the heap, without the few nodes that Detour keeps for searches around a point.
    std::size_t memory_bytes() const;

   private:
    friend class DetourMesh;
    struct Query;
    std::unique_ptr<Query> query_;
  };

  /// A mesh of one tile. An end of a query belongs to the nearest polygon, which is at most `reach`
  /// steps away. If `snapped` is not empty, it has a point of the world for each vertex. Paths then
  /// turn at these points instead of at the vertices. Throws UnsupportedWorld if Detour refuses the
  /// polygons. O(n log n).
  DetourMesh(const DetourPolygons& polygons, const DetourSearch& search, double reach,
             std::vector<Point> snapped);
  /// A mesh of existing tiles, whose vertices have integer coordinates. If `whole` is true, paths
  /// turn only at points with integer coordinates.
  DetourMesh(std::shared_ptr<const dtNavMesh> tiles, const DetourFrame& frame,
             const DetourSearch& search, double reach, bool whole);

  /// Calls findPath, or the sliced search, and then findStraightPath. The path begins at `start`
  /// and ends at `goal` exactly. Throws std::runtime_error if the search reaches one of its limits.
  SolverResult solve(Point start, Point goal, Scratch& scratch, Path& path) const;

  /// Precondition of the next three functions: the mesh has one tile.
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

/// Base class of the solvers on a Detour mesh. A derived class only builds the mesh.
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
