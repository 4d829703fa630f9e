#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/settings/search_settings.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "algorithms/smoothing/shortcut.hpp"

namespace fairway {

/// All smoothers, in the order of the enum.
inline constexpr auto kSmoothers = [] {
  std::array<Smoother, kSmootherNames.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Smoother>(i);
  return all;
}();

/// Returns the structures derived from free space that smooth() uses, see SpacePart.
constexpr PartSet parts_of(Smoother smoother) {
  return smoother == Smoother::kShortcut || smoother == Smoother::kHomotopic ? kSightParts
                                                                             : PartSet();
}

/// Scratch space of all smoothers, one per thread.
struct SmoothingScratch {
  ///@{ Scratch space of each smoother.
  ShortcutScratch shortcut;
  FunnelScratch funnel;
  HomotopicScratch homotopic;
  ///@}

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(shortcut, funnel, homotopic); }
};

/// Smooths a legal path in place. The new path is legal and no longer than the old path. `corridor`
/// has the portals from start to goal, in order. It is read only if needs_corridor(smoother) is
/// true. Precondition: needs_cells(smoother) is false.
void smooth(Smoother smoother, const FreeSpace& space, Point start, Point goal,
            std::span<const Portal> corridor, SmoothingScratch& scratch, Path& path);

}  // namespace fairway
