#include "harness/queries/sampled_queries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "datasets/generators/raster_worlds.hpp"
#include "datasets/text.hpp"
#include "harness/queries/point_sampler.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Polygons square_with_hole() {
  return {{{{{0, 0}, {100, 0}, {100, 100}, {0, 100}}, true},
           {{{30, 30}, {30, 70}, {70, 70}, {70, 30}}, false}}};
}

Polygons two_squares() {
  return {{{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true},
           {{{20, 0}, {50, 0}, {50, 30}, {20, 30}}, true}}};
}

SampledQueries draw(const FreeSpace& space, const SampleOptions& options) {
  const ExactSolver solver(space);
  return sample_queries(space, solver, options);
}

std::vector<int> bin_counts(const SampledQueries& drawn, int bins) {
  std::vector<int> counts(static_cast<std::size_t>(bins), 0);
  for (const SampledQuery& query : drawn.queries) {
    if (query.bin >= 0) ++counts[static_cast<std::size_t>(query.bin)];
  }
  return counts;
}

/// Checks the properties that every sampled query must have in every world.
void check(const FreeSpace& space, const SampledQueries& drawn, const SampleOptions& options) {
  const ExactSolver solver(space);
  ExactSolver::Scratch scratch;
  EXPECT_LE(drawn.queries.size(), static_cast<std::size_t>(options.count));
  for (const SampledQuery& query : drawn.queries) {
    const Location start = space.locate(query.query.start);
    const Location goal = space.locate(query.query.goal);
    ASSERT_NE(start.place, Place::kBlocked);
    ASSERT_NE(goal.place, Place::kBlocked);
    EXPECT_NE(query.query.start, query.query.goal);
    EXPECT_EQ(std::isfinite(query.optimum), space.component(start) == space.component(goal));
    EXPECT_EQ(solver.solve(query.query.start, query.query.goal, scratch), query.optimum);
    if (query.bin < 0) {
      EXPECT_FALSE(std::isfinite(query.optimum));
      continue;
    }
    EXPECT_LT(query.bin, options.bins);
    EXPECT_GE(query.optimum, query.bin * drawn.bin_width * (1 - 1e-12));
    if (query.bin + 1 < options.bins) {
      EXPECT_LE(query.optimum, (query.bin + 1) * drawn.bin_width * (1 + 1e-12));
    }
  }
}

TEST(SampleQueries, FillsAllBinsAlike) {
  const FreeSpace space = FreeSpace::from_polygons(square_with_hole());
  const SampleOptions options{.count = 80, .unreachable = 0, .bins = 8, .seed = 5};
  const SampledQueries drawn = draw(space, options);
  check(space, drawn, options);
  EXPECT_EQ(drawn.queries.size(), 80u);
  EXPECT_EQ(drawn.note, "");
  EXPECT_EQ(bin_counts(drawn, 8), std::vector<int>(8, 10));
  // The queries are drawn in rounds. Each round draws one query of every bin, in descending order
  // of length. So the first 8 queries are the first round.
  for (int i = 0; i < 8; ++i) EXPECT_EQ(drawn.queries[static_cast<std::size_t>(i)].bin, 7 - i);
}

TEST(SampleQueries, LongestBinsTakeWhatIsLeftOver) {
  const FreeSpace space = FreeSpace::from_polygons(square_with_hole());
  const SampledQueries drawn = draw(space, {.count = 23, .unreachable = 0, .bins = 5, .seed = 1});
  EXPECT_EQ(bin_counts(drawn, 5), (std::vector<int>{4, 4, 5, 5, 5}));
}

TEST(SampleQueries, HasTheShareOfUnreachableOnes) {
  const FreeSpace space = FreeSpace::from_polygons(two_squares());
  const SampleOptions options{.count = 40, .unreachable = 0.25, .bins = 5, .seed = 2};
  const SampledQueries drawn = draw(space, options);
  check(space, drawn, options);
  EXPECT_EQ(drawn.queries.size(), 40u);
  EXPECT_EQ(std::count_if(drawn.queries.begin(), drawn.queries.end(),
                          [](const SampledQuery& q) { return q.bin < 0; }),
            10);
}

TEST(SampleQueries, SaysSoWhereNothingIsUnreachable) {
  const FreeSpace space = FreeSpace::from_polygons(square_with_hole());
  const SampledQueries drawn = draw(space, {.count = 20, .unreachable = 0.5, .bins = 4, .seed = 3});
  EXPECT_EQ(drawn.queries.size(), 20u);
  EXPECT_EQ(bin_counts(drawn, 4), std::vector<int>(4, 5));
  EXPECT_NE(drawn.note.find("one component"), std::string::npos);
}

TEST(SampleQueries, AsksForCellCentresInWorldsOfCells) {
  const FreeSpace space = FreeSpace::from_raster(caves(3, 60, 45, 4, false));
  const SampleOptions options{.count = 50, .unreachable = 0.2, .bins = 5, .seed = 4};
  const SampledQueries drawn = draw(space, options);
  check(space, drawn, options);
  EXPECT_EQ(drawn.queries.size(), 50u);
  for (const SampledQuery& query : drawn.queries) {
    for (const Point p : {query.query.start, query.query.goal}) {
      EXPECT_EQ(p.x - std::floor(p.x), 0.5);
      EXPECT_EQ(p.y - std::floor(p.y), 0.5);
    }
  }
}

TEST(SampleQueries, IsTheSameForTheSameSeedOnly) {
  const FreeSpace space = FreeSpace::from_polygons(square_with_hole());
  const auto ends = [&](std::uint64_t seed) {
    std::vector<Point> points;
    for (const SampledQuery& q : draw(space, {.count = 30, .seed = seed}).queries) {
      points.push_back(q.query.start);
      points.push_back(q.query.goal);
    }
    return points;
  };
  EXPECT_EQ(ends(9), ends(9));
  EXPECT_NE(ends(9), ends(10));
}

TEST(SampleQueries, EndsOnOddWorlds) {
  const double least = std::numeric_limits<double>::epsilon();
  const std::vector<Polygons> odd{
      {{{{{0, 0}, {1, 0}, {0, 1}}, true}}},
      {{{{{0, 0}, {1e-60, 0}, {0, 1e-60}}, true}}},
      {{{{{0, 0}, {1e6, 0}, {1e6, 1e-9}}, true}}},
      // This triangle is so small that no point with double coordinates is strictly inside it.
      {{{{{1, 1}, {1 + least, 1}, {1, 1 + least}}, true}}},
  };
  for (const Polygons& polygons : odd) {
    const FreeSpace space = FreeSpace::from_polygons(polygons);
    const SampleOptions options{.count = 10, .unreachable = 0.1, .bins = 3, .seed = 1};
    check(space, draw(space, options), options);
  }
  EXPECT_EQ(draw(FreeSpace::from_polygons(odd[3]), {}).queries.size(), 0u);
  EXPECT_NE(draw(FreeSpace::from_polygons(odd[3]), {}).note.find("only 0 of 100 reachable"),
            std::string::npos);

  // A single cell has one centre, but a query needs two ends.
  const FreeSpace cell = FreeSpace::from_raster(Raster(1, 1, kGround));
  EXPECT_EQ(draw(cell, {}).queries.size(), 0u);
}

TEST(SampleQueries, WorksOnEveryFixtureWorld) {
  for (const test::World& world : test::fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const SampleOptions options{.count = 12, .unreachable = 0.25, .bins = 3, .seed = 6};
    const SampledQueries drawn = draw(space, options);
    check(space, drawn, options);
    EXPECT_TRUE(drawn.queries.size() == 12 || !drawn.note.empty());
  }
}

TEST(SampleQueries, RefusesWhatMakesNoSense) {
  const FreeSpace space = FreeSpace::from_polygons(two_squares());
  const ExactSolver solver(space);
  const auto refuses = [&](const SampleOptions& options) {
    EXPECT_THROW(sample_queries(space, solver, options), std::invalid_argument);
  };
  refuses({.count = 0});
  refuses({.bins = 0});
  refuses({.unreachable = -0.1});
  refuses({.unreachable = 1.1});
  refuses({.unreachable = std::nan("")});
}

TEST(PointSampler, SpreadsPointsOverTheArea) {
  const FreeSpace space = FreeSpace::from_polygons(two_squares());
  const PointSampler sampler(space);
  Random random(1);
  int small = 0;
  int corner = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto at = sampler.anywhere(random);
    ASSERT_TRUE(at);
    small += at->point.x < 10;
    corner += at->point.x > 40 && at->point.y > 20;
  }
  // Each of the two counted areas has 100 of the 1,000 square units, so it should get a tenth of
  // the points.
  EXPECT_NEAR(small, 2000, 200);
  EXPECT_NEAR(corner, 2000, 200);
}

TEST(PointSampler, KeepsToComponents) {
  const FreeSpace space = FreeSpace::from_polygons(two_squares());
  const PointSampler sampler(space);
  Random random(2);
  for (std::int32_t component = 0; component < 2; ++component) {
    for (int i = 0; i < 100; ++i) {
      const auto inside = sampler.in_component(random, component);
      const auto outside = sampler.outside_component(random, component);
      ASSERT_TRUE(inside && outside);
      EXPECT_EQ(space.component(*inside), component);
      EXPECT_NE(space.component(*outside), component);
      const auto near = sampler.near(random, *inside, 3);
      ASSERT_TRUE(near);
      EXPECT_EQ(space.component(*near), component);
      EXPECT_LE(std::abs(near->point.x - inside->point.x), 3);
    }
  }
}

/// Two rooms joined by a corridor of width 2, and a nook of width 1. A disc of radius 1 cannot pass
/// between the rooms. A disc of radius 0.5 does not fit into the nook.
Polygons rooms_and_corridor() {
  return {{{{{0, 0},
             {20, 0},
             {20, 9},
             {30, 9},
             {30, 0},
             {50, 0},
             {50, 20},
             {30, 20},
             {30, 11},
             {20, 11},
             {20, 20},
             {10.5, 20},
             {10.5, 40},
             {9.5, 40},
             {9.5, 20},
             {0, 20}},
            true}}};
}

// Regression: queries of one radius were used for another radius, at which their ends are blocked
// or disconnected.
TEST(SampledQueries, AreReachableInAllSpacesThatAreCompared) {
  const FreeSpace space = FreeSpace::from_polygons(rooms_and_corridor());
  const FreeSpace half = eroded(space, 0.75);
  const FreeSpace one = eroded(space, 1.25);
  const std::array<const FreeSpace*, 2> also{&half, &one};
  SampleOptions options;
  options.count = 60;
  options.also = also;
  const SampledQueries drawn = draw(space, options);
  check(space, drawn, options);
  EXPECT_EQ(drawn.queries.size(), 60u);
  EXPECT_GT(drawn.rejected, 20);
  EXPECT_GT(drawn.sampled, drawn.rejected + 60);
  for (const FreeSpace* other : also) {
    const ExactSolver solver(*other);
    ExactSolver::Scratch scratch;
    for (const SampledQuery& query : drawn.queries) {
      EXPECT_TRUE(std::isfinite(solver.solve(query.query.start, query.query.goal, scratch)));
    }
  }
  options.also = {};
  EXPECT_EQ(draw(space, options).rejected, 0);
}

// Regression: sampling continued until there were enough queries. If no pair is suitable, it did
// not end.
TEST(SampledQueries, GiveUpWhereNoPairFitsAllSpaces) {
  const FreeSpace space = FreeSpace::from_polygons(square_with_hole());
  const FreeSpace elsewhere =
      FreeSpace::from_polygons({{{{{200, 0}, {201, 0}, {201, 1}, {200, 1}}, true}}});
  const std::array<const FreeSpace*, 1> also{&elsewhere};
  SampleOptions options;
  options.count = 5;
  options.also = also;
  const SampledQueries drawn = draw(space, options);
  EXPECT_TRUE(drawn.queries.empty());
  EXPECT_EQ(drawn.rejected, 1000);
  EXPECT_NE(drawn.note.find("only 0 of 5 reachable queries found"), std::string::npos);
}

}  // namespace
}  // namespace fairway
