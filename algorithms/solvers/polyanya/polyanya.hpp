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

/// Finds the optimum L* without a graph: best-first search over intervals of polygons' sides, each
/// seen from one root. Exact: an interval's ends are rays from its root through input vertices, so
/// that each decision is an orientation of input points; only length estimates use computed points.
/// The convex polygons are the free triangles, or merged from them. Unless it is told to search
/// dead ends, it stays in the biconnected components of the polygons' graph between its ends, since
/// no shortest path returns to a convex polygon that it left. The queue may return a node whose
/// estimate slightly exceeds the least; the search ends when no estimate is below the length found.
/// One Scratch per thread. Source: M. L. Cui, D. D. Harabor, A. Grastien,
/// "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017.
class Polyanya {
 public:
  static constexpr std::string_view kName = "polyanya";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  struct Options {
    bool merged = true;
    bool dead_ends = false;

    static void describe(Options& options, auto&& field) {
      field("merged", options.merged, "triangles are merged to convex polygons");
      field("dead_ends", options.dead_ends,
            "searches also polygons that no way between the ends passes: slower, the same paths");
    }
  };

  static std::vector<NamedSolver<Options>> methods();

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Keeps a reference to the free space. O(n log n).
  static Polyanya build(const FreeSpace& space, const Options& options) {
    return Polyanya(space, options);
  }
  explicit Polyanya(const FreeSpace& space) : Polyanya(space, Options{}) {}

  /// An end of an interval: a ray from the root, as the query's geometry keeps it.
  struct Bound {
    Point ray;
    double goal;        ///< positive if the goal is left of the ray, negative if right
    std::int32_t turn;  ///< the corner where the ray meets the side, if not met yet
    bool at_vertex;     ///< the ray goes through the end of the side
    bool opposite;      ///< the ray runs away from the point that it is kept as
  };
  /// A node of the search: the part of a side that is seen from a root.
  struct Node {
    Bound right;
    Bound left;
    std::int32_t entry;  ///< the side, in the polygon that is seen through it
    std::int32_t root;   ///< in Scratch::roots
  };
  /// A turning point of a path: the start, or a reflex corner.
  struct Root {
    Point point;
    double cost;   ///< length from the start
    double least;  ///< a lower bound of all paths over it
    std::int32_t parent;
    std::int32_t turn;  ///< the corner, in PolyanyaMesh::turns
    bool turns_right;
    bool turns_left;
    bool superseded;  ///< a shorter way to the same corner is known
  };

  /// The state of a query. Reset in O(1).
  struct Scratch {
    struct Reached {
      double cost;
      std::uint32_t stamp;
      std::int32_t root;
    };
    BucketQueue<std::int32_t> open;  ///< nodes; ~root for a root whose view is still to be expanded
    Pool<Node> nodes;
    Pool<Node> following;  ///< nodes of the current root to expand without the queue
    Pool<Root> roots;
    /// An end of the query in a component.
    struct End {
      std::uint32_t stamp;
      PolygonId polygon;
    };
    ZeroedArray<Reached> turns;         ///< the shortest known way to each reflex corner
    ZeroedArray<std::uint32_t> blocks;  ///< stamped at 1 + block if it is between the ends
    ZeroedArray<std::uint32_t> goals;   ///< stamped if the polygon holds the goal
    ZeroedArray<End> components;
    std::vector<PolygonId> start_polygons;
    std::uint32_t stamp = 0;
    std::uint64_t expanded = 0;  ///< nodes expanded by the last query
    std::uint64_t generated = 0;

    std::size_t memory_bytes() const {
      return heap_bytes(open, nodes, following, roots, turns, blocks, goals, components,
                        start_polygons);
    }
  };

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;
  /// Length of the shortest legal path; infinity if there is none or an end is blocked. `path`, if
  /// given, receives the path, or is emptied.
  double shortest(const Location& start, const Location& goal, Scratch& scratch,
                  Path* path = nullptr) const;

  std::size_t vertex_count() const {
    return mesh_.polygon_count() -
           static_cast<std::size_t>(std::ranges::count(mesh_.side_counts, 0));
  }
  /// The pairs of sides where paths pass from polygon to polygon.
  std::size_t edge_count() const { return mesh_.crossings; }
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const { return mesh_.memory_bytes(); }
  const BuildReport& report() const { return report_; }

  // To edit it in place.
  PolyanyaMesh& mesh() { return mesh_; }
  const Options& options() const { return options_; }
  /// The polygons as the options say. O(n log n).
  ConvexPartition partition() const;
  /// Reports on the free space as it is. Linear.
  void update_report();

  /// Calls segment(Point, Point) for each side of a polygon once. O(sides + walls).
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
