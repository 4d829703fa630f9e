#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fairway {

/// What shuts a program in that is not this one: it reads all files, writes only to a scratch
/// folder ($TMPDIR, 256 MiB), has no network, and sees no process but its own.
struct Sandbox {
  std::string name;                  ///< with its version
  std::vector<std::string> command;  ///< before the program and its arguments
};

/// The sandbox of this system (bubblewrap), or nothing where it is not installed or the system does
/// not allow it. Starts a program to find out.
std::optional<Sandbox> find_sandbox();

}  // namespace fairway
