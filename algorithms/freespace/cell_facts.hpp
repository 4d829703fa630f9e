#pragma once

#include <cstddef>

#include "algorithms/freespace/raster.hpp"

namespace fairway {

/// Facts of a world of cells, computed without its boundary or triangulation.
struct CellFacts {
  std::size_t border_sides = 0;  ///< number of cell sides between cells of different classes
  int components = 0;            ///< number of components; see FreeSpace::component_count()
};

/// Returns the facts of a world of cells. O(cells), with about a byte of memory per cell.
CellFacts cell_facts(const Raster& raster);

}  // namespace fairway
