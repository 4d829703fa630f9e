#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
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

/// Scratch space of smooth: one a thread.
struct SmoothingScratch {
  ShortcutScratch shortcut;
  FunnelScratch funnel;
  HomotopicScratch homotopic;
};

/// Smooths a legal path from start to goal in place. `corridor` is read only where
/// needs_corridor(): the portals from start to goal in order. The result is legal and no longer
/// than the path. Precondition: not needs_cells().
void smooth(Smoother smoother, const FreeSpace& space, Point start, Point goal,
            std::span<const Portal> corridor, SmoothingScratch& scratch, Path& path);

}  // namespace fairway
