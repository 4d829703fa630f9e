#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fairway {

/// Holds the bytes that a worker counts against the memory that its process has taken. Says nothing
/// under a sanitizer, whose allocator keeps what is freed, and where the system does not report.
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
