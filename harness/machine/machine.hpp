#pragma once

#include <string>

namespace fairway {

/// The machine of a run. Unknown facts are "unknown".
struct Machine {
  std::string host;
  std::string cpu;
  int cores = 0;  ///< number of cores that this process may use
  std::string kernel;
  std::string governor;  ///< frequency governor
};

Machine this_machine();

/// The current time in UTC: "2025-03-01T12:00:00Z".
std::string utc_now();

}  // namespace fairway
