#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/representation.hpp"
#include "harness/method.hpp"
#include "harness/option_values.hpp"

namespace fairway::test {

/// Options left to choose a resolution get a coarse one that no coordinate is a multiple of, except
/// in worlds made of cells.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

/// Whether the search finds least paths: its estimate is consistent, and it ends with a proof.
/// Representations name the octile one only where moves are limited to eight directions.
bool is_exact(const SearchSettings& settings, const Guarantees& guarantees);

}  // namespace fairway::test
