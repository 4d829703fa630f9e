#pragma once

#include <cmath>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/roadmap.hpp"

namespace fairway {

/// Rows of hexagons with a corner at the bottom. The centre of a hexagon is a vertex if the centre
/// is free. A vertex is linked to the visible vertices among the nearest 6 centres, or among the
/// nearest 12 with the option `twelve`.
class Hexgrid : public Roadmap {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "hexgrid";

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    double cell_size = 0;
    bool twelve = false;

    static void describe(Options& options, auto&& field) {
      field("cell_size", options.cell_size,
            "distance between neighbouring centres, in the world's units; 0: automatic (1 in a "
            "world of cells, otherwise 1/512 of the longer side of the world's bounding box)",
            kLengthRange);
      field("twelve", options.twelve,
            "whether moves lead to the 12 nearest cells instead of only the 6 nearest");
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}}, {"hexgrid-shortcut", {}, {.smoother = Smoother::kShortcut}}};
  }

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the graph. Throws std::invalid_argument for an invalid cell size.
  static Hexgrid build(const FreeSpace& space, const Options& options) {
    const double size = options.cell_size == 0 ? natural_cell_size(space) : options.cell_size;
    const double rise = size * std::sqrt(0.75);  // distance between rows
    const CellGrid box = covering_grid(space, size);
    std::vector<Point> centres;
    for (int j = 0; rise * j < size * box.rows; ++j) {
      const Point first{box.origin.x + size * (j % 2 + 1) / 2, box.origin.y + rise * (j + 0.5)};
      for (int i = 0; i < box.columns; ++i) centres.push_back({first.x + size * i, first.y});
    }
    // The distances between centres are 1, 1.73, 2, ... cell sizes. So the link radius 1.4 selects
    // 6 neighbours, and the link radius 1.9 selects 12.
    return {space, centres, size, options.twelve ? 1.9 : 1.4};
  }

  /// Calls segment(Point, Point) for the sides of each hexagon. O(cells).
  void draw(auto&& segment) const {
    const double x = size_ / 2;
    const double y = size_ / std::sqrt(12);
    draw_cells({{0, 2 * y}, {x, y}, {x, -y}, {0, -2 * y}, {-x, -y}, {-x, y}}, segment);
  }
  ///@}

 private:
  Hexgrid(const FreeSpace& space, std::span<const Point> centres, double size, double reach)
      : Roadmap(space, centres, reach * size), size_(size) {}

  double size_;
};

}  // namespace fairway
