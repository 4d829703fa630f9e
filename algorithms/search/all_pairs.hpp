#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// Thrown when a structure would exceed its memory limit, before any of it is allocated.
class MemoryLimitExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Scratch space of AllPairs::find: one per thread.
struct AllPairsScratch {
  /// A link of the start with a lower bound of the cost of any path over it.
  struct Bounded {
    double bound;
    std::size_t link;
  };
  std::vector<Bounded> rows;
};

/// The least costs between all pairs of a graph's vertices. Each pair also stores the vertex before
/// the last on a path of that cost: 12 bytes per pair. A query is a look-up instead of a search.
/// Immutable.
class AllPairs {
 public:
  /// Searches from every vertex: O(n (n + m) log n) for n vertices and m edges. Throws
  /// MemoryLimitExceeded where the table would take more than `limit_mib` MiB.
  template <SearchGraph Graph>
  static AllPairs build(const Graph& graph, double limit_mib) {
    AllPairs table(num_vertices(graph), limit_mib);
    SearchScratch scratch;
    std::vector<Vertex> path;
    Attachment from;
    for (Vertex source = 0; source < static_cast<Vertex>(table.size_); ++source) {
      from.start.assign(1, {source, 0});
      astar(graph, from, ZeroHeuristic{}, scratch, path);
      table.fill_row(source, scratch);
    }
    return table;
  }

  /// Answers as astar() does on the same graph, with the least cost of all. `bound` maps a vertex
  /// to a lower bound of its cost to the goal. Links of the start that cannot lead to less than the
  /// best cost so far are skipped. `generated` counts the pairs looked up. O(s log s + pairs looked
  /// up + vertices of the path) for s links of the start; at most s times the links of the goal are
  /// looked up. Allocates nothing once scratch and vertices have grown to size.
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

  /// The least cost from one vertex to another; infinity where there is no path.
  double cost(Vertex from, Vertex to) const { return costs_[index(from, to)]; }

  std::size_t memory_bytes() const { return size_ * size_ * kBytesPerPair; }

 private:
  static constexpr std::size_t kBytesPerPair = sizeof(double) + sizeof(Vertex);

  AllPairs(std::size_t size, double limit_mib);
  void fill_row(Vertex source, SearchScratch& scratch);
  SearchResult find_among(const Attachment& attachment,
                          const std::vector<AllPairsScratch::Bounded>& rows,
                          std::vector<Vertex>& vertices) const;
  std::size_t index(Vertex from, Vertex to) const {
    return static_cast<std::size_t>(from) * size_ + static_cast<std::size_t>(to);
  }

  std::size_t size_;
  std::unique_ptr<double[]> costs_;
  std::unique_ptr<Vertex[]> before_;  // kNoVertex where from == to, or there is no path
};

}  // namespace fairway
