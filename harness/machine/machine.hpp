#pragma once

#include <string>

namespace fairway {

/// The machine that a run was made on, as far as the system tells; "unknown" otherwise.
struct Machine {
  std::string host;
  std::string cpu;
  int cores = 0;  ///< that this process may use
  std::string kernel;
  std::string governor;  ///< of the frequency
};

Machine this_machine();

/// The present time in UTC: "2025-03-01T12:00:00Z".
std::string utc_now();

}  // namespace fairway
