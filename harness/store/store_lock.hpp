#pragma once

#include <filesystem>
#include <stdexcept>

namespace fairway {

/// A result store that must not or cannot be written. what() names it and says why.
class StoreUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The right to write a result store. One process has it at a time; readers do not need it. It is a
/// lock on a byte of the file that SQLite does not lock, so the system releases it when the process
/// ends. Must outlive the database: closing any descriptor of a file releases SQLite's own locks on
/// it.
class StoreLock {
 public:
  /// Creates the file if it is missing. Waits a second for another process to end. Throws
  /// StoreUnavailable if it cannot be written or another process has the lock, and OutputError if a
  /// system call fails.
  explicit StoreLock(const std::filesystem::path& file);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace fairway
