#include "harness/store/store_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "datasets/output.hpp"

namespace fairway {

namespace {

/// The byte to lock. SQLite locks 512 other bytes, from 0x40000000 on.
constexpr off_t kLockedByte = 0x40001000;

/// Maximum number of waits for a lock. The processes of a killed run may hold it a moment longer.
constexpr int kMostWaits = 50;
constexpr auto kWait = std::chrono::milliseconds(20);

[[noreturn]] void refuse(const std::filesystem::path& file, const char* what, int error) {
  const std::string reason = fmt::format("{}: {}", what, std::strerror(error));
  if (error == EACCES || error == EPERM || error == EROFS || error == ENOENT || error == ENOTDIR ||
      error == EISDIR) {
    throw StoreUnavailable(fmt::format("{}: {}", file.string(), reason));
  }
  throw OutputError(file, reason);
}

/// Tries to lock the byte. Returns 0 or the error number (errno).
int try_lock(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockedByte;
  lock.l_len = 1;
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/// Whether the error number of try_lock() means that another process has the lock.
bool is_held(int error) { return error == EAGAIN || error == EACCES; }

}  // namespace

StoreLock::StoreLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) refuse(file, "cannot be written", errno);
  int error = try_lock(descriptor_);
  for (int i = 0; i < kMostWaits && is_held(error); ++i) {
    std::this_thread::sleep_for(kWait);
    error = try_lock(descriptor_);
  }
  if (error == 0) return;
  close(descriptor_);
  if (!is_held(error)) refuse(file, "cannot be locked", error);
  throw StoreUnavailable(file.string() + ": another process is writing it; wait for its end");
}

StoreLock::~StoreLock() { close(descriptor_); }

}  // namespace fairway
