#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// A vector for the items of one query. clear() keeps the memory and does not destroy the items.
/// The code that enlarges the vector is not inlined, so the loop that adds items stays small.
template <class T>
class Pool {
 public:
  std::size_t size() const { return size_; }                       ///< Number of items.
  bool empty() const { return size_ == 0; }                        ///< Whether there are no items.
  std::size_t memory_bytes() const { return heap_bytes(items_); }  ///< Bytes on the heap.
  ///@{ Item i. Precondition: i < size().
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  ///@}
  T* data() { return items_.data(); }                  ///< The items, contiguous.
  void clear() { size_ = 0; }                          ///< Removes all items.
  bool is_full() const { return size_ == capacity_; }  ///< Whether push() would allocate.
  /// Reserves memory, so that the next push() does not allocate.
  void make_room() {
    if (is_full()) grow();
  }
  /// Appends an item.
  [[gnu::always_inline]] void push(const T& item) {
    make_room();
    push_in_room(item);
  }
  /// Appends an item. Precondition: !is_full().
  void push_in_room(const T& item) { items_[size_++] = item; }
  /// Appends the item T{members...}. Writes each member to its place, without a copy of the item.
  template <class... Members>
  [[gnu::always_inline]] void emplace(const Members&... members) {
    make_room();
    ::new (static_cast<void*>(&items_[size_++])) T{members...};
  }
  /// Removes and returns the last item. The reference is valid until the next push. Precondition:
  /// not empty.
  const T& pop() { return items_[--size_]; }

 private:
  [[gnu::noinline, gnu::cold]] void grow() {
    capacity_ = 2 * capacity_ + 64;
    items_.resize(capacity_);
  }

  std::vector<T> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fairway
