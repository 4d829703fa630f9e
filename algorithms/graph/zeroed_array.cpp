#include "algorithms/graph/zeroed_array.hpp"

#include <unistd.h>

#include <array>

namespace fairway {

std::size_t pages_in_memory(const void* begin, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::array<unsigned char, 4096> states;
  std::size_t pages = 0;
  for (std::size_t at = 0; at < bytes; at += states.size() * page) {
    const std::size_t length = std::min(bytes - at, states.size() * page);
    const std::size_t count = (length + page - 1) / page;
    auto* const address = const_cast<char*>(static_cast<const char*>(begin)) + at;
    if (mincore(address, length, states.data()) != 0) return bytes;
    pages += static_cast<std::size_t>(
        std::count_if(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count),
                      [](unsigned char state) { return (state & 1U) != 0; }));
  }
  return pages * page;
}

}  // namespace fairway
