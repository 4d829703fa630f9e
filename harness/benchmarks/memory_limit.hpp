#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace fairway {

/// Limits the process's memory for its lifetime. Allocations above a share of the machine's memory
/// throw std::bad_alloc, so that a benchmark that is too large is not reported as slow.
class MemoryLimit {
 public:
  MemoryLimit();
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  /// The process's limit.
  std::uint64_t mebibytes() const { return bytes_ >> 20; }

 private:
  rlimit before_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace fairway
