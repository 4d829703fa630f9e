#include "algorithms/geometry/heap_bytes.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace fairway {

std::size_t pages_in_memory(const void* begin, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = reinterpret_cast<std::uintptr_t>(begin) % page;
  auto* const first = const_cast<char*>(static_cast<const char*>(begin)) - before;
  const std::size_t end = before + bytes;
  std::array<unsigned char, 4096> states;
  std::size_t pages = 0;
  for (std::size_t at = 0; at < end; at += states.size() * page) {
    const std::size_t length = std::min(end - at, states.size() * page);
    if (mincore(first + at, length, states.data()) != 0) return bytes;
    const std::size_t count = (length + page - 1) / page;
    for (std::size_t i = 0; i < count; ++i) pages += states[i] & 1U;
  }
  return std::min(pages * page, bytes);
}

}  // namespace fairway
