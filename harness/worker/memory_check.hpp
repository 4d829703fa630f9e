#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fairway {

/// Compares the bytes that a worker counts with the memory that its process has taken. Makes no
/// comparison under a sanitizer (its allocator keeps freed memory), nor where the system does not
/// report memory.
class MemoryCheck {
 public:
  /// Notes the memory of the process. Call it before the world is read.
  void begin();
  /// What is wrong if the process has grown by other than `counted` bytes since begin(): more than
  /// a fifth of them and kFloor apart. Returns free pages of the allocator to the system first.
  std::optional<std::string> fault(std::size_t counted) const;

  /// Below this, pages and the allocator's own book-keeping decide.
  static constexpr double kFloor = 256 << 10;
  static constexpr double kTolerance = 0.2;

 private:
  std::optional<double> before_;
};

}  // namespace fairway
