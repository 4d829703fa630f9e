#pragma once

#include "algorithms/freespace/visibility.hpp"

namespace fairway {

/// Scratch space of shortcut.
struct ShortcutScratch {
  std::vector<Location> locations;
  std::vector<std::int32_t> previous;
  std::vector<std::int32_t> next;
};

/// Drops every point whose two neighbours see each other, to a fixpoint. The ends stay. A point is
/// dropped only where the new segment leaves and reaches its ends on the same sides as before, so a
/// legal path stays legal. At most three sight tests a point.
void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path);

}  // namespace fairway
