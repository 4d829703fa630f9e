#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fairway {

/// Compares the memory that a worker counts with the growth of its process. Does nothing under a
/// sanitizer, because its allocator keeps freed memory, and on systems that do not report memory.
class MemoryCheck {
 public:
  /// Notes the memory of the process. Call it before the world is read.
  void begin();
  /// Compares the growth of the process since begin() with `counted` bytes. Returns a message if
  /// they differ by more than kTolerance * `counted` + kFloor. Gives free pages of the allocator
  /// back to the system before it measures.
  std::optional<std::string> fault(std::size_t counted) const;

  /// Absolute tolerance in bytes, added to the relative tolerance kTolerance. Whole pages and the
  /// allocator cause differences below this limit.
  static constexpr double kFloor = 256 << 10;
  static constexpr double kTolerance = 0.2;

 private:
  std::optional<double> before_;
};

}  // namespace fairway
