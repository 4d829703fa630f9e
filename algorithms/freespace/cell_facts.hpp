#pragma once

#include <cstddef>

#include "algorithms/freespace/raster.hpp"

namespace fairway {

/// Facts of a world of cells that are found without its border and triangulation.
struct CellFacts {
  std::size_t border_sides = 0;  ///< sides of cells on the border of free space, or walls
  int components = 0;            ///< as FreeSpace::component_count()
};

/// O(cells), with a byte a cell and the queue of a flood in memory.
CellFacts cell_facts(const Raster& raster);

}  // namespace fairway
