#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

namespace fairway {

/// Returns how many bytes of an address range are in memory, counted in whole pages. Returns
/// `bytes` if the system cannot answer. O(pages).
std::size_t pages_in_memory(const void* begin, std::size_t bytes);

/// A vector of at least this number of bytes is counted by its pages in memory, not by its
/// capacity. A page that was never written takes no memory.
inline constexpr std::size_t kCountedByPages = 128 << 10;

/// Counts the bytes on the heap that a value owns, by capacity and without the value itself. A type
/// that owns memory has the member std::size_t memory_bytes() const. O(1), or linear in a vector
/// whose elements own memory.
template <class T>
struct HeapBytes {
  ///@{ Whether HeapBytes can count a T, and the bytes on the heap that a value owns.
  static constexpr bool kKnown = requires(const T& value) { value.memory_bytes(); }
  || std::is_trivially_copyable_v<T>;
  static std::size_t of(const T& value) {
    if constexpr (requires { value.memory_bytes(); }) return value.memory_bytes();
    return 0;
  }
  ///@}
};

/// Counts the array of a vector, and the bytes that its elements own.
template <class T>
struct HeapBytes<std::vector<T>> {
  ///@{ Whether HeapBytes can count a T, and the bytes on the heap that a vector owns.
  static constexpr bool kKnown = HeapBytes<T>::kKnown;
  static std::size_t of(const std::vector<T>& values) {
    std::size_t bytes = values.capacity() * sizeof(T);
    if (bytes >= kCountedByPages) bytes = pages_in_memory(values.data(), bytes);
    if constexpr (!std::is_trivially_copyable_v<T>) {
      for (const T& value : values) bytes += HeapBytes<T>::of(value);
    }
    return bytes;
  }
  ///@}
};

/// Counts the bytes that the value of an optional owns; 0 without a value.
template <class T>
struct HeapBytes<std::optional<T>> {
  ///@{ Whether HeapBytes can count a T, and the bytes on the heap that an optional owns.
  static constexpr bool kKnown = HeapBytes<T>::kKnown;
  static std::size_t of(const std::optional<T>& value) {
    return value ? HeapBytes<T>::of(*value) : 0;
  }
  ///@}
};

/// Returns the sum of HeapBytes over several values: `return heap_bytes(nodes_, open_, path_);`
template <class... T>
std::size_t heap_bytes(const T&... values) {
  static_assert((HeapBytes<T>::kKnown && ...),
                "a type that owns memory needs: std::size_t memory_bytes() const");
  return (HeapBytes<T>::of(values) + ... + std::size_t{0});
}

}  // namespace fairway
