#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// The open list of a search whose nodes mostly lead to one better than all others: a 4-ary heap,
/// beside which the best of what was opened since the last pop waits. A node that is opened again
/// at less cost is in it twice.
class JumpOpenList {
 public:
  /// O(1).
  void clear() {
    size_ = 0;
    if (heap_.size() < kPadding) heap_.resize(kPadding);
    for (std::size_t k = 0; k < kPadding; ++k) heap_[k] = kNone;
    waiting_ = kNone;
  }
  bool empty() const { return size_ == 0 && waiting_ == kNone; }

  /// Preconditions: f and h are not negative, v is neither.
  void push(double f, double h, Vertex v) {
    Key key = key_of(f, h, v);
    if (key < waiting_) std::swap(key, waiting_);
    if (key != kNone) insert(key);
  }

  struct Top {
    double f;
    Vertex v;
  };
  /// Takes the vertex of least f, ties to the larger g. Precondition: not empty.
  Top pop() {
    Key top = waiting_;
    if (heap_[0] < waiting_) {
      top = heap_[0];
      if (waiting_ != kNone) {
        sink(waiting_);
      } else {
        fill_hole();
      }
    }
    waiting_ = kNone;
    return {std::bit_cast<double>(static_cast<std::uint64_t>(top >> 64)),
            static_cast<Vertex>(static_cast<std::uint32_t>(top))};
  }

  std::size_t memory_bytes() const { return heap_.capacity() * sizeof(heap_[0]); }

 private:
  /// f, h in single precision, vertex: the bits of floating-point numbers that are not negative
  /// are in the order of the numbers, and for equal f the larger g is the smaller h.
  __extension__ using Key = unsigned __int128;
  static constexpr Key kNone = ~Key{0};
  static constexpr std::size_t kPadding = 4;  // entries behind the last, all kNone

  static Key key_of(double f, double h, Vertex v) {
    const std::uint64_t rest =
        static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(static_cast<float>(h))) << 32 |
        static_cast<std::uint32_t>(v);
    return static_cast<Key>(std::bit_cast<std::uint64_t>(f)) << 64 | rest;
  }

  /// Out of line: most keys wait, and their way is not to pay for its registers.
  [[gnu::noinline]] void insert(Key key) {
    if (heap_.size() < size_ + 1 + kPadding) heap_.resize(2 * heap_.size() + kPadding, kNone);
    heap_[size_ + kPadding] = kNone;
    rise(size_++, key);
  }
  void rise(std::size_t slot, Key key) {
    Key* const heap = heap_.data();
    while (slot > 0) {
      const std::size_t parent = (slot - 1) / 4;
      if (heap[parent] <= key) break;
      heap[slot] = heap[parent];
      slot = parent;
    }
    heap[slot] = key;
  }
  static std::size_t least_child(const Key* heap, std::size_t first) {
    const std::size_t a = heap[first + 1] < heap[first] ? first + 1 : first;
    const std::size_t b = heap[first + 3] < heap[first + 2] ? first + 3 : first + 2;
    return heap[b] < heap[a] ? b : a;
  }
  /// Replaces the first by a key that is likely to stay near it.
  void sink(Key key) {
    Key* const heap = heap_.data();
    std::size_t slot = 0;
    for (std::size_t first = 1; first < size_; first = 4 * slot + 1) {
      const std::size_t least = least_child(heap, first);
      if (key <= heap[least]) break;
      heap[slot] = heap[least];
      slot = least;
    }
    heap[slot] = key;
  }
  /// Removes the first. The last replaces it: it seldom rises far from where the hole ends up.
  void fill_hole() {
    Key* const heap = heap_.data();
    const Key last = heap[--size_];
    heap[size_] = kNone;
    if (size_ == 0) return;
    std::size_t slot = 0;
    for (std::size_t first = 1; first < size_; first = 4 * slot + 1) {
      const std::size_t least = least_child(heap, first);
      heap[slot] = heap[least];
      slot = least;
    }
    rise(slot, last);
  }

  std::vector<Key> heap_;
  std::size_t size_ = 0;
  Key waiting_ = kNone;
};

}  // namespace fairway
