#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"

namespace fairway {

/// A table with the first edge of a least path from each vertex to every other vertex. Each vertex
/// has a row with one edge for each goal. The goals are in depth-first order, so that neighbouring
/// goals are mostly close together. A row stores runs of equal edges. A query follows the edges
/// from a vertex linked to the start to a vertex linked to the goal. Immutable.
/// Source: B. Strasser, A. Botea, D. Harabor, "Compressing Optimal Paths with Run Length Encoding",
/// JAIR 54 (2015).
class FirstMoves {
 public:
  /// A link of the start and a link of the goal.
  struct Pair {
    double bound;         ///< lower bound of the cost of a path that uses both links
    std::uint32_t start;  ///< index of the start's link
    std::uint32_t goal;   ///< index of the goal's link
  };
  /// Buffers of the queries of one thread.
  struct Scratch {
    std::vector<Pair> pairs;   ///< heap of pairs of links, least bound first
    std::vector<Vertex> path;  ///< vertices of the path of a pair

    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(pairs, path); }
  };

  /// Computes the least paths to each vertex. O(n m log n) for n vertices and m edges. Throws
  /// MemoryLimitExceeded and TimeLimitExceeded.
  static FirstMoves build(GraphCopy graph, const BuildBudget& budget);

  /// Returns the same result as astar(), but `expanded` counts the visited vertices and `generated`
  /// counts the runs looked up. Follows the stored edges for each pair of links that can still give
  /// the best path. O(log runs) per visited vertex.
  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(graph_, place_, offsets_, runs_); }

 private:
  explicit FirstMoves(GraphCopy graph) : graph_(std::move(graph)) {}

  /// Returns the number of the first edge of a least path from v to a goal. The edges of v have the
  /// numbers 1, 2 and so on. Returns 0 if no path leads to the goal. `goal_place` is the index of
  /// the goal in the order of goals; see place_.
  std::uint32_t move(Vertex v, std::uint32_t goal_place) const;
  void pack(std::vector<std::vector<std::uint32_t>>& rows);
  void walk(const LinkedQuery& query, const Pair& pair, Scratch& scratch, SearchResult& result,
            std::vector<Vertex>& vertices) const;

  GraphCopy graph_;
  std::uint32_t moves_ = 1;           ///< greater than every result of move(); see runs_
  std::vector<std::uint32_t> place_;  ///< index of each vertex in the order of goals
  std::vector<std::size_t> offsets_;  ///< index in runs_ of the row of each vertex
  /// Runs of each vertex in ascending order. A run is stored as one integer: the number of its edge
  /// (see move()), plus moves_ times the index of its first goal in the order of goals.
  std::vector<std::uint32_t> runs_;
};

}  // namespace fairway
