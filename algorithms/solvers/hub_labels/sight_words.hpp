#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/sight_lists.hpp"

namespace fairway {

/// Sight lists as bit sets. A 64-bit word stands for the 64 states s with the same value s / 64. So
/// a query compares 64 states with the flags of an area at once. Bit s % 64 of the word is 1 if
/// state s is listed. If a polygon sees a corner through several gaps, it lists the corner's states
/// several times, in several words with the same value s / 64. Each set bit has an entry: the two
/// rays of the state. Entries are in the order of words and bits.
struct SightWords {
  /// Packs the lists. number[t] is the new number of turn t. Keeps a reference to the lists.
  /// O(n log n).
  SightWords(const SightLists& lists, std::span<const std::int32_t> number);

  const SightLists& lists;  ///< the lists
  /// Index of each polygon's first word. The last entry is the number of words.
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> word;   ///< for each word: s / 64, which is equal for all its states s
  std::vector<std::uint64_t> bits;   ///< states of each word
  std::vector<std::uint32_t> first;  ///< for each word: index of the entry of its lowest set bit
  ///@{ Rays of each entry, see SightLists::Entry.
  std::vector<std::uint32_t> right;
  std::vector<std::uint32_t> left;
  ///@}
};

}  // namespace fairway
