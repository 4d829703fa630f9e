#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/build_limits.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// State of the queries of one thread.
struct AllPairsScratch {
  /// A link of the start, with a lower bound of the cost of paths that use it.
  struct Bounded {
    double bound;      ///< lower bound of the cost of a path that uses this link
    std::size_t link;  ///< index of the link
  };
  std::vector<Bounded> rows;  ///< the links of the start by increasing bound

  std::size_t memory_bytes() const { return heap_bytes(rows); }  ///< Bytes on the heap.
};

/// Table of the least costs between all pairs of vertices. It also holds the second-to-last vertex
/// of a cheapest path for each pair: 12 bytes per pair. A query is a look-up. Immutable.
class AllPairs {
 public:
  /// Searches from every vertex: O(n (n + m) log n) for n vertices and m edges. Throws
  /// MemoryLimitExceeded if the table would exceed `limit_mib` MiB.
  template <SearchGraph Graph>
  static AllPairs build(const Graph& graph, double limit_mib) {
    AllPairs table(num_vertices(graph), limit_mib);
    SearchScratch scratch;
    std::vector<Vertex> path;
    Attachment from;
    for (Vertex source = 0; source < static_cast<Vertex>(table.size_); ++source) {
      from.start.assign(1, {source, 0});
      Row row(table, source);
      astar(graph, from, ZeroHeuristic{}, scratch, path, WatchedSearch(&row));
    }
    return table;
  }

  /// Returns the same result as astar(). `bound` maps a vertex to a lower bound of its cost to the
  /// goal. Links of the start that cannot improve on the best cost are skipped. `generated` counts
  /// the pairs looked up: at most s * t for s links of the start and t links of the goal. O(s log s
  /// + pairs looked up + vertices of the path). Allocates only while scratch and vertices grow.
  template <Heuristic Bound>
  SearchResult find(const Attachment& attachment, const Bound& bound, AllPairsScratch& scratch,
                    std::vector<Vertex>& vertices) const {
    scratch.rows.clear();
    for (std::size_t i = 0; i < attachment.start.size(); ++i) {
      const Link& link = attachment.start[i];
      scratch.rows.push_back({link.cost + bound(link.vertex), i});
    }
    std::sort(scratch.rows.begin(), scratch.rows.end(), [](const auto& a, const auto& b) {
      return a.bound < b.bound || (a.bound == b.bound && a.link < b.link);
    });
    return find_among(attachment, scratch.rows, vertices);
  }

  /// Least cost of a path; infinity if there is none. O(1).
  double cost(Vertex from, Vertex to) const { return costs_[index(from, to)]; }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return size_ * size_ * kBytesPerPair; }

 private:
  static constexpr std::size_t kBytesPerPair = sizeof(double) + sizeof(Vertex);

  /// Observer of a search that writes its results to a row of the table.
  class Row final : public SearchObserver {
   public:
    Row(AllPairs& table, Vertex source);
    void vertex_reached(Vertex, Vertex, double, double) override {}
    void vertex_expanded(Vertex, Vertex, double, double) override {}
    void vertex_closed(Vertex v, Vertex parent, double g, double) override {
      costs_[static_cast<std::size_t>(v)] = g;
      before_[static_cast<std::size_t>(v)] = parent;
    }
    void goal_reached(Vertex, double) override {}

   private:
    double* costs_;
    Vertex* before_;
  };

  AllPairs(std::size_t size, double limit_mib);
  /// Does the look-ups of find(). Precondition: `rows` is sorted by bound.
  SearchResult find_among(const Attachment& attachment,
                          const std::vector<AllPairsScratch::Bounded>& rows,
                          std::vector<Vertex>& vertices) const;
  std::size_t index(Vertex from, Vertex to) const {
    return static_cast<std::size_t>(from) * size_ + static_cast<std::size_t>(to);
  }

  std::size_t size_;
  std::unique_ptr<double[]> costs_;
  std::unique_ptr<Vertex[]> before_;  // kNoVertex if from == to or there is no path
};

}  // namespace fairway
