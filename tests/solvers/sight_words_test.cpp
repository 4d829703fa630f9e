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

/// Decodes the sight words of a polygon. Calls visit(bit, rays) for each entry.
template <class Visit>
void unpack(const SightWords& words, PolygonId p, Visit visit) {
  const auto at = static_cast<std::size_t>(p);
  for (std::uint32_t w = words.begin[at]; w < words.begin[at + 1]; ++w) {
    std::uint32_t entry = words.first[w];
    for (std::uint64_t bits = words.bits[w]; bits != 0; bits &= bits - 1, ++entry) {
      visit(static_cast<FlagId>(64 * words.word[w]) + std::countr_zero(bits),
            SightRays{static_cast<SightLists::Ray>(words.right[entry]),
                      static_cast<SightLists::Ray>(words.left[entry])});
    }
  }
}

/// The centroids of the triangles of each polygon.
std::vector<std::vector<Point>> centroids(const Triangulation& mesh, const SightLists& lists) {
  std::vector<std::vector<Point>> of(lists.polygon_count());
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    const HalfEdge h = Triangulation::half_edge(t, 0);
    const PolygonId p = lists.polygon_of(h);
    if (p == kNoPolygon) continue;
    const Point a = mesh.origin_point(h);
    const Point b = mesh.origin_point(Triangulation::half_edge(t, 1));
    const Point c = mesh.origin_point(Triangulation::half_edge(t, 2));
    of[static_cast<std::size_t>(p)].push_back({(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3});
  }
  return of;
}

// If a polygon sees a corner through several gaps, the list has several entries for one state. The
// words must still hold all these entries. If a word has the bit of paths that leave close to the
// wall, no path from the polygon may leave farther from the wall.
TEST(SightWords, HoldTheEntriesOfTheLists) {
  std::size_t entries = 0;
  std::size_t repeated = 0;
  std::size_t close = 0;
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
    const TautStates states(space, turns);
    const Triangulation& mesh = space.triangulation();
    const std::vector<std::vector<Point>> points = centroids(mesh, lists);
    for (const bool flagged : {true, false}) {
      const SightWords words(mesh, states, lists, numbers, flagged);
      for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
        const Row row = listed(lists, p, numbers);
        Row unpacked;
        unpack(words, p, [&](FlagId bit, SightRays rays) {
          const StateId state = flagged ? bit / 2 : bit;
          unpacked.insert({state, rays.right, rays.left});
          if (!flagged || bit % 2 != 0) return;
          const auto last = static_cast<std::int32_t>(turns.size()) - 1;
          const StateId old = 2 * (last - turn_of(state)) + (state & 1);
          for (const Point point : points[static_cast<std::size_t>(p)]) {
            if (place_between(mesh, states.position(old), rays, point) <= 0) continue;
            EXPECT_TRUE(states.leaves_close(old, point, true));
            ++close;
          }
        });
        EXPECT_EQ(unpacked, row);
        entries += row.size();
        std::set<StateId> seen;
        for (const auto& [state, right, left] : row) seen.insert(state);
        repeated += row.size() - seen.size();
      }
    }
  }
  EXPECT_GT(entries, 1000U);
  EXPECT_GT(repeated, 0U);
  EXPECT_GT(close, 100U);
}

}  // namespace
}  // namespace fairway::test
