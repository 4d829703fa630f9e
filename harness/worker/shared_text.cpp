#include "harness/worker/shared_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fairway {

SharedText::SharedText(std::string_view text)
    : descriptor_(memfd_create("fairway-world", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  while (descriptor_ >= 0 && !text.empty()) {
    const ssize_t written = write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (descriptor_ >= 0 && text.empty() && fcntl(descriptor_, F_ADD_SEALS, kSeals) == 0) return;
  const std::error_code error(errno, std::generic_category());
  if (descriptor_ >= 0) close(descriptor_);
  throw std::system_error(error, "a world for the workers");
}

SharedText::~SharedText() { close(descriptor_); }

std::string SharedText::path() const { return fmt::format("/dev/fd/{}", descriptor_); }

}  // namespace fairway
