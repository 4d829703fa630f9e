#include "algorithms/solvers/hub_labels/sight_words.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

using Row = std::multiset<std::tuple<StateId, SightLists::Ray, SightLists::Ray>>;

/// Returns the entries in the sight list of a polygon. Replaces the number of each reflex corner by
/// the new number from `numbers`.
Row listed(const SightLists& lists, PolygonId p, const std::vector<std::int32_t>& numbers) {
  Row row;
  for (const SightLists::Entry& e : lists.seen_from(p)) {
    const StateId state = 2 * numbers[static_cast<std::size_t>(turn_of(e.state))] + (e.state & 1);
    row.insert({state, e.right, e.left});
  }
  return row;
}

/// Decodes the sight words of a polygon. The result must equal the entries of the sight list.
Row unpacked(const SightWords& words, PolygonId p) {
  Row row;
  const auto at = static_cast<std::size_t>(p);
  for (std::uint32_t w = words.begin[at]; w < words.begin[at + 1]; ++w) {
    std::uint32_t entry = words.first[w];
    for (std::uint64_t bits = words.bits[w]; bits != 0; bits &= bits - 1, ++entry) {
      row.insert({static_cast<StateId>(64 * words.word[w]) + std::countr_zero(bits),
                  static_cast<SightLists::Ray>(words.right[entry]),
                  static_cast<SightLists::Ray>(words.left[entry])});
    }
  }
  return row;
}

// A word has one bit for each of 64 states. If a polygon sees a corner through several gaps, the
// list has several entries for one state. The words must still hold all these entries.
TEST(SightWords, HoldTheEntriesOfTheLists) {
  std::size_t entries = 0;
  std::size_t repeated = 0;
  for (const World& world : random_worlds(700, 6)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    std::vector<CornerId> turns;
    for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
      if (space.corner(c).reflex) turns.push_back(c);
    }
    const SightLists lists(space, turns);
    std::vector<std::int32_t> numbers(turns.size());  // numbers the turns backwards
    for (std::size_t t = 0; t < turns.size(); ++t) {
      numbers[t] = static_cast<std::int32_t>(turns.size() - 1 - t);
    }
    const SightWords words(lists, numbers);
    for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
      const Row row = listed(lists, p, numbers);
      EXPECT_EQ(unpacked(words, p), row);
      entries += row.size();
      std::set<StateId> states;
      for (const auto& [state, right, left] : row) states.insert(state);
      repeated += row.size() - states.size();
    }
  }
  EXPECT_GT(entries, 1000U);
  EXPECT_GT(repeated, 0U);
}

}  // namespace
}  // namespace fairway::test
