#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// Sight lists as bit sets. A 64-bit word stands for the bits f (see FlagId) with the same value
/// f / 64. So a query compares 32 states with the flags of an area at once. A listed state has one
/// bit set: 2 * state if each path that comes from the polygon and turns at the corner leaves close
/// to the wall, else 2 * state + 1. If a polygon sees a corner through several gaps, it lists the
/// corner's states several times, in several words with the same value f / 64. So a word has each
/// state once at most. Each set bit has an entry: the two rays of the state. Entries are in the
/// order of words and bits.
struct SightWords {
  /// Packs the lists. number[t] is the new number of turn t. `flagged` states whether the index
  /// will have flags. Keeps a reference to the lists. O(n log n).
  SightWords(const Triangulation& mesh, const TautStates& states, const SightLists& lists,
             std::span<const std::int32_t> number, bool flagged);

  const SightLists& lists;  ///< the lists
  /// Index of each polygon's first word. The last entry is the number of words.
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> word;   ///< for each word: f / 64, which is equal for all its bits f
  std::vector<std::uint64_t> bits;   ///< states of each word
  std::vector<std::uint32_t> first;  ///< for each word: index of the entry of its lowest set bit
  ///@{ Rays of each entry, see SightLists::Entry.
  std::vector<std::uint32_t> right;
  std::vector<std::uint32_t> left;
  ///@}
};

}  // namespace fairway
