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

/// Doors of a map close and open at random.
const MapChangesKind& map_doors_kind();

/// A door of a world in which all doors are open.
struct MapDoor {
  std::string name;              ///< for messages
  std::vector<Ring> rings = {};  ///< not free while the door is closed; of a world of polygons
  CellBlock cells = {};          ///< blocked while the door is closed; of a world of cells
};

/// Reads doors of a world of cells, one a line: `x y`, or `x0 y0 x1 y1` for all cells between two
/// corners, which belong to the door. Blank lines are skipped. Throws InputError for other lines,
/// cells outside of the world, doors without a free cell, doors that share a cell, and a file
/// without doors. Linear in the text and the cells.
std::vector<MapDoor> parse_cell_doors(const TextFile& source, const Raster& cells);

struct DoorSteps {
  std::vector<Step> steps;
  std::vector<std::string> left_out;  ///< a sentence for each door that the world does not allow
};

/// Generates `size` bursts. Each closes or opens a few random doors. After each come queries
/// between two points of one component of the open world, which no door covers. Their coordinates
/// are halves. Cells of a door that are blocked in the open world stay blocked. Precondition: no
/// two doors share a cell. Throws std::invalid_argument as generate() does, for a world with costs,
/// if no door is left, and if no such points are found. O(n log n) in the walls and doors, then
/// O(log n) for each point that is tried.
DoorSteps generate_map_doors(const FreeSpace& open, std::span<const MapDoor> doors,
                             std::uint64_t seed, int size, const GeneratorSettings& settings = {});

}  // namespace fairway
