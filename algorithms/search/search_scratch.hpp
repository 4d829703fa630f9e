#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/open_list.hpp"

namespace fairway {

/// The state of a search, reused by all queries of a thread and reset in O(1): a node belongs to
/// the current query if it bears one of its marks. Grows to the largest graph; 24 bytes a vertex.
class SearchScratch {
 public:
  struct Node {
    double g;
    Vertex parent;
    std::uint32_t mark = 0;
  };

  /// Starts a query on n vertices; `goal` holds the links to the goal. O(links), also the first
  /// time; allocates if n exceeds all earlier values.
  void begin(std::size_t n, std::span<const Link> goal) {
    for (const Vertex v : linked_) goal_link_[static_cast<std::size_t>(v)] = 0;
    linked_.clear();
    nodes_.fit(n);
    goal_link_.fit(n);
    open_.begin(n);
    if (open_mark_ >= std::numeric_limits<std::uint32_t>::max() - 2) {
      nodes_.clear();
      open_mark_ = 0;
    }
    open_mark_ += 2;
    for (std::size_t i = 0; i < goal.size(); ++i) {
      std::int32_t& link = goal_link_[static_cast<std::size_t>(goal[i].vertex)];
      if (link == 0) {
        linked_.push_back(goal[i].vertex);
      } else if (goal[static_cast<std::size_t>(link - 1)].cost <= goal[i].cost) {
        continue;
      }
      link = static_cast<std::int32_t>(i + 1);
    }
  }

  /// The index of a vertex's cheapest link to the goal, or -1.
  std::int32_t goal_link(Vertex v) const { return goal_link_[static_cast<std::size_t>(v)] - 1; }

  /// Meaningful only if the vertex is open or closed.
  Node& node(Vertex v) { return nodes_[static_cast<std::size_t>(v)]; }
  const Node& node(Vertex v) const { return nodes_[static_cast<std::size_t>(v)]; }
  bool is_open(const Node& node) const { return node.mark == open_mark_; }
  bool is_closed(const Node& node) const { return node.mark == open_mark_ + 1; }

  /// The least f of the open vertices, or infinity.
  double least_f() { return open_.settle(); }
  double h_of(Vertex v) const { return open_.h_of(v); }
  /// Opens a vertex that is neither open nor closed, at the node's g.
  void open(Vertex v, Node& node, double h) {
    node.mark = open_mark_;
    open_.push(v, node.g, h);
  }
  void decrease(Vertex v, const Node& node) { open_.decrease(v, node.g); }
  /// Closes the open vertex of least f; ties go to the larger g. Precondition: least_f() was called
  /// last and is finite.
  OpenList::Entry close_least() {
    const OpenList::Entry least = open_.pop();
    node(least.vertex).mark = open_mark_ + 1;
    return least;
  }

  std::size_t memory_bytes() const {
    return nodes_.memory_bytes() + goal_link_.memory_bytes() + linked_.capacity() * sizeof(Vertex) +
           open_.memory_bytes();
  }

 private:
  ZeroedArray<Node> nodes_;
  ZeroedArray<std::int32_t> goal_link_;  ///< the number of the link, from 1; 0 for none
  std::vector<Vertex> linked_;           ///< the vertices with a goal link
  OpenList open_;
  std::uint32_t open_mark_ = 0;  ///< marks open vertices; the next number marks closed ones
};

}  // namespace fairway
