#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fairway {

/// Restrictions for other programs: they read all files, write only to a scratch folder ($TMPDIR,
/// 256 MiB), have no network, and see only their own processes.
struct Sandbox {
  std::string name;                  ///< name and version
  std::vector<std::string> command;  ///< words to put before the program and its arguments
};

/// The sandbox of this system (bubblewrap). Nothing if it is not installed or not permitted. Starts
/// a program to find out.
std::optional<Sandbox> find_sandbox();

}  // namespace fairway
