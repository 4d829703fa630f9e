#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/bucket_queue.hpp"
#include "algorithms/solvers/polyanya/polyanya_mesh.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Finds shortest paths without a graph: a best-first search over intervals of polygon sides. Each
/// interval is visible from one root. The convex polygons are the free triangles, or are merged
/// from them. Exact: the ends of an interval are rays from its root through input vertices. All
/// decisions use orientations of input points. Only estimates of lengths use computed points.
/// A shortest path does not return to a convex polygon that it left. Unless the option dead_ends is
/// set, the search therefore stays in the biconnected components of the polygons' graph that lie
/// between start and goal. The queue may return a node whose estimate slightly exceeds the least
/// estimate. The search ends when no estimate is below the length found. One Scratch per thread.
/// Source: M. L. Cui, D. D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation
/// Mesh", IJCAI 2017.
class Polyanya {
 public:
  ///@{ Members of the concept Solver.
  static constexpr std::string_view kName = "polyanya";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};
  ///@}
  /// Options of the methods.
  struct Options {
    bool merged = true;      ///< merge triangles to convex polygons
    bool dead_ends = false;  ///< also search polygons that no path between the ends passes
    /// Describes the options, see docs/concepts/representation.md.
    static void describe(Options& options, auto&& field) {
      field("merged", options.merged, "merge triangles into convex polygons");
      field("dead_ends", options.dead_ends,
            "whether to also search dead ends, the polygons that no path from start to goal can "
            "pass (slower, same paths)");
    }
  };

  static std::vector<NamedSolver<Options>> methods();  ///< Member of the concept Solver.
  /// Structures derived from free space that the solver uses, see SpacePart.
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the solver, which keeps a reference to the free space. O(n log n).
  static Polyanya build(const FreeSpace& space, const Options& options) {
    return Polyanya(space, options);
  }
  /// Builds the solver with default options.
  explicit Polyanya(const FreeSpace& space) : Polyanya(space, Options{}) {}

  /// An end of an interval: a ray from the root.
  struct Bound {
    Point ray;    ///< a point or a vector; see AnyPoints and LatticePoints
    double goal;  ///< side of the ray on which the goal lies: positive for left, negative for right
    /// Index in PolyanyaMesh::turns of the corner through which the ray goes. kNone if the ray goes
    /// through no reflex corner, or if the search has already handled the corner.
    std::int32_t turn;
    bool at_vertex;  ///< whether the ray goes through an end of the side
    bool opposite;   ///< whether `ray` is a point on the ray's backward extension
  };
  /// A node of the search: the part of a side that its root sees.
  struct Node {
    Bound right;         ///< right end
    Bound left;          ///< left end
    std::int32_t entry;  ///< index of the side in the polygon that the search enters
    std::int32_t root;   ///< index in Scratch::roots
  };
  /// A turning point of a path: the start, or a reflex corner.
  struct Root {
    Point point;          ///< position of the root
    double cost;          ///< length of the path from the start
    double least;         ///< lower bound of the length of all paths over the root
    std::int32_t parent;  ///< index of the previous root, or kNone
    std::int32_t turn;    ///< index of the root in PolyanyaMesh::turns, or kNone
    bool turns_right;     ///< whether a path can turn right at the root
    bool turns_left;      ///< whether a path can turn left at the root
    bool superseded;      ///< whether a shorter path to the root's corner is known
  };
  /// Working memory for the queries of one thread. Each query resets it in O(1).
  struct Scratch {
    /// The shortest known path to a corner.
    struct Reached {
      double cost;          ///< length of the path
      std::uint32_t stamp;  ///< stamp of the query that wrote it
      std::int32_t root;    ///< index in roots, or kNone
    };
    BucketQueue<std::int32_t> open;  ///< the queue; ~i stands for root i, other values for nodes
    Pool<Node> nodes;                ///< nodes in the queue
    Pool<Node> following;            ///< nodes that are expanded next and bypass the queue
    Pool<Root> roots;                ///< all roots
    /// A polygon that contains the start, for one component of free space.
    struct End {
      std::uint32_t stamp;  ///< stamp of the query that wrote it
      PolygonId polygon;    ///< the polygon
    };
    ZeroedArray<Reached> turns;  ///< shortest known path to each reflex corner
    /// Entry 1 + b holds the stamp of the query if block b lies between start and goal. Entry 0 is
    /// for blocked sides and never holds the stamp.
    ZeroedArray<std::uint32_t> blocks;
    /// For each polygon: the stamp of the latest query whose goal is in the polygon.
    ZeroedArray<std::uint32_t> goals;
    ZeroedArray<End> components;            ///< a start polygon of each component
    std::vector<PolygonId> start_polygons;  ///< polygons that contain the start
    std::uint32_t stamp = 0;                ///< stamp of the current query
    std::uint64_t expanded = 0;             ///< number of nodes that the last query expanded
    std::uint64_t generated = 0;            ///< number of nodes that the last query made

    /// Bytes on the heap.
    std::size_t memory_bytes() const {
      return heap_bytes(open, nodes, following, roots, turns, blocks, goals, components,
                        start_polygons);
    }
  };

  /// Member of the concept Solver.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;
  /// Length of the shortest legal path; infinity if there is none or an end is blocked. If `path`
  /// is not null, writes the path to `path`. If there is no path, empties `path`.
  double shortest(const Location& start, const Location& goal, Scratch& scratch,
                  Path* path = nullptr) const;

  /// Number of polygons.
  std::size_t vertex_count() const {
    return mesh_.polygon_count() -
           static_cast<std::size_t>(std::ranges::count(mesh_.side_counts, 0));
  }
  /// Number of sides that two polygons share and that paths can cross.
  std::size_t edge_count() const { return mesh_.crossings; }
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const { return mesh_.memory_bytes(); }
  const BuildReport& report() const { return report_; }  ///< Member of the concept Solver.

  ///@{ Members for repairs after a change of the world.
  /// The mesh.
  PolyanyaMesh& mesh() { return mesh_; }
  /// The options of the build.
  const Options& options() const { return options_; }
  /// Computes the partition of free space into polygons, according to the options. O(n log n).
  ConvexPartition partition() const;
  /// Updates the covered area and the number of components in report(). Linear.
  void update_report();
  ///@}

  /// Calls segment(Point, Point) once for each wall and for each side between two polygons. O(sides
  /// + walls).
  void draw(auto&& segment) const {
    for (const Wall& wall : space_->walls()) segment(wall.a, wall.b);
    for (PolygonId p = 0; static_cast<std::size_t>(p) < mesh_.polygon_count(); ++p) {
      const auto first = static_cast<std::size_t>(mesh_.begin[static_cast<std::size_t>(p)]);
      const auto end = first + static_cast<std::size_t>(mesh_.side_count(p));
      for (std::size_t s = first; s < end; ++s) {
        const PolyanyaMesh::Side& side = mesh_.sides[s];
        if (side.across > static_cast<std::int32_t>(s)) {
          segment(side.origin, mesh_.sides[s + 1].origin);
        }
      }
    }
  }

 private:
  Polyanya(const FreeSpace& space, const Options& options);

  const FreeSpace* space_;
  Options options_;
  PolyanyaMesh mesh_;
  BuildReport report_;
};

}  // namespace fairway
