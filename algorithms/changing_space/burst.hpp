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

/// Cells that replace those of a raster from (x, y) on.
struct CellPatch {
  int x = 0;
  int y = 0;
  Raster cells;
};

/// A ring whose inside is not free while the obstacle is there. Of either orientation. Obstacles
/// may touch, share edges and lie in each other, but no edge crosses another one.
struct Obstacle {
  std::int32_t id = 0;
  Ring ring;
};

/// A piece of the border of an eroded world, with free space on its left.
struct BorderEdge {
  Point a;
  Point b;
  friend bool operator==(const BorderEdge&, const BorderEdge&) = default;
};

/// Changes of a world between two queries: patches of a raster, obstacles of any other world, or
/// the border of an eroded one. What goes, goes before what comes; a later patch replaces an
/// earlier one.
struct Burst {
  std::vector<CellPatch> patches = {};
  std::vector<std::int32_t> removed = {};    ///< ids of obstacles that are there
  std::vector<Obstacle> added = {};          ///< with ids that are not there
  std::vector<BorderEdge> border_gone = {};  ///< that are there
  std::vector<BorderEdge> border_come = {};  ///< that are not there
};

/// Why a world with terrain does not change.
inline constexpr const char* kNoCosts =
    "the world has cells with costs; expected one without, as only such change";

/// A burst that the world does not allow. The world stays as it was.
class InvalidBurst : public std::runtime_error {
 public:
  /// `added`: the place in Burst::added of the obstacle that is at fault, if one alone is.
  explicit InvalidBurst(const std::string& what, std::optional<std::size_t> added = {})
      : std::runtime_error(what), added_(added) {}

  std::optional<std::size_t> added() const { return added_; }

 private:
  std::optional<std::size_t> added_;
};

}  // namespace fairway
