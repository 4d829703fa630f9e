#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/sight_lists.hpp"

namespace fairway {

/// Sight lists as bit sets. A word stands for 64 states, so a query compares 64 states with the
/// flags of an area at once. Word w of a set has bit s % 64 for each listed state s with s / 64 ==
/// w. If a polygon sees a corner through several gaps, its set has several words with the same w.
/// Each set bit has an entry: the two rays of the state. Entries are in the order of words and
/// bits.
struct SightWords {
  /// Packs the lists. number[t] is the new number of turn t. Keeps a reference to the lists.
  /// O(n log n).
  SightWords(const SightLists& lists, std::span<const std::int32_t> number);

  const SightLists& lists;           ///< the lists
  std::vector<std::uint32_t> begin;  ///< first word of each polygon, then the number of words
  std::vector<std::uint32_t> word;   ///< for each word: the common value of s / 64 of its states s
  std::vector<std::uint64_t> bits;   ///< states of each word
  std::vector<std::uint32_t> first;  ///< for each word: index of the entry of its lowest set bit
  ///@{ Rays of each entry, see SightLists::Entry.
  std::vector<std::uint32_t> right;
  std::vector<std::uint32_t> left;
  ///@}
};

}  // namespace fairway
