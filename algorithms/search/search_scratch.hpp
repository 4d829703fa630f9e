#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/search/goal_links.hpp"
#include "algorithms/search/open_list.hpp"
#include "algorithms/search/tied_list.hpp"

namespace fairway {

/// The state of a search, reused by all queries of a thread. A new query does not reset the nodes.
/// Only nodes that are open or closed belong to the current query. The memory grows with the
/// largest graph: 8 bytes for each vertex, and at most 32 bytes for each vertex that is open at the
/// same time. `List` is OpenList or TiedList.
template <class List>
class ListScratch {
 public:
  using Node = typename List::Node;    ///< State of a vertex.
  using Entry = typename List::Entry;  ///< A closed vertex.

  ListScratch() = default;  ///< Uses the list's default options.
  /// Uses the given list, which must be empty.
  explicit ListScratch(List list) : open_(std::move(list)) {}

  /// Starts a query on n vertices. `goal` holds the links to the goal. O(links), also in the first
  /// query. Allocates if n or the number of links exceeds all earlier values.
  void begin(std::size_t n, std::span<const Link> goal) {
    goal_links_.begin(goal);
    open_.begin(n);
  }

  /// Index of the vertex's cheapest link to the goal, or -1.
  std::int32_t goal_link(Vertex v) const { return goal_links_.find(v); }

  /// State of a vertex. The parent is meaningful only if it was set in this query.
  Node& node(Vertex v) { return open_.node(v); }
  const Node& node(Vertex v) const { return open_.node(v); }     ///< State of a vertex.
  bool is_open(Vertex v) const { return open_.is_open(v); }      ///< Whether v is in the open list.
  bool is_closed(Vertex v) const { return open_.is_closed(v); }  ///< Whether v was expanded.

  double g_of(Vertex v) const { return open_.g_of(v); }  ///< g of an open vertex.
  double h_of(Vertex v) const { return open_.h_of(v); }  ///< h of an open vertex.
  /// Opens a vertex that is neither open nor closed.
  void open(Vertex v, double g, double h) { open_.push(v, g, h); }
  /// Decreases the g of an open vertex.
  void decrease(Vertex v, double g) { open_.decrease(v, g); }
  /// Decreases the g of an open vertex that will not be expanded. An OpenList does not move the
  /// vertex.
  void set_g(Vertex v, double g) { open_.set_g(v, g); }
  /// Closes the first open vertex in the order of the list and copies it to `entry`. Returns false
  /// if no open vertex has an f below `bound`.
  bool close_least(double bound, Entry& entry) { return open_.pop(bound, entry); }

  /// A vertex that close_least() probably returns soon, or kNoVertex.
  Vertex next() const { return open_.next(); }

  std::size_t memory_bytes() const { return heap_bytes(goal_links_, open_); }  ///< Heap bytes.

 private:
  GoalLinks goal_links_;
  List open_;
};

/// Scratch for any costs. Among vertices of equal f, A* expands the vertex with the largest g
/// first.
class SearchScratch : public ListScratch<OpenList> {};
/// Scratch for costs with many ties in f. Among vertices of equal f, A* expands the vertex that was
/// opened last.
class TiedScratch : public ListScratch<TiedList> {
 public:
  using ListScratch::ListScratch;
};

}  // namespace fairway
