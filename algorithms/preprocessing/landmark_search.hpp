#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/preprocessing/landmarks.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// A* with the bounds of landmarks and of a metric (ALT). Immutable.
class LandmarkSearch {
 public:
  /// State of the queries of one thread.
  struct Scratch {
    SearchScratch search;                   ///< scratch of A*
    std::vector<Landmarks::Active> active;  ///< landmarks chosen for the query

    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(search, active); }
  };

  /// Finds the landmarks; see the constructor of Landmarks.
  static LandmarkSearch build(GraphCopy graph, int landmarks, const BuildBudget& budget);

  /// Returns the same result as astar().
  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(graph_, landmarks_); }

 private:
  LandmarkSearch(GraphCopy graph, Landmarks landmarks)
      : graph_(std::move(graph)), landmarks_(std::move(landmarks)) {}

  GraphCopy graph_;
  Landmarks landmarks_;
};

}  // namespace fairway
