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

/// The state of a search for each vertex, cell or corner, all bits zero at first. The system clears
/// its pages when they are first written, so that the first query costs what it visits, not the
/// size of the map. State is told from that of earlier queries by stamps, which begin at 1.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  ZeroedArray(ZeroedArray&& other) noexcept
      : items_(std::exchange(other.items_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ZeroedArray() { release(); }

  /// Has room for n items at least. If it grows, all items are zero, and if again, by an eighth at
  /// least. Throws std::bad_alloc.
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
  /// Sets all items to zero. O(n).
  void clear() {
    if (size_ > 0) std::memset(static_cast<void*>(items_), 0, mapped_bytes());
  }

  std::size_t size() const { return size_; }
  T* data() { return items_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  /// Bytes of the pages in memory, which are the written pages. O(pages).
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
