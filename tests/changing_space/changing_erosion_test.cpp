#include "algorithms/changing_space/changing_erosion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"

namespace fairway::test {
namespace {

Border eroded_border(const FreeSpace& space, double radius) {
  try {
    return Border(eroded(space, radius));
  } catch (const InvalidWorld&) {
    return {};  // no free space is left
  }
}

/// Erosion uses a margin for rounding that depends on the bounding box of the space. In a changing
/// world of cells, this box contains all cells, including the blocked cells. Returns the space with
/// this box.
FreeSpace framed(const FreeSpace& space) {
  return space.raster() != nullptr ? at_moment(space, {}) : space;
}

Border after(Border border, const Burst& burst) {
  border.apply_burst(burst);
  return border;
}

TEST(ChangingErosion, EqualsTheErosionOfTheWholeWorldToTheLastBit) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 200));
  int followed = 0;
  int changed = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    const double radius = std::vector{
        0.1, 0.25, 0.5, 0.7, 1.0 / 3, 1.3, 1e-3}[static_cast<std::size_t>(number / 2 % 7)];
    ChangingErosion local(world.first(), radius);
    ASSERT_EQ(local.border().edges(), eroded_border(framed(world.first()), radius).edges())
        << "world " << number;
    for (int b = 0; b < 30; ++b) {
      if (!world.next_burst(random)) continue;
      const Border before = local.border();
      const Burst burst = local.change(world.burst());
      const Border whole = eroded_border(framed(world.rebuilt()), radius);
      ASSERT_EQ(local.border().edges(), whole.edges()) << "world " << number << " burst " << b;
      ASSERT_EQ(after(before, burst).edges(), whole.edges());
      ++followed;
      changed += burst.border_come.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(followed, 10 * worlds);
  EXPECT_GT(changed, 3 * worlds);
}

/// The world has many holes. Obstacles are regular polygons that are turned by random angles.
TEST(ChangingErosion, EqualsTheErosionOfTheWholeWorldOffTheLattice) {
  std::mt19937 random(from_environment("SEED", 1));
  std::uniform_real_distribution<double> share(0, 1);
  const auto polygon = [&](Point centre, double size) {
    const int corners = 3 + static_cast<int>(9 * share(random));
    const double turn = 7 * share(random);
    Ring ring;
    for (int k = 0; k < corners; ++k) {
      const double angle = turn + 6.283185307179586 * k / corners;
      ring.push_back(centre + size * Point{std::cos(angle), std::sin(angle)});
    }
    return ring;
  };
  constexpr int kSide = 8;
  const int worlds = static_cast<int>(from_environment("WORLDS", 200)) / 8;
  for (int number = 0; number < worlds; ++number) {
    constexpr double kWorld = 10 * kSide;
    Polygons polygons{{{{{0, 0}, {kWorld, 0}, {kWorld, kWorld}, {0, kWorld}}, true}}};
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        if ((x + y) % 2 == 0) continue;
        polygons.parts.push_back(
            {polygon({10.0 * x + 5, 10.0 * y + 5}, 2 + 2.9 * share(random)), false});
      }
    }
    const FreeSpace first = FreeSpace::from_polygons(polygons);
    const double radius = 0.05 + 4 * share(random) * share(random);
    ChangingErosion local(first, radius);
    WorldMoment moment(first);
    std::vector<std::int32_t> present;
    for (int b = 0; b < 20; ++b) {
      Burst burst;
      if (!present.empty() && share(random) < 0.5) {
        burst.removed.push_back(present.back());
      }
      const auto x = static_cast<double>(static_cast<int>(kSide * share(random)));
      const auto y = static_cast<double>(static_cast<int>(kSide / 2 * share(random)));
      const double column = 2 * y + (static_cast<int>(x) % 2 == 0 ? 0 : 1);
      burst.added.push_back({b, polygon({10 * x + 5, 10 * column + 5}, 0.3 + 4.5 * share(random))});
      try {
        moment.change(burst);
      } catch (const InvalidBurst&) {
        continue;  // it crosses an obstacle
      }
      if (!burst.removed.empty()) present.pop_back();
      present.push_back(b);
      local.change(burst);
      ASSERT_EQ(local.border().edges(), eroded_border(moment.space(), radius).edges())
          << "world " << number << " burst " << b << " radius " << radius;
    }
  }
}

}  // namespace
}  // namespace fairway::test
