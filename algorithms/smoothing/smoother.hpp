#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "algorithms/smoothing/shortcut.hpp"

namespace fairway {

/// What is done to the path that a representation draws.
enum class Smoother : std::uint8_t {
  kNone,
  kShortcut,   ///< see shortcut()
  kFunnel,     ///< see pull_string(); needs the corridor of the representation
  kHomotopic,  ///< see homotopic_shortest()
  kCells,      ///< see drop_points(); needs a representation that knows which segments it covers
};

/// The names of the smoothers, in the order of the enum.
inline constexpr std::array<std::string_view, 5> kSmootherNames{"none", "shortcut", "funnel",
                                                                "homotopic", "cells"};
inline std::span<const std::string_view> option_names(Smoother) { return kSmootherNames; }

/// All smoothers, in the same order.
inline constexpr auto kSmoothers = [] {
  std::array<Smoother, kSmootherNames.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Smoother>(i);
  return all;
}();

/// Whether a smoother works on the representation's corridor instead of its path.
constexpr bool needs_corridor(Smoother smoother) { return smoother == Smoother::kFunnel; }

/// Whether a smoother asks the representation which segments it covers: drop_points() instead of
/// smooth().
constexpr bool needs_cells(Smoother smoother) { return smoother == Smoother::kCells; }

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
