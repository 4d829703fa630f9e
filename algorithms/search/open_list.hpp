#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/graph/zeroed_array.hpp"

namespace fairway {

/// The open list of A*: vertices in the order of f. Among vertices of equal f, the vertex with the
/// least h (and largest g) comes first. For each vertex, the list also keeps 8 bytes of search
/// state: the parent, and a number. The number of an open vertex is its slot in the heap. All
/// closed vertices have the same number, larger than every slot. g is kept only while a vertex is
/// open.
/// The list is a 4-ary heap with two changes. First, the best vertex pushed since the last pop is
/// in a top slot. It is compared with the heap only when the next vertex is requested. The next
/// vertex is mostly a neighbour of the last expanded vertex and then never enters the heap. Second,
/// unused slots hold an infinite key, so that every vertex has four children.
class OpenList {
 public:
  /// Search state of a vertex.
  struct Node {
    Vertex parent;  ///< previous vertex of the path; stale unless set in this query
    /// If the vertex is open, its slot. If it is closed, the value of closed_. If the query has not
    /// reached the vertex, the value that an earlier query left, or 0.
    std::uint32_t state = 0;
  };

  /// Empties the list and prepares it for vertices 0 .. n - 1. O(vertices left in the list);
  /// allocates if n exceeds all earlier values.
  void begin(std::size_t n) {
    nodes_.fit(n);
    if (keys_.empty()) grow();
    for (std::size_t slot = kTop; slot < end_; ++slot) keys_[slot] = kNoKey;
    items_[kTop].vertex = kNoVertex;
    end_ = kBelow;
    if (++closed_ == 0) {
      nodes_.clear();
      closed_ = kFirstMark;
    }
  }

  ///@{ Search state of a vertex.
  Node& node(Vertex v) { return nodes_[static_cast<std::size_t>(v)]; }
  const Node& node(Vertex v) const { return nodes_[static_cast<std::size_t>(v)]; }
  ///@}
  /// Whether the vertex is in the list.
  bool is_open(Vertex v) const {
    const std::uint32_t slot = node(v).state;
    return slot < end_ && items_[slot].vertex == v;
  }
  bool is_closed(Vertex v) const { return node(v).state == closed_; }  ///< Whether v was popped.

  /// Puts the first vertex into the top slot. Returns its f, or infinity if the list is empty.
  double settle() {
    Key* const keys = keys_.data();
    const std::size_t least = least_of_four(keys, kBelow);
    if (keys[least] < keys[kTop]) {
      Key key = keys[kTop];
      Item item = items_[kTop];
      place(kTop, keys[least], items_[least]);
      if (item.vertex == kNoVertex) {
        --end_;
        key = keys[end_];
        item = items_[end_];
        keys[end_] = kNoKey;
      }
      if (least != end_) sink(least, key, item);
    }
    return std::bit_cast<double>(keys[kTop].f);
  }

  /// A vertex taken from the list.
  struct Entry {
    Vertex vertex;  ///< the vertex
    double g;       ///< cost from the start to the vertex
    double h;       ///< estimate of the vertex's cost to the goal when it was pushed
  };

  /// Removes and closes the first vertex. Precondition: the last call was settle(), and it returned
  /// a finite f.
  Entry pop() {
    const Entry top{items_[kTop].vertex, items_[kTop].g, h_of(keys_[kTop])};
    keys_[kTop] = kNoKey;
    items_[kTop].vertex = kNoVertex;
    node(top.vertex).state = closed_;
    return top;
  }

  /// Opens a vertex. Preconditions: the vertex is not open; g and h are not negative, and g + h is
  /// finite.
  void push(Vertex v, double g, double h) {
    Key key = key_of(g, h);
    Item item{g, v};
    if (key < keys_[kTop]) {
      const Key other_key = keys_[kTop];
      const Item other = items_[kTop];
      place(kTop, key, item);
      if (other.vertex == kNoVertex) return;
      key = other_key;
      item = other;
    }
    if (end_ + 4 > keys_.size()) grow();
    rise(end_++, key, item);
  }

  /// Decreases the g of an open vertex. Not inlined: the loop of the search then keeps more values
  /// in registers.
  [[gnu::noinline]] void decrease(Vertex v, double g) {
    const std::size_t slot = node(v).state;
    rise(slot, key_of(g, h_of(keys_[slot])), {g, v});
  }
  /// Sets the g of an open vertex without moving it in the heap. Only for a vertex that will not be
  /// expanded.
  void set_g(Vertex v, double g) { items_[node(v).state].g = g; }

  /// g of an open vertex.
  double g_of(Vertex v) const { return items_[node(v).state].g; }
  /// Estimate with which an open vertex was pushed.
  double h_of(Vertex v) const { return h_of(keys_[node(v).state]); }

  /// The first vertex of the heap, without the vertex in the top slot; kNoVertex if there is none.
  Vertex next() const {
    return end_ > kBelow ? items_[least_of_four(keys_.data(), kBelow)].vertex : kNoVertex;
  }

  std::size_t memory_bytes() const { return heap_bytes(keys_, items_, nodes_); }  ///< Heap bytes.

 private:
  /// The bits of f and h. The bits of non-negative doubles sort in the order of the doubles.
  struct Key {
    std::uint64_t f;
    std::uint64_t h;
    friend bool operator<(const Key& a, const Key& b) {
      return a.f < b.f || (a.f == b.f && a.h < b.h);
    }
  };
  struct Item {
    double g;
    Vertex vertex;
  };
  static constexpr std::uint32_t kFirstMark = std::uint32_t{1} << 31;
  static constexpr Key kNoKey{std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()),
                              ~std::uint64_t{0}};
  /// Index of the top slot. It is 3, so that the children of each slot begin at a multiple of 4.
  static constexpr std::size_t kTop = 3;
  static constexpr std::size_t kBelow = 4;  ///< slot of the first child of the top

  static std::size_t parent(std::size_t slot) { return slot / 4 + 2; }
  static std::size_t first_child(std::size_t slot) { return 4 * (slot - 2); }

  static Key key_of(double g, double h) {
    return {std::bit_cast<std::uint64_t>(g + h), std::bit_cast<std::uint64_t>(h)};
  }

  static double h_of(Key key) { return std::bit_cast<double>(key.h); }

  static std::size_t least_of_four(const Key* keys, std::size_t first) {
    const std::size_t a = first + (keys[first + 1] < keys[first] ? 1 : 0);
    const std::size_t b = first + (keys[first + 3] < keys[first + 2] ? 3 : 2);
    return keys[b] < keys[a] ? b : a;
  }

  void place(std::size_t slot, Key key, const Item& item) {
    keys_[slot] = key;
    items_[slot] = item;
    node(item.vertex).state = static_cast<std::uint32_t>(slot);
  }

  void rise(std::size_t slot, Key key, const Item& item) {
    while (slot >= 2 * kBelow) {
      const std::size_t above = parent(slot);
      if (!(key < keys_[above])) break;
      place(slot, keys_[above], items_[above]);
      slot = above;
    }
    place(slot, key, item);
  }

  void sink(std::size_t slot, Key key, const Item& item) {
    for (std::size_t first = first_child(slot); first < end_; first = first_child(slot)) {
      const std::size_t least = least_of_four(keys_.data(), first);
      if (!(keys_[least] < key)) break;
      place(slot, keys_[least], items_[least]);
      slot = least;
    }
    place(slot, key, item);
  }

  void grow() {
    keys_.resize(keys_.empty() ? 64 : 2 * keys_.size(), kNoKey);
    items_.resize(keys_.size(), Item{0, kNoVertex});
  }

  std::vector<Key> keys_;
  std::vector<Item> items_;
  ZeroedArray<Node> nodes_;
  std::size_t end_ = kBelow;
  std::uint32_t closed_ = kFirstMark;  ///< Node::state of closed vertices; larger than every slot
};

}  // namespace fairway
