#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/obstacles.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// The kind of changes in which doors of a map close and open at random.
const MapChangesKind& map_doors_kind();

/// A door of a world in which all doors are open.
struct MapDoor {
  std::string name;  ///< for messages
  /// In a world of polygons: the rings that the closed door blocks.
  std::vector<Ring> rings = {};
  /// In a world of cells: the cells that the closed door blocks.
  CellBlock cells = {};
};

/// Reads doors of a world of cells, one per line: `x y`, or `x0 y0 x1 y1` for all cells from one
/// corner to another, both included. Skips blank lines. Throws InputError for other lines, cells
/// outside the world, doors without a free cell, doors that share a cell, and a file without doors.
/// Linear in the text and the cells.
std::vector<MapDoor> parse_cell_doors(const TextFile& source, const Raster& cells);

struct DoorSteps {
  std::vector<Step> steps;
  std::vector<std::string>
      left_out;  ///< one sentence for each door that cannot close in this world
};

/// Generates `size` bursts. Each burst closes or opens a few random doors, and queries follow it.
/// The ends of a query are in one component of the open world and outside all doors; their
/// coordinates are whole numbers plus 1/2. Cells of a door that are blocked in the open world stay
/// blocked. Precondition: no two doors share a cell. Throws std::invalid_argument for an invalid
/// size, parameter or value, and for a world with costs. Also throws it if no door can close, or if
/// no ends of queries are found. O(n log n) in the walls and doors, then O(log n) per tried point.
DoorSteps generate_map_doors(const FreeSpace& open, std::span<const MapDoor> doors,
                             std::uint64_t seed, int size, const GeneratorSettings& settings = {});

}  // namespace fairway
