#pragma once

#include <bit>
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
  double least_f() const { return std::bit_cast<double>(heap_.front().f); }

  /// Opens a vertex. Precondition of all keys: g and h are not negative.
  void push(Vertex v, const Node& node) {
    heap_.push_back({});
    sift_up(heap_.size() - 1, entry_of(v, node));
  }
  /// The node's g has decreased.
  void decrease(Vertex v, const Node& node) {
    sift_up(static_cast<std::size_t>(node.slot), entry_of(v, node));
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
  /// Entries of the 4-ary heap hold their keys, as the bits of doubles: those of doubles that are
  /// not negative are in the same order, and integers compare faster. For equal f the larger g is
  /// the smaller h.
  struct Entry {
    std::uint64_t f;
    std::uint64_t h;
    Vertex vertex;
  };
  static Entry entry_of(Vertex v, const Node& node) {
    return {std::bit_cast<std::uint64_t>(node.g + node.h), std::bit_cast<std::uint64_t>(node.h), v};
  }
  static bool before(const Entry& a, const Entry& b) {
    return a.f < b.f || (a.f == b.f && a.h < b.h);
  }

  void sift_up(std::size_t slot, const Entry& entry) {
    Entry* const heap = heap_.data();
    Node* const nodes = nodes_.data();
    while (slot > 0) {
      const std::size_t parent = (slot - 1) / 4;
      if (!before(entry, heap[parent])) break;
      place(slot, heap[parent], heap, nodes);
      slot = parent;
    }
    place(slot, entry, heap, nodes);
  }

  /// Moves the hole at the top down to a leaf and the entry up from there: it came from a leaf, so
  /// it seldom goes far.
  void sift_down(const Entry& entry) {
    Entry* const heap = heap_.data();
    Node* const nodes = nodes_.data();
    const std::size_t size = heap_.size();
    std::size_t slot = 0;
    std::size_t first = 1;
    for (; first + 3 < size; first = 4 * slot + 1) {
      const std::size_t a = before(heap[first + 1], heap[first]) ? first + 1 : first;
      const std::size_t b = before(heap[first + 3], heap[first + 2]) ? first + 3 : first + 2;
      const std::size_t least = before(heap[b], heap[a]) ? b : a;
      place(slot, heap[least], heap, nodes);
      slot = least;
    }
    if (first < size) {
      std::size_t least = first;
      for (std::size_t child = first + 1; child < size; ++child) {
        if (before(heap[child], heap[least])) least = child;
      }
      place(slot, heap[least], heap, nodes);
      slot = least;
    }
    sift_up(slot, entry);
  }

  static void place(std::size_t slot, const Entry& entry, Entry* heap, Node* nodes) {
    heap[slot] = entry;
    nodes[entry.vertex].slot = static_cast<std::int32_t>(slot);
  }

  std::vector<Node> nodes_;
  std::vector<Entry> heap_;
  std::uint32_t stamp_ = 0;
};

}  // namespace fairway
