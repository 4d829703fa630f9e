#include "datasets/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fairway {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// Writes to an open file and closes it. Returns 0, or the error number (errno) of the failure.
int write_and_close(int descriptor, std::string_view content) {
  int error = 0;
  while (!content.empty() && error == 0) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

}  // namespace

void write_file(const std::filesystem::path& file, std::string_view content) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status)) {
    throw OutputError(file, "is a directory; expected a file name");
  }
  constexpr ::mode_t kMode = 0666;
  const bool direct = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  std::filesystem::path target = file;
  if (!direct) {
    if (std::filesystem::exists(status)) target = std::filesystem::canonical(file, ignored);
    if (target.empty()) target = file;
  }
  std::filesystem::path written = target;
  if (!direct) written += fmt::format(".{}.tmp", ::getpid());

  const int descriptor =
      ::open(written.c_str(), O_WRONLY | O_CLOEXEC | (direct ? 0 : O_CREAT | O_TRUNC), kMode);
  if (descriptor < 0) {
    throw OutputError(
        file, fmt::format("cannot be written ({}); expected a writable place", reason(errno)));
  }
  const int error = write_and_close(descriptor, content);
  if (error != 0) {
    if (!direct) std::filesystem::remove(written, ignored);
    throw OutputError(
        file, fmt::format("could not be written completely ({}); the old content is unchanged",
                          reason(error)));
  }
  if (direct) return;
  std::error_code failed;
  std::filesystem::rename(written, target, failed);
  if (failed) {
    std::filesystem::remove(written, ignored);
    throw OutputError(file, fmt::format("cannot be replaced ({})", failed.message()));
  }
}

}  // namespace fairway
