#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// New values of the cells in a rectangle of a raster.
struct CellPatch {
  int x = 0;     ///< first column
  int y = 0;     ///< first row
  Raster cells;  ///< the new values
};

/// An obstacle that can be added and removed. It blocks the inside of a ring; the orientation of
/// the ring does not matter. Obstacles may touch, share edges and contain each other, but no edge
/// crosses another edge.
struct Obstacle {
  std::int32_t id = 0;  ///< number of the obstacle
  Ring ring;            ///< border of the blocked area
};

/// An edge of the border of an eroded world, with free space on its left.
struct BorderEdge {
  Point a;  ///< its start
  Point b;  ///< its end
  /// Whether both edges have the same start and the same end.
  friend bool operator==(const BorderEdge&, const BorderEdge&) = default;
};

/// Simultaneous changes of a world: patches of a raster, obstacles of a world of polygons, or edges
/// of the border of an eroded world. Removals come before additions. If two patches overlap, the
/// later patch counts.
struct Burst {
  std::vector<CellPatch> patches = {};       ///< new values of cells
  std::vector<std::int32_t> removed = {};    ///< ids of existing obstacles
  std::vector<Obstacle> added = {};          ///< obstacles with new ids
  std::vector<BorderEdge> border_gone = {};  ///< existing edges to remove
  std::vector<BorderEdge> border_come = {};  ///< new edges to add
};

/// Message for a world with terrain, because such a world cannot change.
inline constexpr const char* kNoCosts =
    "the world has cells with costs; expected a world without costs, because worlds with costs "
    "cannot change";

/// Thrown for a burst that is not valid in the world. The world does not change.
class InvalidBurst : public std::runtime_error {
 public:
  /// If exactly one added obstacle is at fault, `added` is its index in Burst::added. Otherwise it
  /// is empty.
  explicit InvalidBurst(const std::string& what, std::optional<std::size_t> added = {})
      : std::runtime_error(what), added_(added) {}

  std::optional<std::size_t> added() const { return added_; }  ///< See the constructor.

 private:
  std::optional<std::size_t> added_;
};

}  // namespace fairway
