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

/// The exclusive right to write a result store. Readers do not need it. It is a lock on one byte of
/// the file; SQLite locks other bytes. The system releases the lock when the process ends. The lock
/// must outlive the database: closing a descriptor of the file releases SQLite's locks on the file.
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
