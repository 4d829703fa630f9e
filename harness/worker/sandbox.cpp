#include "harness/worker/sandbox.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>

namespace fairway {

namespace {

/// Returns the command of the sandbox. The scratch folder is /dev/shm, because a new /tmp would
/// hide programs in /tmp. /run is empty, because the real /run contains the sockets of services.
const std::vector<std::string>& command() {
  static const std::vector<std::string> kCommand{"/usr/bin/env",
                                                 "bwrap",
                                                 "--ro-bind",
                                                 "/",
                                                 "/",
                                                 "--dev",
                                                 "/dev",
                                                 "--proc",
                                                 "/proc",
                                                 "--tmpfs",
                                                 "/run",
                                                 "--size",
                                                 "268435456",
                                                 "--tmpfs",
                                                 "/dev/shm",
                                                 "--setenv",
                                                 "TMPDIR",
                                                 "/dev/shm",
                                                 "--unshare-all",
                                                 "--die-with-parent"};
  return kCommand;
}

/// The first line of output of a shell command; nothing if it prints nothing.
std::optional<std::string> first_line(const std::string& shell_command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(shell_command.c_str(), "re"), pclose);
  if (!output) return std::nullopt;
  std::array<char, 256> line{};
  if (std::fgets(line.data(), line.size(), output.get()) == nullptr) return std::nullopt;
  std::string text(line.data());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::optional<Sandbox> find_sandbox() {
  const auto version =
      first_line(fmt::format("{{ {} /bin/sh -c true && bwrap --version; }} 2>/dev/null </dev/null",
                             fmt::join(command(), " ")));
  if (!version) return std::nullopt;
  return Sandbox{*version, command()};
}

}  // namespace fairway
