#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// The state of a search, kept from query to query and reset in O(1): a node belongs to the current
/// query only if it bears its stamp. One a thread; grows to the largest graph it has met.
class SearchScratch {
 public:
  static constexpr std::int32_t kClosed = -1;
  static constexpr std::int32_t kUnseen = -2;

  /// Half a cache line.
  struct Node {
    double g;
    double h;
    Vertex parent;
    std::int32_t slot;  ///< place in the open list, or kClosed or kUnseen
    std::uint32_t stamp = 0;
    std::int32_t goal_link;  ///< index in the attachment's goal links, or -1
  };

  /// Starts a query on a graph of n vertices. Amortised O(1); allocates when n exceeds all before.
  void begin(std::size_t n) {
    if (nodes_.size() < n) nodes_.resize(n);
    heap_.clear();
    if (++stamp_ == 0) {
      for (Node& node : nodes_) node.stamp = 0;
      stamp_ = 1;
    }
  }

  /// The node of a vertex, fresh where the current query has not touched it.
  Node& node(Vertex v) {
    Node& node = nodes_[static_cast<std::size_t>(v)];
    if (node.stamp != stamp_) {
      node.stamp = stamp_;
      node.slot = kUnseen;
      node.goal_link = -1;
    }
    return node;
  }

  bool open_is_empty() const { return heap_.empty(); }
  double least_f() const { return heap_.front().f; }

  void push(Vertex v, const Node& node) {
    heap_.push_back({});
    sift_up(heap_.size() - 1, {node.g + node.h, node.h, v});
  }
  /// The node's g has decreased.
  void decrease(Vertex v, const Node& node) {
    sift_up(static_cast<std::size_t>(node.slot), {node.g + node.h, node.h, v});
  }
  /// Takes the vertex of least f, ties to the larger g, and closes it.
  Vertex pop() {
    const Vertex top = heap_.front().vertex;
    nodes_[static_cast<std::size_t>(top)].slot = kClosed;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sift_down(last);
    return top;
  }

  std::size_t memory_bytes() const {
    return nodes_.capacity() * sizeof(Node) + heap_.capacity() * sizeof(Entry);
  }

 private:
  /// Entries of the 4-ary heap hold their keys. For equal f the larger g is the smaller h.
  struct Entry {
    double f;
    double h;
    Vertex vertex;
  };
  static bool before(const Entry& a, const Entry& b) {
    return a.f < b.f || (a.f == b.f && a.h < b.h);
  }

  void place(std::size_t slot, const Entry& entry) {
    heap_[slot] = entry;
    nodes_[static_cast<std::size_t>(entry.vertex)].slot = static_cast<std::int32_t>(slot);
  }

  void sift_up(std::size_t slot, const Entry& entry) {
    while (slot > 0) {
      const std::size_t parent = (slot - 1) / 4;
      if (!before(entry, heap_[parent])) break;
      place(slot, heap_[parent]);
      slot = parent;
    }
    place(slot, entry);
  }

  void sift_down(const Entry& entry) {
    const std::size_t size = heap_.size();
    std::size_t slot = 0;
    for (;;) {
      const std::size_t first = 4 * slot + 1;
      if (first >= size) break;
      const std::size_t end = first + 4 < size ? first + 4 : size;
      std::size_t least = first;
      for (std::size_t child = first + 1; child < end; ++child) {
        if (before(heap_[child], heap_[least])) least = child;
      }
      if (!before(heap_[least], entry)) break;
      place(slot, heap_[least]);
      slot = least;
    }
    place(slot, entry);
  }

  std::vector<Node> nodes_;
  std::vector<Entry> heap_;
  std::uint32_t stamp_ = 0;
};

}  // namespace fairway
