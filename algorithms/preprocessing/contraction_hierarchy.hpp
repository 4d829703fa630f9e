#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/contraction.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/preprocessing/landmarks.hpp"
#include "algorithms/search/bucket_queue.hpp"
#include "algorithms/search/pool.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// A contraction hierarchy: vertices in the order of their contraction, with the edges and
/// shortcuts to later vertices. A query searches from both ends, only upwards (to vertices
/// contracted later). This suffices because some least path leads up from the start and then down
/// to the goal. Both searches are A*. A metric and landmarks bound the cost to the other end. A
/// vertex is not expanded if a path through a higher vertex reaches it at less cost (stall on
/// demand).
/// The vertices of the core were not contracted. In the core, only the search from the start
/// expands vertices. Immutable.
/// Source: R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction Hierarchies: Faster
/// and Simpler Hierarchical Routing in Road Networks", WEA 2008.
class ContractionHierarchy {
 public:
  /// State of the queries of one thread, reset in O(1). Reserves 48 bytes per vertex; only pages
  /// with visited vertices take physical memory.
  class Scratch {
   public:
    /// Bytes on the heap.
    std::size_t memory_bytes() const {
      return heap_bytes(nodes_, open_[0], open_[1], active_[0], active_[1], climb_, stack_);
    }

   private:
    friend class ContractionHierarchy;
    /// State of a vertex in the search from one end. If g is infinite, the vertex was seen but
    /// cannot improve on the best path.
    struct Label {
      double g;
      double bound;
      Vertex parent;
      std::uint32_t stamp;  ///< stamp of the query that saw the vertex
    };
    struct Node {
      Label sides[2];
    };
    struct Open {
      double g;
      Vertex vertex;
    };

    ZeroedArray<Node> nodes_;
    std::uint32_t stamp_ = 0;
    BucketQueue<Open> open_[2];
    std::vector<Landmarks::Active> active_[2];
    std::vector<Vertex> climb_;
    Pool<Vertex> stack_;
  };

  /// Contracts the graph and finds up to `landmarks` landmarks. Throws MemoryLimitExceeded and
  /// TimeLimitExceeded.
  static ContractionHierarchy build(const GraphCopy& graph, Contraction::Depth depth, int landmarks,
                                    const BuildBudget& budget);

  /// Returns the same result as astar(), but `generated` also counts the links of the goal.
  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return heap_bytes(up_.offsets, up_.arcs, down_.offsets, down_.arcs, vertex_, rank_, position_,
                      landmarks_);
  }

 private:
  using Arc = Contraction::Arc;
  struct Rows {
    std::vector<std::uint32_t> offsets;
    std::vector<Arc> arcs;
  };
  template <HeuristicKind kind>
  class Run;

  static Rows rows_of(const Contraction& contraction, std::span<const Vertex> vertices,
                      const std::vector<Vertex>& rank,
                      const std::vector<Contraction::Arc>& (Contraction::*arcs)(Vertex) const);
  const Rows& rows(int side) const { return side == 0 || symmetric_ ? up_ : down_; }
  const Arc& arc(Vertex from, Vertex to) const;
  void unpack(Vertex from, Vertex to, Scratch& scratch, std::vector<Vertex>& vertices) const;
  void collect_path(Vertex top, Scratch& scratch, std::vector<Vertex>& vertices) const;

  // All arrays except rank_ are indexed by rank: the vertex contracted first has rank 0.
  bool symmetric_ = true;
  Vertex core_ = 0;  ///< rank of the first core vertex; all later ranks are in the core
  Rows up_;          ///< arcs to higher vertices
  /// Arcs from higher vertices to the contracted vertices; empty if the graph is symmetric.
  Rows down_;
  std::vector<Vertex> vertex_;  ///< vertex of each rank
  std::vector<Vertex> rank_;    ///< rank of each vertex
  std::vector<Point> position_;
  HeuristicKind heuristic_ = HeuristicKind::kZero;
  double factor_ = 0;  ///< factor of the metric, see CostBound
  Landmarks landmarks_;
};

}  // namespace fairway
