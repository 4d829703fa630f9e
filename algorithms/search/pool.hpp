#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// A vector of the items of one query that keeps them when cleared. Growth is out of line, so that
/// the loop that adds items stays small.
template <class T>
class Pool {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t memory_bytes() const { return heap_bytes(items_); }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }

  void clear() { size_ = 0; }
  [[gnu::always_inline]] void push(const T& item) {
    if (size_ == capacity_) grow();
    items_[size_++] = item;
  }
  /// The last item; the reference stays valid until the next push. Precondition: not empty.
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
