#include "algorithms/solvers/hub_labels/taut_states.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// The positions from which a path can come straight to a state along a link, for each state.
std::vector<std::vector<Point>> arrivals(const TautStates& states) {
  std::vector<std::vector<Point>> from(states.state_count());
  for (StateId s = 0; s < static_cast<StateId>(states.state_count()); ++s) {
    for (const TautStates::Link& link : states.links(s)) {
      from[static_cast<std::size_t>(link.to)].push_back(states.position(s));
    }
  }
  return from;
}

/// Whether a path from `before` over the corner of s to p goes straight on or turns round the walls
/// of the corner. A path that turns back in free space also counts for stays_taut().
bool turns_round_walls(const FreeSpace& space, const TautStates& states, CornerId corner,
                       Point before, StateId s, Point p) {
  if (!states.stays_taut(before, s, p)) return false;
  const Point v = states.position(s);
  if (orientation(before, v, p) != 0 || dot(before - v, p - v) < 0) return true;
  const Corner& at = space.corner(corner);
  const Point wall = space.triangulation().point((s & 1) != 0 ? at.left : at.right);
  return dot(wall - v, p - v) > 0;
}

// Worlds with walls of zero width are among the fixtures: their ends have two directions on one
// line.
TEST(TautStates, OrdersLinksAndLabelsByDirection) {
  std::size_t bent_links = 0;
  std::size_t bent_entries = 0;
  std::vector<World> worlds = fixture_worlds();
  worlds.push_back(random_stars(7, 8, 9));
  for (World& world : random_worlds(900, 20)) worlds.push_back(std::move(world));
  for (const World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    std::vector<CornerId> turns;
    for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
      if (space.corner(c).reflex) turns.push_back(c);
    }
    const TautStates states(space, turns);
    const Labelling labelling = label_states(states);
    const std::vector<std::vector<Point>> from = arrivals(states);
    for (StateId s = 0; s < static_cast<StateId>(states.state_count()); ++s) {
      // Expects that first all states of `next` are taut for a path from `before`, and then none.
      // Returns how many are not taut.
      const auto expect_taut_first = [&](Point before, const std::vector<StateId>& next) {
        const CornerId corner = turns[static_cast<std::size_t>(turn_of(s))];
        const bool close = states.leaves_close(s, before, true);
        std::size_t bent = 0;
        for (const StateId n : next) {
          if (n == s) continue;
          const Point to = states.position(n);
          if (!turns_round_walls(space, states, corner, before, s, to)) {
            ++bent;
            continue;
          }
          EXPECT_EQ(bent, 0U);
          // If the extension of the path is close to the wall, so is each taut way on.
          EXPECT_TRUE(!close || states.leaves_close(s, to));
        }
        return bent;
      };
      std::vector<StateId> links;
      for (const TautStates::Link& link : states.links(s)) links.push_back(link.to);
      std::vector<StateId> entries;
      for (const LabelEntry& e : labelling.label_of[static_cast<std::size_t>(s)]) {
        entries.push_back(e.next);
      }
      ASSERT_EQ(entries.front(), s);
      for (const Point before : from[static_cast<std::size_t>(s)]) {
        bent_links += expect_taut_first(before, links);
        bent_entries += expect_taut_first(before, entries);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(bent_links, 10'000U);
  EXPECT_GT(bent_entries, 1000U);
}

}  // namespace
}  // namespace fairway::test
