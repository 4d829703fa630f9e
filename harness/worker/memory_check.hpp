#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fairway {

/// Compares the memory that a worker counts with the growth of its process. Does nothing under a
/// sanitizer, whose allocator keeps freed memory, and on systems that do not report memory.
class MemoryCheck {
 public:
  /// Notes the memory of the process. Call it before the world is read.
  void begin();
  /// A message if the growth of the process since begin() differs from `counted` bytes by more than
  /// kTolerance and kFloor. Returns free pages of the allocator to the system first.
  std::optional<std::string> fault(std::size_t counted) const;

  /// Smaller differences are due to pages and the allocator.
  static constexpr double kFloor = 256 << 10;
  static constexpr double kTolerance = 0.2;

 private:
  std::optional<double> before_;
};

}  // namespace fairway
