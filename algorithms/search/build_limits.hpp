#pragma once

#include <stdexcept>

namespace fairway {

/// Thrown when an index would exceed its memory limit.
class MemoryLimitExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown when a build exceeds its time limit.
class TimeLimitExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fairway
