// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Base class that describes the Python programs in this folder as methods. The programs search on
/// a raster. A cell is free if its centre is free.
struct RasterSearch {
  /// Legal paths are not promised, because a cell with a free centre may reach into an obstacle.
  /// Paths may be missing, because the raster may close a passage.
  static constexpr Guarantees kGuarantees{.legal = false};

  struct Options {
    double cell_size = 0;
    static void describe(Options& options, auto&& field) {
      field("cell_size", options.cell_size,
            "side of a cell; 0: automatic (1 in a world of cells, otherwise 1/512 of the longer "
            "side of the world's bounding box)",
            {.least = 0, .most = 1e70});
    }
  };
  static PartSet parts(const FreeSpace&, const Options&) { return {}; }
};

/// The method `skimage`, which calls route_through_array() of scikit-image.
struct ScikitImage : RasterSearch {
  static constexpr std::string_view kName = "skimage";
  static std::vector<NamedSolver<Options>> methods() { return {{kName, {}}}; }
};

/// The method `networkx`, which calls astar_path() of networkx.
struct Networkx : RasterSearch {
  static constexpr std::string_view kName = "networkx";
  static std::vector<NamedSolver<Options>> methods() { return {{kName, {}}}; }
};

}  // namespace fairway
