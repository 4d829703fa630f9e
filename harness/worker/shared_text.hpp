#pragma once

#include <string>
#include <string_view>

#include "harness/worker/descriptor.hpp"

namespace fairway {

/// A text in memory that child processes can read as a file but not change. No file stays on disk,
/// even if this process is killed.
class SharedText {
 public:
  /// Throws std::system_error.
  explicit SharedText(std::string_view text);

  /// The descriptor, which a child must inherit.
  int descriptor() const { return descriptor_.number(); }
  /// The path for the child to open.
  std::string path() const;

 private:
  Descriptor descriptor_;
};

}  // namespace fairway
