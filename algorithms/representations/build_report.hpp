#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fairway {

/// A phase of a build and its time.
struct BuildPhase {
  std::string_view name;     ///< name, such as "classify"
  std::int64_t nanoseconds;  ///< time of the phase
};

/// Facts about a build of a representation or solver.
struct BuildReport {
  std::vector<BuildPhase> phases;  ///< phases of the build, in order
  double covered_area = 0;         ///< area of free space that is represented
  int components = 0;              ///< number of connected components of the graph
};

}  // namespace fairway
