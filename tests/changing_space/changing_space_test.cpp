#include "algorithms/changing_space/changing_space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "tests/support/bursts.hpp"
#include "tests/support/same_space.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

/// Applies a burst. Returns false if the world refuses it.
bool changes(ChangingSpace& changing, const Burst& burst) {
  try {
    changing.change(burst);
  } catch (const InvalidBurst&) {
    return false;
  }
  return true;
}

/// Returns the result of `make`, or nothing if its world is invalid.
std::optional<FreeSpace> made(const auto& make) {
  try {
    return make();
  } catch (const InvalidWorld&) {
    return std::nullopt;
  }
}

/// The obstacles are squares and triangles on a lattice. Few of their edges cross, but many
/// obstacles touch, overlap or contain each other.
TEST(ChangingSpace, EqualsARebuildAfterRandomBursts) {
  std::mt19937 random(1);
  int done = 0;
  int refused = 0;
  for (int world = 0; world < 60; ++world) {
    const int size = world % 2 == 0 ? 6 : 14;
    const auto s = static_cast<double>(size);
    Polygons polygons{{{{{0, 0}, {s, 0}, {s, s}, {0, s}}, true}}};
    if (world % 3 != 0) polygons.parts.push_back({{{2, 2}, {2, 4}, {4, 4}, {4, 2}}, false});
    if (world % 3 == 1) polygons.walls.push_back({{4, 4}, {5, 5}});
    const FreeSpace base = FreeSpace::from_polygons(polygons);
    ChangingSpace changing(base);
    if (world % 4 > 0) changing.space().make(PartSet::all());
    ASSERT_EQ(changing.space().content_hash(), base.content_hash());
    int next = 0;
    for (int b = 0; b < 50; ++b) {
      Burst burst;
      std::vector<Obstacle> there = changing.obstacles();
      std::ranges::shuffle(there, random);
      const std::size_t goes =
          there.empty() ? 0 : random() % std::min<std::size_t>(there.size() + 1, 4);
      for (std::size_t i = 0; i < goes; ++i) {
        burst.removed.push_back(there.back().id);
        there.pop_back();
      }
      for (std::size_t comes = random() % 3; comes > 0; --comes) {
        burst.added.push_back({next++, random_ring(random, size)});
        there.push_back(burst.added.back());
      }
      std::optional<FreeSpace> rebuilt = made([&] { return at_moment(base, there); });
      const bool changed = changes(changing, burst);
      ASSERT_EQ(changed, rebuilt.has_value()) << "world " << world << " burst " << b;
      ++(changed ? done : refused);
      if (!rebuilt) rebuilt = at_moment(base, changing.obstacles());
      expect_same(changing.space(), *rebuilt, random);
      if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b;
    }
    Burst all;
    for (const Obstacle& obstacle : changing.obstacles()) all.removed.push_back(obstacle.id);
    changing.change(all);
    expect_same(changing.space(), at_moment(base, {}), random);
  }
  EXPECT_GT(done, 1000);
  EXPECT_GT(refused, 300);
}

std::vector<std::optional<PlainCorner>> numbered_corners(const FreeSpace& space) {
  std::vector<std::optional<PlainCorner>> all;
  for (const Corner& corner : space.corners()) {
    std::optional<PlainCorner>& plain = all.emplace_back();
    if (corner.vertex < 0) continue;
    const Triangulation& mesh = space.triangulation();
    plain = {mesh.point(corner.vertex), mesh.point(corner.right), mesh.point(corner.left),
             corner.reflex};
  }
  return all;
}

// Regression: the code assumed that a corner with the same vertex ids is unchanged. But a burst can
// remove a vertex and give its id to a new vertex.
TEST(ChangingSpace, ReportsAllChangedCorners) {
  std::mt19937 random(5);
  for (int number = 0; number < 150; ++number) {
    ChangingWorld world(random, number);
    std::vector<std::optional<PlainCorner>> before = numbered_corners(world.space());
    for (int b = 0; b < 50; ++b) {
      const std::optional<SpaceChange> change = world.next_burst(random);
      if (!change) continue;
      std::vector<std::optional<PlainCorner>> now = numbered_corners(world.space());
      before.resize(std::max(before.size(), now.size()));
      now.resize(before.size());
      for (std::size_t c = 0; c < now.size(); ++c) {
        const auto is_in = [&](std::span<const CornerId> reported) {
          return std::ranges::binary_search(reported, static_cast<CornerId>(c));
        };
        const bool same = before[c] == now[c];
        ASSERT_TRUE(same || !before[c] || is_in(change->gone_corners))
            << "world " << number << " burst " << b << " corner " << c;
        ASSERT_TRUE(same || !now[c] || is_in(change->new_corners))
            << "world " << number << " burst " << b << " corner " << c;
      }
      before = std::move(now);
    }
  }
}

// Regression: after a component was split, the code looked for the parts by examining each cut
// alone. Here, two cuts divide a corridor into a middle part and two end parts. Neither cut alone
// separates the two end parts from each other.
TEST(ChangingSpace, SplitsACorridorIntoThreePartsAtOnce) {
  const FreeSpace base =
      FreeSpace::from_polygons({{{{{0, 0}, {90, 0}, {90, 2}, {0, 2}}, true},
                                 {{{1, 1}, {1, 1.5}, {1.5, 1.5}, {1.5, 1}}, false},
                                 {{{80, 1}, {80, 1.5}, {81, 1.5}, {81, 1}}, false}}});
  ChangingSpace changing(base);
  changing.change(
      {{},
       {},
       {{1, {{40, 0}, {41, 0}, {41, 2}, {40, 2}}}, {2, {{44, 0}, {45, 0}, {45, 2}, {44, 2}}}}});
  const FreeSpace& space = changing.space();
  EXPECT_EQ(space.component_count(), 3);
  std::set<std::int32_t> components;
  for (const double x : {10.0, 42.0, 70.0})
    components.insert(space.component(space.locate({x, 0.5})));
  EXPECT_EQ(components.size(), 3U);
  changing.change({{}, {2, 1}, {}});
  EXPECT_EQ(space.component_count(), 1);
}

TEST(ChangingSpace, EqualsARebuildAfterRandomPatches) {
  std::mt19937 random(2);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  int done = 0;
  for (int world = 0; world < 60; ++world) {
    const int width = 3 + below(12);
    const int height = 3 + below(12);
    Raster cells(width, height, 1);
    for (int i = 0; i < width * height / 3; ++i) {
      cells.set(below(width), below(height), static_cast<Raster::Class>(below(3)));
    }
    cells.set(0, 0, 1);
    const FreeSpace base = FreeSpace::from_raster(cells);
    ChangingSpace changing(base);
    if (world % 4 > 0) changing.space().make(PartSet::all());
    for (int b = 0; b < 50; ++b) {
      Burst burst;
      Raster then = *changing.space().raster();
      for (std::size_t patches = random() % 3; patches > 0; --patches) {
        CellPatch patch{static_cast<int>(random() % static_cast<unsigned>(width)),
                        static_cast<int>(random() % static_cast<unsigned>(height)),
                        {}};
        patch.cells = Raster(1 + below(width - patch.x), 1 + below(height - patch.y));
        const int kind = below(3);
        for (int y = 0; y < patch.cells.height(); ++y) {
          for (int x = 0; x < patch.cells.width(); ++x) {
            patch.cells.set(x, y, static_cast<Raster::Class>(kind == 2 ? below(3) : kind));
            then.set(patch.x + x, patch.y + y, patch.cells.at(x, y));
          }
        }
        burst.patches.push_back(patch);
      }
      std::optional<FreeSpace> rebuilt =
          made([&] { return at_moment(FreeSpace::from_raster(then), {}); });
      const bool changed = changes(changing, burst);
      ASSERT_EQ(changed, rebuilt.has_value()) << "world " << world << " burst " << b;
      done += changed;
      if (!rebuilt) rebuilt = at_moment(FreeSpace::from_raster(*changing.space().raster()), {});
      expect_same(changing.space(), *rebuilt, random);
      if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b;
    }
  }
  EXPECT_GT(done, 1000);
}

}  // namespace
}  // namespace fairway::test
