#pragma once

#include <string>
#include <string_view>

#include "harness/worker/descriptor.hpp"

namespace fairway {

/// A text in memory that child processes read as a file, and cannot change: nothing of it is left
/// on a disk, however this process ends.
class SharedText {
 public:
  /// Throws std::system_error.
  explicit SharedText(std::string_view text);

  /// The descriptor, which a child must inherit.
  int descriptor() const { return descriptor_.number(); }
  /// What the child opens.
  std::string path() const;

 private:
  Descriptor descriptor_;
};

}  // namespace fairway
