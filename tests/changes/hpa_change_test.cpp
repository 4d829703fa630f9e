#include "algorithms/changes/hpa_changes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"

namespace fairway::test {
namespace {

void expect_same_graph(const Hpa& repaired, const Hpa& rebuilt) {
  const CsrGraph& a = repaired.graph();
  const CsrGraph& b = rebuilt.graph();
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  ASSERT_EQ(a.edge_count(), b.edge_count());
  ASSERT_EQ(repaired.report().components, rebuilt.report().components);
  for (Vertex v = 0; v < static_cast<Vertex>(b.vertex_count()); ++v) {
    ASSERT_EQ(repaired.position(v), rebuilt.position(v));
    ASSERT_EQ(a.row_begin(v), b.row_begin(v));
    for (std::uint32_t e = b.row_begin(v); e < b.row_end(v); ++e) {
      ASSERT_EQ(a.target(e), b.target(e));
      ASSERT_EQ(a.cost(e), b.cost(e));
    }
  }
}

/// Compares the repaired HPA* graph with a rebuilt graph after each burst. Returns the number of
/// bursts.
int follow_bursts(ChangingWorld& world, const Hpa::Options& options, std::mt19937& random) {
  Repaired<Hpa, HpaChanges> hpa(world.space(), options);
  int bursts = 0;
  for (int b = 0; b < 40 && !testing::Test::HasFailure(); ++b) {
    const auto change = world.next_burst(random);
    if (!change) continue;
    ++bursts;
    EXPECT_TRUE(hpa.follow(*change));
    SCOPED_TRACE("burst " + std::to_string(b));
    expect_same_graph(*hpa, Hpa::build(world.rebuilt(), options));
  }
  return bursts;
}

TEST(Hpa, EqualsARebuildAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  int bursts = 0;
  for (int number = 0; number < worlds; ++number) {
    SCOPED_TRACE("world " + std::to_string(number));
    ChangingWorld world(random, number);
    bursts += follow_bursts(
        world, {.cell_size = world.has_cells() ? 0 : 0.5, .cluster = 2 + number % 9}, random);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(bursts, 20 * worlds);
}

TEST(Hpa, EqualsARebuildAfterChangesOfLargerWorldsOfCells) {
  std::mt19937 random(from_environment("SEED", 2));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  int bursts = 0;
  for (int number = 0; number < worlds; ++number) {
    SCOPED_TRACE("world " + std::to_string(number));
    const auto below = [&](int end) {
      return static_cast<int>(random() % static_cast<unsigned>(end));
    };
    Raster cells(1 + below(60), 1 + below(60), 1);
    for (int i = cells.width() * cells.height() / (number % 2 == 0 ? 4 : 40); i > 0; --i) {
      cells.set(below(cells.width()), below(cells.height()), static_cast<Raster::Class>(below(3)));
    }
    cells.set(0, 0, 1);
    ChangingWorld world(cells);
    bursts += follow_bursts(world, {.cluster = 3 + number % 14}, random);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(bursts, 20 * worlds);
}

}  // namespace
}  // namespace fairway::test
