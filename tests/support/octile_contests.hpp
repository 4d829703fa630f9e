// Worlds and queries in which exact methods on 8-connected grids are compared with A* on the grid.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/queries/even_rows.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

// A Contest has a constructor Contest(name, space, cell size) and a function hold(Point, Point).
// hold() compares the answers to a query and returns whether its ends are connected on the grid.
// The functions below return the number of connected pairs. They stop at the first failure.
namespace fairway::test {

/// Compares answers for random pairs of probe points.
template <class Contest>
std::size_t hold_pairs(Contest& contest, const FreeSpace& space, std::uint32_t seed,
                       std::size_t pairs) {
  std::mt19937 random(seed);
  const std::vector<Point> points = probe_points(space, random, 40);
  std::size_t joined = 0;
  for (std::size_t k = 0; k < pairs && !testing::Test::HasFailure(); ++k) {
    joined += contest.hold(points[random() % points.size()], points[random() % points.size()]);
  }
  return joined;
}

template <class Contest>
std::size_t hold_on_all_kinds_of_worlds(std::size_t pairs) {
  std::vector<World> worlds = fixture_worlds();
  for (const auto& more : {random_worlds(7, 6), extreme_worlds()}) {
    worlds.insert(worlds.end(), more.begin(), more.end());
  }
  std::size_t joined = 0;
  for (const World& world : worlds) {
    const FreeSpace space = build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    for (const double cells : {8.0, 23.0, 64.0}) {
      Contest contest(world.name, space, longer / cells);
      joined += hold_pairs(contest, space, 1, pairs);
    }
    if (testing::Test::HasFailure()) break;
  }
  return joined;
}

/// A function of a contest that does nothing.
struct Ignore {
  void operator()(const auto&) const {}
};

/// Compares answers between centres of cells and between other points. Calls after(contest) for
/// each world.
template <class Contest, class After = Ignore>
std::size_t hold_on_random_cells(std::uint32_t worlds, const After& after = {}) {
  std::size_t joined = 0;
  for (std::uint32_t seed = 0; seed < worlds && !testing::Test::HasFailure(); ++seed) {
    const int width = 1 + static_cast<int>(seed * 7 % 23);
    const int height = 1 + static_cast<int>(seed * 11 % 19);
    const World world =
        random_raster(seed, width, height, 0.05 * (seed % 11), 1 + static_cast<int>(seed % 3));
    const Raster& raster = std::get<Raster>(world.input);
    std::vector<Point> centres;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (raster.at(x, y) != Raster::kBlocked) centres.push_back({x + 0.5, y + 0.5});
      }
    }
    if (centres.empty()) continue;
    const FreeSpace space = build(world);
    Contest contest(world.name, space, 0);
    std::mt19937 random(seed);
    for (int k = 0; k < 8; ++k) {
      joined +=
          contest.hold(centres[random() % centres.size()], centres[random() % centres.size()]);
    }
    contest.hold(centres[0], centres[0]);
    joined += hold_pairs(contest, space, seed, 12);
    after(contest);
  }
  return joined;
}

/// Calls after(contest) for each world.
template <class Contest, class After = Ignore>
std::size_t hold_among_walls_of_zero_width(const After& after = {}) {
  std::size_t joined = 0;
  for (std::uint32_t seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    const World world = random_lattice(seed, 12, 10, 0.1 * (seed % 4), 0.1 + 0.1 * (seed % 3));
    const FreeSpace space = build(world);
    Contest contest(world.name, space, seed % 2 == 0 ? 1 : 0.5);
    joined += hold_pairs(contest, space, seed, 30);
    after(contest);
  }
  return joined;
}

/// Compares answers in rows and columns of more than 2^15 cells.
template <class Contest>
void hold_across_very_long_rows() {
  constexpr int kLong = 70000;
  for (const bool upright : {false, true}) {
    Raster raster(upright ? 4 : kLong, upright ? kLong : 4, 1);
    const auto block = [&](int along, int across) {
      raster.set(upright ? across : along, upright ? along : across, Raster::kBlocked);
    };
    for (int across = 0; across < 3; ++across) {
      block(34000, across);
      block(66000, across + 1);
    }
    const FreeSpace space = FreeSpace::from_raster(raster);
    Contest contest("long", space, 0);
    const auto at = [&](double along, double across) {
      return upright ? Point{across, along} : Point{along, across};
    };
    EXPECT_TRUE(contest.hold(at(0.5, 0.5), at(kLong - 0.5, 2.5)));
    EXPECT_TRUE(contest.hold(at(kLong - 0.5, 0.5), at(0.5, 3.5)));
    EXPECT_TRUE(contest.hold(at(kLong - 0.5, 0.5), at(3.25, 3.75)));
    EXPECT_TRUE(contest.hold(at(35000.5, 0.5), at(65000.5, 1.5)));
  }
}

/// Compares paths with the octile lengths of public scenarios. prepare(space) returns a function
/// ask(start, goal, judge) that calls judge(found, path) once for each method. Skips the test if
/// the public datasets are absent.
void expect_published_octile_lengths(auto&& prepare) {
  std::size_t compared = 0;
  for (const auto& file : public_files({".scen"})) {
    auto map = file;
    map.replace_extension();
    if (map.extension() != ".map" || !std::filesystem::exists(map)) continue;
    // Skips this folder, because its scenarios belong to other versions of its maps.
    if (file.parent_path().filename() == "wc3maps512") continue;
    SCOPED_TRACE(file.string());
    const Scenario scenario = read_scenario(file);
    const LengthFormat format = length_format(scenario);
    const FreeSpace space = load_free_space(map);
    if (space.raster() == nullptr || space.terrain() != nullptr) continue;
    auto ask = prepare(space);
    for (const std::size_t row : even_rows(scenario.problems.size(), 60)) {
      const Problem& problem = scenario.problems[row];
      const ProblemEnds ends = problem_ends(problem, true, Endpoints::kCentre);
      const Location start = space.locate(ends.start);
      const Location goal = space.locate(ends.goal);
      // In some problems, one end is on ground and the other end in deep water.
      const bool joined = space.component(start) == space.component(goal);
      ask(start, goal, [&](bool found, const Path& path) {
        EXPECT_EQ(found, joined && problem.has_path()) << "row " << row;
        if (!joined) return;
        EXPECT_NEAR(length(path), problem.length, octile_tolerance(format, problem)) << row;
        ++compared;
      });
      if (testing::Test::HasFailure()) return;
    }
  }
  if (compared == 0) GTEST_SKIP() << "the public datasets are absent";
}

}  // namespace fairway::test
