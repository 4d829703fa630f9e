#pragma once

#include <filesystem>
#include <stdexcept>

namespace fairway {

/// A result store that cannot be written, or that another process writes. what() contains the file
/// and the reason.
class StoreUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The exclusive right to write a result store. Readers do not need it. It is a lock on a byte of
/// the file that SQLite does not lock: the system releases it when the process ends. Must outlive
/// the database, because closing any descriptor of a file releases SQLite's own locks on it.
class StoreLock {
 public:
  /// Creates a missing file. Waits up to a second for another process to end. Throws
  /// StoreUnavailable if the file cannot be written or another process has the lock, and
  /// OutputError if a system call fails.
  explicit StoreLock(const std::filesystem::path& file);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace fairway
