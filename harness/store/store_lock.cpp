#include "harness/store/store_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "datasets/output.hpp"

namespace fairway {

namespace {

/// SQLite locks some of the 512 bytes from 0x40000000 on.
constexpr off_t kLockedByte = 0x40001000;

[[noreturn]] void refuse(const std::filesystem::path& file, const char* what, int error) {
  const std::string reason = fmt::format("{}: {}", what, std::strerror(error));
  if (error == EACCES || error == EPERM || error == EROFS || error == ENOENT || error == ENOTDIR ||
      error == EISDIR) {
    throw StoreUnavailable(fmt::format("{}: {}", file.string(), reason));
  }
  throw OutputError(file, reason);
}

/// Returns 0 or the error number.
int try_lock(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockedByte;
  lock.l_len = 1;
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

}  // namespace

StoreLock::StoreLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) refuse(file, "cannot be written", errno);
  const int error = try_lock(descriptor_);
  if (error == 0) return;
  close(descriptor_);
  if (error != EAGAIN && error != EACCES) refuse(file, "cannot be locked", error);
  throw StoreUnavailable(file.string() + ": is being written by another process; wait for its end");
}

StoreLock::~StoreLock() { close(descriptor_); }

}  // namespace fairway
