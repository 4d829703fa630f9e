#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace fairway {

/// A new, locked folder in $TMPDIR. The destructor removes it. The folder of a killed process
/// stays, but the system releases its lock. The constructor first removes folders without a lock.
/// Throws std::filesystem::filesystem_error.
class ScratchFolder {
 public:
  ScratchFolder() {
    const std::filesystem::path parent = std::filesystem::temp_directory_path();
    for (const auto& left : std::filesystem::directory_iterator(parent)) {
      if (!left.path().filename().string().starts_with(kPrefix)) continue;
      const int lock = take_lock(left.path());
      if (lock < 0) continue;
      std::error_code ignored;  // another process may remove it too
      std::filesystem::remove_all(left.path(), ignored);
      close(lock);
    }
    std::string name = (parent / kPrefix).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::filesystem::filesystem_error("cannot make a folder", parent,
                                              std::error_code(errno, std::generic_category()));
    }
    path_ = name;
    take_lock(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  /// Sum of the sizes of all files in the folder.
  std::uintmax_t bytes() const {
    std::uintmax_t sum = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(path_)) {
      if (file.is_regular_file()) sum += file.file_size();
    }
    return sum;
  }

 private:
  static constexpr const char* kPrefix = "fairway-gppc-";

  /// Locks a folder. Returns the file descriptor of the lock, or -1 if another process holds the
  /// lock. The system frees the lock when the process ends.
  static int take_lock(const std::filesystem::path& folder) {
    const int lock = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
    if (lock >= 0) close(lock);
    return -1;
  }

  std::filesystem::path path_;
};

}  // namespace fairway
