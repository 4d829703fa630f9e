#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// The costs between landmarks and all vertices. By the triangle inequality they bound the cost
/// between any two vertices; A* uses the bounds of the landmarks that are best at the start of a
/// query. The first landmark is far from a vertex of the largest part of the graph, each other one
/// farthest from those before. Immutable.
/// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
/// Theory", SODA 2005, sections 4 to 6.
class Landmarks {
 public:
  /// The landmarks of a query.
  struct Active {
    std::size_t landmark;
    double to_goal;  ///< cost from the landmark to the goal
    double
        from_goal;  ///< greatest cost from a vertex linked to the goal to the landmark, minus link
    double bound;   ///< at the start
  };
  struct Scratch {
    SearchScratch search;
    std::vector<Active> active;

    std::size_t memory_bytes() const { return heap_bytes(search, active); }
  };

  /// Finds up to `count` landmarks; fewer if a part of the graph has fewer vertices. O(count m log
  /// n). Throws MemoryLimitExceeded and TimeLimitExceeded.
  static Landmarks build(GraphCopy graph, int count, const BuildBudget& budget);

  /// Answers as astar().
  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const;

  std::size_t memory_bytes() const { return heap_bytes(graph_, from_, to_); }

 private:
  explicit Landmarks(GraphCopy graph) : graph_(std::move(graph)) {}

  const double* from(Vertex v) const { return &from_[static_cast<std::size_t>(v) * count_]; }
  const double* to(Vertex v) const {
    return graph_.symmetric() ? from(v) : &to_[static_cast<std::size_t>(v) * count_];
  }
  double bound(const Active& landmark, Vertex v) const;
  void activate(const LinkedQuery& query, Scratch& scratch) const;

  GraphCopy graph_;
  std::size_t count_ = 0;     ///< of landmarks
  std::vector<double> from_;  ///< from each landmark to a vertex, vertex by vertex
  std::vector<double> to_;    ///< from a vertex to each landmark; empty if the graph is symmetric
};

}  // namespace fairway
