#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// A bounding box for each edge. Consider the cheapest paths from the source of an edge to all
/// vertices. The box contains the ends of the paths that begin with this edge. A* skips an edge if
/// its box does not meet the bounding box of the vertices linked to the goal. Immutable.
/// Source: S. Rabin, N. R. Sturtevant, "Combining Bounding Boxes and JPS to Prune Grid
/// Pathfinding", AAAI 2016.
class GoalBounding {
 public:
  using Scratch = SearchScratch;  ///< State of the queries of one thread.

  /// Computes the least paths to each vertex. O(n m log n) for n vertices and m edges. Throws
  /// MemoryLimitExceeded and TimeLimitExceeded.
  static GoalBounding build(GraphCopy graph, const BuildBudget& budget);

  /// Returns the same result as astar().
  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(graph_, boxes_); }

 private:
  /// A bounding box with coordinates rounded outward, so that it contains all added points.
  class Bounds {
   public:
    void add(Point p);
    bool meets(const Bounds& other) const {
      return left_ <= other.right_ && other.left_ <= right_ && low_ <= other.high_ &&
             other.low_ <= high_;
    }

   private:
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();
    float left_ = kInfinity;
    float low_ = kInfinity;
    float right_ = -kInfinity;
    float high_ = -kInfinity;
  };
  class BoundedEdges;

  explicit GoalBounding(GraphCopy graph) : graph_(std::move(graph)) {}

  GraphCopy graph_;
  std::vector<Bounds> boxes_;  ///< box of each edge
};

}  // namespace fairway
