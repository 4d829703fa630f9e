#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/graph/vertex.hpp"
#include "algorithms/graph/zeroed_array.hpp"

namespace fairway {

/// The open list of A*: vertices in the order of f, ties to the smaller h (the larger g). A 4-ary
/// heap with two changes. The best vertex pushed since the last was taken is kept apart and
/// compared with the heap only when the next is asked for; it is mostly a neighbour of the last
/// vertex and never enters the heap. And the places behind the end hold a key above all others, so
/// that every vertex has four children.
class OpenList {
 public:
  /// Empties the list and prepares it for vertices 0 .. n - 1. O(vertices left in it); allocates if
  /// n exceeds all earlier values.
  void begin(std::size_t n) {
    slots_.fit(n);
    if (keys_.empty()) grow();
    for (std::size_t slot = kTop; slot < end_; ++slot) keys_[slot] = kNoKey;
    vertices_[kTop] = kNoVertex;
    end_ = kBelow;
  }

  /// Puts the least vertex on top. Returns its f, or infinity if the list is empty.
  double settle() {
    Key* const keys = keys_.data();
    const std::size_t least = least_of_four(keys, kBelow);
    if (keys[least] < keys[kTop]) {
      Key key = keys[kTop];
      Vertex vertex = vertices_[kTop];
      keys[kTop] = keys[least];
      vertices_[kTop] = vertices_[least];
      slots_[static_cast<std::size_t>(vertices_[kTop])] = kTop;
      if (vertex == kNoVertex) {
        --end_;
        key = keys[end_];
        vertex = vertices_[end_];
        keys[end_] = kNoKey;
      }
      if (least != end_) sink(least, key, vertex);
    }
    return std::bit_cast<double>(keys[kTop].f);
  }

  struct Entry {
    Vertex vertex;
    double h;  ///< with which the vertex was pushed
  };

  /// Takes the least vertex. Precondition: the last call was settle(), and it was finite.
  Entry pop() {
    const Entry top{vertices_[kTop], h_of(keys_[kTop])};
    keys_[kTop] = kNoKey;
    vertices_[kTop] = kNoVertex;
    return top;
  }

  /// Precondition of all keys: g and h are not negative, and their sum is finite.
  void push(Vertex v, double g, double h) {
    Key key = key_of(g, h);
    if (key < keys_[kTop]) {
      const Key other_key = keys_[kTop];
      const Vertex other = vertices_[kTop];
      place(kTop, key, v);
      if (other == kNoVertex) return;
      key = other_key;
      v = other;
    }
    if (end_ + 4 > keys_.size()) grow();
    rise(end_++, key, v);
  }

  /// The g of a vertex in the list has decreased. Outside the loop of the search, which then keeps
  /// more in registers.
  [[gnu::noinline]] void decrease(Vertex v, double g) {
    const std::size_t slot = slots_[static_cast<std::size_t>(v)];
    rise(slot, key_of(g, h_of(keys_[slot])), v);
  }

  /// The h with which a vertex in the list was pushed.
  double h_of(Vertex v) const { return h_of(keys_[slots_[static_cast<std::size_t>(v)]]); }

  std::size_t memory_bytes() const {
    return keys_.capacity() * sizeof(Key) + vertices_.capacity() * sizeof(Vertex) +
           slots_.memory_bytes();
  }

 private:
  /// The bits of f and h. The bits of doubles that are not negative sort as the doubles do.
  struct Key {
    std::uint64_t f;
    std::uint64_t h;
    friend bool operator<(const Key& a, const Key& b) {
      return a.f < b.f || (a.f == b.f && a.h < b.h);
    }
  };
  static constexpr Key kNoKey{std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()),
                              ~std::uint64_t{0}};
  static constexpr std::size_t kTop = 3;    ///< four children begin at a multiple of 4
  static constexpr std::size_t kBelow = 4;  ///< the first child of the top

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

  void place(std::size_t slot, Key key, Vertex v) {
    keys_[slot] = key;
    vertices_[slot] = v;
    slots_[static_cast<std::size_t>(v)] = static_cast<std::uint32_t>(slot);
  }

  void rise(std::size_t slot, Key key, Vertex v) {
    while (slot >= 2 * kBelow) {
      const std::size_t above = parent(slot);
      if (!(key < keys_[above])) break;
      place(slot, keys_[above], vertices_[above]);
      slot = above;
    }
    place(slot, key, v);
  }

  void sink(std::size_t slot, Key key, Vertex v) {
    for (std::size_t first = first_child(slot); first < end_; first = first_child(slot)) {
      const std::size_t least = least_of_four(keys_.data(), first);
      if (!(keys_[least] < key)) break;
      place(slot, keys_[least], vertices_[least]);
      slot = least;
    }
    place(slot, key, v);
  }

  void grow() {
    keys_.resize(keys_.empty() ? 64 : 2 * keys_.size(), kNoKey);
    vertices_.resize(keys_.size(), kNoVertex);
  }

  std::vector<Key> keys_;
  std::vector<Vertex> vertices_;
  ZeroedArray<std::uint32_t> slots_;  ///< the slot of each vertex in the list
  std::size_t end_ = kBelow;
};

}  // namespace fairway
