#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

namespace fairway {

/// Bytes of the pages of an address range that are in memory, at most the range's size; all of it
/// where the system does not say. O(pages).
std::size_t pages_in_memory(const void* begin, std::size_t bytes);

/// From this size on, the bytes of a vector are those of its pages in memory: a vector that doubles
/// may have room that it never writes, which takes no memory.
inline constexpr std::size_t kCountedByPages = 128 << 10;

/// Bytes on the heap that a value owns, by capacity, without the value itself. `known` is false for
/// a type that may own memory and has no std::size_t memory_bytes() const. O(1), or a sum over the
/// elements of a vector that own memory themselves.
template <class T>
struct HeapBytes {
  static constexpr bool known = requires(const T& value) { value.memory_bytes(); }
  || std::is_trivially_copyable_v<T>;
  static std::size_t of(const T& value) {
    if constexpr (requires { value.memory_bytes(); }) return value.memory_bytes();
    return 0;
  }
};

template <class T>
struct HeapBytes<std::vector<T>> {
  static constexpr bool known = HeapBytes<T>::known;
  static std::size_t of(const std::vector<T>& values) {
    std::size_t bytes = values.capacity() * sizeof(T);
    if (bytes >= kCountedByPages) bytes = pages_in_memory(values.data(), bytes);
    if constexpr (!std::is_trivially_copyable_v<T>) {
      for (const T& value : values) bytes += HeapBytes<T>::of(value);
    }
    return bytes;
  }
};

template <class T>
struct HeapBytes<std::optional<T>> {
  static constexpr bool known = HeapBytes<T>::known;
  static std::size_t of(const std::optional<T>& value) {
    return value ? HeapBytes<T>::of(*value) : 0;
  }
};

/// The sum for several values: `return heap_bytes(nodes_, open_, path_);`
template <class... T>
std::size_t heap_bytes(const T&... values) {
  static_assert((HeapBytes<T>::known && ...),
                "a type that owns memory needs: std::size_t memory_bytes() const");
  return (HeapBytes<T>::of(values) + ... + std::size_t{0});
}

}  // namespace fairway
