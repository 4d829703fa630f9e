#include "datasets/generators/obstacles.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/changing_space/world_moment.hpp"
#include "datasets/generators/changes.hpp"

namespace fairway {
namespace {

/// A square of 64 units with a square hole.
FreeSpace polygons() {
  Polygons world;
  world.parts = {{.ring = {{0, 0}, {64, 0}, {64, 64}, {0, 64}}, .outline = true},
                 {.ring = {{24, 24}, {24, 40}, {40, 40}, {40, 24}}}};
  return FreeSpace::from_polygons(world);
}

FreeSpace cells() {
  Raster raster(48, 40, 1);
  for (int y = 0; y < 30; ++y) raster.set(20, y, Raster::kBlocked);
  return FreeSpace::from_raster(raster);
}

/// Applies all bursts, with a rebuild after each. Expects the given counts of bursts and queries.
void expect_possible(const FreeSpace& world, const std::vector<Step>& steps, int bursts,
                     int queries) {
  WorldMoment moment(world);
  int seen_bursts = 0;
  int seen_queries = 0;
  for (const Step& step : steps) {
    if (const auto* burst = std::get_if<BurstStep>(&step)) {
      const double before = moment.space().area();
      ASSERT_NO_THROW(moment.change(burst->burst));
      ++seen_bursts;
      EXPECT_EQ(moment.space().area() < before, seen_bursts % 2 == 1) << "comes, then goes";
    } else {
      const QueryStep& query = std::get<QueryStep>(step);
      ++seen_queries;
      EXPECT_NE(moment.space().locate(query.start).place, Place::kBlocked);
      EXPECT_NE(moment.space().locate(query.goal).place, Place::kBlocked);
    }
  }
  EXPECT_EQ(seen_bursts, bursts);
  EXPECT_EQ(seen_queries, queries);
  EXPECT_EQ(moment.space().content_hash(), world.content_hash()) << "all has gone";
}

TEST(Obstacles, ComeToFreePlacesAndGoAgain) {
  for (const FreeSpace& world : {polygons(), cells()}) {
    for (int where = 0; where < 3; ++where) {
      for (const int vertices : {4, 200}) {
        const GeneratorSettings settings{{"bursts", 30},         {"changes", 3},
                                         {"queries", 2},         {"where", where},
                                         {"vertices", vertices}, {"chequered", where % 2}};
        expect_possible(world, generate_obstacles(world, 7, 4, settings), 30, 60);
      }
    }
  }
}

TEST(Obstacles, AreTheSameForTheSameSeedAndNoOther) {
  const auto text = [](std::uint64_t seed) {
    ChangingWorld changing;
    changing.start.content = Polygons{};
    changing.steps = generate_obstacles(polygons(), seed, 5);
    return format_changes(changing, "world.geojson");
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

TEST(Obstacles, RefuseWhatHasNoPlace) {
  EXPECT_THROW(generate_obstacles(polygons(), 1, 50, {{"changes", 1000}}), std::invalid_argument);
  EXPECT_THROW(generate_obstacles(cells(), 1, 30), std::invalid_argument);
  EXPECT_THROW(generate_obstacles(cells(), 1, 2, {{"vertices", 3}}), std::invalid_argument);
  EXPECT_THROW(generate_obstacles(cells(), 1, 0), std::invalid_argument);
  Raster one(1, 1, 1);
  EXPECT_THROW(generate_obstacles(FreeSpace::from_raster(one), 1, 1), std::invalid_argument);
}

/// Regression: the code assumed that the corners of generated obstacles are always within the
/// limits of coordinates.
TEST(Obstacles, RefuseCoordinatesTooLargeForTheirCorners) {
  const auto square_at = [](double from) {
    Polygons world;
    world.parts = {
        {.ring = {{from, from}, {from + 1, from}, {from + 1, from + 1}, {from, from + 1}},
         .outline = true}};
    return FreeSpace::from_polygons(world);
  };
  const GeneratorSettings settings{{"bursts", 4}, {"vertices", 200}, {"queries", 1}};
  EXPECT_THROW(generate_obstacles(square_at(1e12), 3, 1, settings), std::invalid_argument);
  EXPECT_THROW(generate_obstacles(square_at(-1e12), 3, 1, settings), std::invalid_argument);
  expect_possible(square_at(1e9), generate_obstacles(square_at(1e9), 3, 1, settings), 4, 4);
}

}  // namespace
}  // namespace fairway
