#pragma once

#include <string>
#include <string_view>

namespace fairway {

/// A text in memory that child processes read as a file, and cannot change: nothing of it is left
/// on a disk, however this process ends.
class SharedText {
 public:
  /// Throws std::system_error.
  explicit SharedText(std::string_view text);
  ~SharedText();
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  /// The descriptor, which a child must inherit.
  int descriptor() const { return descriptor_; }
  /// What the child opens.
  std::string path() const;

 private:
  int descriptor_;
};

}  // namespace fairway
