#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace fairway {

/// While it lives, allocations that would bring the process above a share of the machine's memory
/// fail with std::bad_alloc, so that what is too large is told from what is slow.
class MemoryLimit {
 public:
  MemoryLimit();
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  /// The most that the process may take.
  std::uint64_t mebibytes() const { return bytes_ >> 20; }

 private:
  rlimit before_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace fairway
