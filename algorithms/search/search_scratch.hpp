#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/search/goal_links.hpp"
#include "algorithms/search/open_list.hpp"

namespace fairway {

/// The state of a search, reused by all queries of a thread. A reset takes O(1): a node belongs to
/// the current query if it is open or closed. Grows to the largest graph: 8 bytes a vertex, and 32
/// bytes for each vertex that is open at the same time.
class SearchScratch {
 public:
  using Node = OpenList::Node;  ///< State of a vertex.

  /// Starts a query on n vertices. `goal` holds the links to the goal. O(links), also in the first
  /// query. Allocates if n or the number of links exceeds all earlier values.
  void begin(std::size_t n, std::span<const Link> goal) {
    goal_links_.begin(goal);
    open_.begin(n);
  }

  /// Index of the vertex's cheapest link to the goal, or -1.
  std::int32_t goal_link(Vertex v) const { return goal_links_.find(v); }

  ///@{ State of a vertex. The parent is meaningful only if it was set in this query.
  Node& node(Vertex v) { return open_.node(v); }
  const Node& node(Vertex v) const { return open_.node(v); }
  ///@}
  bool is_open(Vertex v) const { return open_.is_open(v); }  ///< Whether it is in the open list.
  bool is_closed(Vertex v) const { return open_.is_closed(v); }  ///< Whether it was expanded.

  /// Least f of the open vertices, or infinity.
  double least_f() { return open_.settle(); }
  double g_of(Vertex v) const { return open_.g_of(v); }  ///< g of an open vertex.
  double h_of(Vertex v) const { return open_.h_of(v); }  ///< h of an open vertex.
  /// Opens a vertex that is neither open nor closed.
  void open(Vertex v, double g, double h) { open_.push(v, g, h); }
  /// Decreases the g of an open vertex.
  void decrease(Vertex v, double g) { open_.decrease(v, g); }
  /// Decreases the g of an open vertex that will not be expanded. Its place in the list does not
  /// change.
  void set_g(Vertex v, double g) { open_.set_g(v, g); }
  /// Closes and returns the open vertex of least f; ties go to the larger g. Precondition: the last
  /// call was least_f(), and it returned a finite value.
  OpenList::Entry close_least() { return open_.pop(); }

  std::size_t memory_bytes() const { return heap_bytes(goal_links_, open_); }  ///< Heap bytes.

 private:
  GoalLinks goal_links_;
  OpenList open_;
};

}  // namespace fairway
