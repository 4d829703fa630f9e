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

/// The state of a search, reused by all queries of a thread and reset in O(1): a node belongs to
/// the current query if it is open or closed. Grows to the largest graph: 8 bytes a vertex, and 32
/// for each vertex that was open at once.
class SearchScratch {
 public:
  using Node = OpenList::Node;

  /// Starts a query on n vertices; `goal` holds the links to the goal. O(links), also the first
  /// time; allocates if n or the number of links exceeds all earlier values.
  void begin(std::size_t n, std::span<const Link> goal) {
    goal_links_.begin(goal);
    open_.begin(n);
  }

  /// The index of a vertex's cheapest link to the goal, or -1.
  std::int32_t goal_link(Vertex v) const { return goal_links_.find(v); }

  /// Its parent is meaningful only if it was set in this query.
  Node& node(Vertex v) { return open_.node(v); }
  const Node& node(Vertex v) const { return open_.node(v); }
  bool is_open(Vertex v) const { return open_.is_open(v); }
  bool is_closed(Vertex v) const { return open_.is_closed(v); }

  /// The least f of the open vertices, or infinity.
  double least_f() { return open_.settle(); }
  /// The g and h of an open vertex.
  double g_of(Vertex v) const { return open_.g_of(v); }
  double h_of(Vertex v) const { return open_.h_of(v); }
  /// Opens a vertex that is neither open nor closed.
  void open(Vertex v, double g, double h) { open_.push(v, g, h); }
  /// The g of an open vertex has decreased.
  void decrease(Vertex v, double g) { open_.decrease(v, g); }
  /// As decrease(), for a vertex that will not be expanded.
  void set_g(Vertex v, double g) { open_.set_g(v, g); }
  /// Closes the open vertex of least f; ties go to the larger g. Precondition: least_f() was called
  /// last and is finite.
  OpenList::Entry close_least() { return open_.pop(); }

  std::size_t memory_bytes() const { return heap_bytes(goal_links_, open_); }

 private:
  GoalLinks goal_links_;
  OpenList open_;
};

}  // namespace fairway
