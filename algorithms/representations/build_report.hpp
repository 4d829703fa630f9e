#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fairway {

/// A time or size of a build, in its order: "classify" 1200 ns.
struct BuildPhase {
  std::string_view name;
  std::int64_t nanoseconds;
};

/// What build() reports besides the graph.
struct BuildReport {
  std::vector<BuildPhase> phases;
  double covered_area = 0;  ///< area of free space that is represented
  int components = 0;       ///< connected components of the graph
};

}  // namespace fairway
