#pragma once

#include <string>
#include <string_view>

#include "harness/worker/descriptor.hpp"

namespace fairway {

/// A text in memory that child processes can read as a file but not change. It leaves nothing on a
/// disk, however this process ends.
class SharedText {
 public:
  /// Throws std::system_error.
  explicit SharedText(std::string_view text);

  /// The descriptor, which a child must inherit.
  int descriptor() const { return descriptor_.number(); }
  /// The path that the child opens.
  std::string path() const;

 private:
  Descriptor descriptor_;
};

}  // namespace fairway
