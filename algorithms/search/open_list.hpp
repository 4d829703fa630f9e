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
/// in a top slot. It is compared with the heap only when the next vertex is popped. The next vertex
/// is mostly a neighbour of the last expanded vertex and then never enters the heap. Second,
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
    if (slots_ == 0) grow();
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

  /// A vertex taken from the list.
  struct Entry {
    Vertex vertex;  ///< the vertex
    double g;       ///< cost from the start to the vertex
    double h;       ///< estimate of the vertex's cost to the goal when it was pushed
  };

  /// Removes and closes the first vertex and copies it to `entry`. Returns false if the list has no
  /// vertex with an f below `bound`. O(log size).
  [[gnu::noinline]] bool pop(double bound, Entry& entry) {
    Key* const keys = keys_.data();
    const std::size_t least = least_of_four(keys, kBelow);
    const bool in_heap = keys[least] < keys[kTop];
    const std::size_t first = in_heap ? least : kTop;
    if (!(std::bit_cast<double>(keys[first].f) < bound)) return false;
    entry = {items_[first].vertex, items_[first].g, h_of(keys[first])};
    node(entry.vertex).state = closed_;
    Key key = keys[kTop];
    Item item = items_[kTop];
    if (item.vertex != kNoVertex) {
      keys[kTop] = kNoKey;
      items_[kTop].vertex = kNoVertex;
      if (!in_heap) return true;
    } else {
      --end_;
      key = keys[end_];
      item = items_[end_];
      keys[end_] = kNoKey;
      if (least == end_) return true;
    }
    sink(least, key, item);
    return true;
  }

  /// Opens a vertex. Preconditions: the vertex is not open; g and h are not negative, and g + h is
  /// finite.
  void push(Vertex v, double g, double h) {
    Key key = key_of(g, h);
    if (key < keys_[kTop]) {
      const Key other_key = keys_[kTop];
      const Item other = items_[kTop];
      place(kTop, key, g, v);
      if (other.vertex == kNoVertex) return;
      key = other_key;
      g = other.g;
      v = other.vertex;
    }
    if (end_ + 4 > slots_) grow();
    const std::size_t slot = end_++;
    if (rises(slot, key)) return rise(slot, key, g, v);
    place(slot, key, g, v);
  }

  /// Decreases the g of an open vertex.
  void decrease(Vertex v, double g) {
    const std::size_t slot = node(v).state;
    const Key key = key_of(g, h_of(keys_[slot]));
    if (rises(slot, key)) return rise(slot, key, g, v);
    keys_[slot].f = key.f;
    items_[slot].g = g;
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

  /// Slot of the least of the four keys at `first` and behind it. Works on pointers, so that the
  /// compiler keeps one value for each candidate.
  static std::size_t least_of_four(const Key* keys, std::size_t first) {
    const Key* const four = keys + first;
    const Key* const a = four[1] < four[0] ? four + 1 : four;
    const Key* const b = four[3] < four[2] ? four + 3 : four + 2;
    return static_cast<std::size_t>((*b < *a ? b : a) - keys);
  }

  void place(std::size_t slot, Key key, double g, Vertex v) {
    keys_[slot] = key;
    items_[slot].g = g;
    items_[slot].vertex = v;
    node(v).state = static_cast<std::uint32_t>(slot);
  }
  /// Moves the item of a slot to another slot.
  void move(std::size_t from, std::size_t to) {
    keys_[to] = keys_[from];
    items_[to] = items_[from];
    node(items_[to].vertex).state = static_cast<std::uint32_t>(to);
  }

  /// Whether an item with this key moves up from the slot. The top slot is no parent: pop()
  /// compares it with its children.
  bool rises(std::size_t slot, Key key) const {
    return slot >= 2 * kBelow && key < keys_[parent(slot)];
  }

  /// Moves an item up from an empty slot. Precondition: rises(slot, key). Not inlined, because most
  /// items do not move.
  [[gnu::noinline]] void rise(std::size_t slot, Key key, double g, Vertex v) {
    do {
      move(parent(slot), slot);
      slot = parent(slot);
    } while (rises(slot, key));
    place(slot, key, g, v);
  }

  /// Moves an item down from an empty slot.
  void sink(std::size_t slot, Key key, const Item& item) {
    for (std::size_t first = first_child(slot); first < end_; first = first_child(slot)) {
      const std::size_t least = least_of_four(keys_.data(), first);
      if (!(keys_[least] < key)) break;
      move(least, slot);
      slot = least;
    }
    place(slot, key, item.g, item.vertex);
  }

  [[gnu::noinline, gnu::cold]] void grow() {
    slots_ = slots_ == 0 ? 64 : 2 * slots_;
    keys_.resize(slots_, kNoKey);
    items_.resize(slots_, Item{0, kNoVertex});
  }

  std::size_t slots_ = 0;  ///< size of keys_ and items_
  std::vector<Key> keys_;
  std::vector<Item> items_;
  ZeroedArray<Node> nodes_;
  std::size_t end_ = kBelow;
  std::uint32_t closed_ = kFirstMark;  ///< Node::state of closed vertices; larger than every slot
};

}  // namespace fairway
