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
  while (descriptor() >= 0 && !text.empty()) {
    const ssize_t written = write(descriptor(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (descriptor() >= 0 && text.empty() && fcntl(descriptor(), F_ADD_SEALS, kSeals) == 0) return;
  throw std::system_error(errno, std::generic_category(), "cannot store the world for workers");
}

std::string SharedText::path() const { return fmt::format("/dev/fd/{}", descriptor()); }

}  // namespace fairway
