#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// An array of items that are all zero bits at first. It holds the state that a search keeps for
/// each vertex, cell or corner. The system zeroes a page when it is first written, so the first
/// query costs only the pages that it writes. Items keep their values between queries: users mark
/// the items of a query with a stamp of 1 or more.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  ///@{ Moves the items.
  ZeroedArray(ZeroedArray&& other) noexcept
      : items_(std::exchange(other.items_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    return *this;
  }
  ///@}
  ~ZeroedArray() { release(); }

  /// Makes room for at least n items. Growing sets all items to zero and adds at least an eighth to
  /// the size. Throws std::bad_alloc.
  void fit(std::size_t n) {
    if (n <= size_) return;
    n = std::max(n, size_ + size_ / 8);
    release();
    void* const pages =
        mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    items_ = static_cast<T*>(pages);
    size_ = n;
  }
  /// Sets all items to zero. O(size).
  void clear() {
    if (size_ > 0) std::memset(static_cast<void*>(items_), 0, mapped_bytes());
  }

  std::size_t size() const { return size_; }  ///< number of items
  ///@{ Access to the items.
  T* data() { return items_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  ///@}
  /// Bytes of the written pages. O(pages).
  std::size_t memory_bytes() const { return pages_in_memory(items_, mapped_bytes()); }

 private:
  std::size_t mapped_bytes() const { return size_ * sizeof(T); }
  void release() {
    if (items_ != nullptr) munmap(items_, mapped_bytes());
    items_ = nullptr;
    size_ = 0;
  }

  T* items_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fairway
