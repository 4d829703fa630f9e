#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "algorithms/changes/polyanya_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// Compares the paths of a repaired Polyanya with the paths of a rebuilt Polyanya.
class Comparison {
 public:
  void compare(const Polyanya& repaired, const FreeSpace& space, const FreeSpace& now,
               const Polyanya::Options& options, std::mt19937& random, std::size_t queries) {
    const Polyanya rebuilt = Polyanya::build(now, options);
    const auto polygons = static_cast<double>(repaired.vertex_count());
    most_polygons_ =
        std::max(most_polygons_,
                 polygons / static_cast<double>(std::max<std::size_t>(1, rebuilt.vertex_count())));
    const std::vector<Point> points = probe_points(now, random, queries + 1);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point from = points[i];
      const Point to = points[i + 1];
      const double expected = rebuilt.shortest(now.locate(from), now.locate(to), fresh_);
      expanded_anew_ += fresh_.expanded;
      const double length =
          repaired.shortest(space.locate(from), space.locate(to), scratch_, &path_);
      expanded_ += scratch_.expanded;
      ++compared_;
      found_ += std::isfinite(expected);
      if (length == expected || std::abs(length - expected) <= 1e-12 * expected) continue;
      FAIL() << "(" << from.x << ", " << from.y << ") to (" << to.x << ", " << to.y
             << "): " << length << ", rebuilt " << expected;
    }
  }

  std::int64_t compared() const { return compared_; }
  std::int64_t found() const { return found_; }
  /// The largest ratio (polygons of the repaired Polyanya) / (polygons of the rebuilt Polyanya).
  double most_polygons() const { return most_polygons_; }
  /// (Nodes expanded by the repaired Polyanya) / (nodes expanded by the rebuilt Polyanya).
  double expanded_share() const {
    return static_cast<double>(expanded_) / static_cast<double>(expanded_anew_);
  }

 private:
  Polyanya::Scratch scratch_;
  Polyanya::Scratch fresh_;
  Path path_;
  std::int64_t compared_ = 0;
  std::int64_t found_ = 0;
  double most_polygons_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t expanded_anew_ = 0;
};

TEST(PolyanyaChange, AnswersLikeARebuildAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  Comparison comparison;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    const Polyanya::Options options{.merged = number % 5 != 4, .dead_ends = number % 7 == 6};
    Repaired<Polyanya, PolyanyaChanges> polyanya(world.space(), options);
    for (int b = 0; b < 50; ++b) {
      const std::optional<SpaceChange> change = world.next_burst(random);
      if (!change) continue;
      ASSERT_TRUE(polyanya.follow(*change));
      comparison.compare(*polyanya, world.space(), world.rebuilt(), options, random, 6);
      if (HasFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(comparison.compared(), 60 * worlds);
  EXPECT_GT(comparison.found(), 20 * worlds);
  EXPECT_LT(comparison.most_polygons(), 2.5);
}

/// Each burst moves a square obstacle to another position in the world. At about half of the
/// positions, the x coordinates of the square are no multiples of 1/4. Compares the repaired
/// Polyanya with a rebuilt Polyanya after every 500 bursts.
void wander(double side, std::size_t queries) {
  Polygons polygons{{{{{0, 0}, {side, 0}, {side, side}, {0, side}}, true}}};
  for (double x = 4; x < side - 4; x += 8) {
    for (double y = 4; y < side - 4; y += 8) {
      polygons.parts.push_back({{{x, y}, {x, y + 2}, {x + 2, y + 2}, {x + 2, y}}, false});
    }
  }
  const FreeSpace first = FreeSpace::from_polygons(polygons);
  ChangingSpace changing(first);
  Repaired<Polyanya, PolyanyaChanges> polyanya(changing.space(), {});
  Comparison comparison;
  std::mt19937 random(1);
  std::size_t bytes = 0;
  for (int id = 1; id <= 4000; ++id) {
    const auto places = static_cast<std::uint32_t>(side / 8) - 1;
    const double x = 8 * static_cast<double>(random() % places) + (random() % 2 == 0 ? 7.3 : 7.25);
    const double y = 8 * static_cast<double>(random() % places) + 7;
    Burst burst;
    if (id > 1) burst.removed.push_back(id - 1);
    burst.added.push_back({id, {{x, y}, {x + 3, y}, {x + 3, y + 3}, {x, y + 3}}});
    ASSERT_TRUE(polyanya.follow(changing.change(burst)));
    if (id == 50) bytes = polyanya.memory_bytes();
    if (id % 500 != 0) continue;
    comparison.compare(*polyanya, changing.space(), at_moment(first, changing.obstacles()), {},
                       random, queries);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_LT(comparison.most_polygons(), 1.2);
  EXPECT_LT(comparison.expanded_share(), 1.1);
  EXPECT_LT(polyanya.memory_bytes(), bytes * 3 / 2);
}

TEST(PolyanyaChange, KeepsItsSizeOverThousandsOfChanges) { wander(64, 40); }

/// In a world of this size, the repair recomputes all blocks of the dual graph only once in several
/// hundred bursts. A block is a biconnected component.
TEST(PolyanyaChange, KeepsItsBlocksOverThousandsOfChanges) { wander(400, 20); }

}  // namespace
}  // namespace fairway::test
