#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace fairway {

/// The state of a search for each vertex, cell or corner, all bits zero at first. calloc takes a
/// large array as pages that the system clears when they are first written, so that the first query
/// costs what it visits, not the size of the map. State is told from that of earlier queries by
/// stamps, which begin at 1.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// Has room for n items at least. If it grows, all items are zero. Throws std::bad_alloc.
  void fit(std::size_t n) {
    if (n <= size_) return;
    size_ = 0;
    items_.reset();
    items_.reset(static_cast<T*>(std::calloc(n, sizeof(T))));
    if (items_ == nullptr) throw std::bad_alloc();
    size_ = n;
  }
  /// Sets all items to zero. O(n).
  void clear() {
    if (size_ > 0) std::memset(static_cast<void*>(items_.get()), 0, memory_bytes());
  }

  std::size_t size() const { return size_; }
  T* data() { return items_.get(); }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  std::size_t memory_bytes() const { return size_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };
  std::unique_ptr<T[], Free> items_;
  std::size_t size_ = 0;
};

}  // namespace fairway
