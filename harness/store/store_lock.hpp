#pragma once

#include <filesystem>
#include <stdexcept>

namespace fairway {

/// A result store that must not or cannot be written: what() names it and says why.
class StoreUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The right to write a result store, which one process has at a time; readers need none. It is a
/// lock on a byte of the file that SQLite does not lock, so it ends with the process however that
/// ends. Must outlive the database: closing any descriptor of a file ends SQLite's own locks on it.
class StoreLock {
 public:
  /// Makes the file where there is none. Throws StoreUnavailable where it cannot be written or
  /// another process has the lock, and OutputError where the system fails.
  explicit StoreLock(const std::filesystem::path& file);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace fairway
