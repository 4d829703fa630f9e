#include <fmt/format.h>

#include <random>
#include <utility>
#include <variant>

#include "algorithms/changing_space/world_moment.hpp"
#include "datasets/generators/changes.hpp"
#include "datasets/read_world.hpp"
#include "harness/conformance/change_examination.hpp"
#include "harness/conformance/worlds.hpp"

namespace fairway::conformance {

namespace {

Ring box(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

ChangingWorld with_bursts(WorldFile start, std::vector<Burst> bursts) {
  ChangingWorld world{start.file, std::move(start), {}};
  for (Burst& burst : bursts) world.steps.emplace_back(BurstStep{std::move(burst)});
  return world;
}

/// Returns a world with obstacles that touch at a point or along an edge, contain each other,
/// disappear and appear again, touch a hole and a wall, and divide the world.
ChangingWorld obstacles_in_a_square() {
  const Polygons square{{{box(0, 0, 12, 12), true}, {box(2, 8, 4, 10), false}},
                        {{{6, 8}, {6, 10}}}};
  const Obstacle block{1, box(2, 2, 4, 4)};
  return with_bursts({"square with changing obstacles", square, {}},
                     {{.added = {block}},
                      {.added = {{2, box(4, 4, 6, 6)}}},
                      {.added = {{3, box(4, 2, 6, 4)}}},
                      {.added = {{4, box(2.5, 2.5, 3, 3)}, {5, {{4, 8}, {6, 8}, {4, 10}}}}},
                      {.removed = {1}},
                      {.removed = {3}, .added = {block}},
                      {.added = {{6, box(8, 0, 9, 12)}}},
                      {.removed = {2, 4, 6}},
                      {.added = {{2, box(0, 5, 12, 6)}}}});
}

/// Returns a changing world of cells. Its bursts open a door in a wall, make a pinch, change the
/// terrain class of a region, and leave a single free cell.
ChangingWorld patches_of_cells() {
  Raster cells(8, 6, 1);
  for (int y = 0; y < 6; ++y) cells.set(4, y, Raster::kBlocked);
  const auto patch = [](int x, int y, int width, int height, Raster::Class kind) {
    return CellPatch{x, y, Raster(width, height, kind)};
  };
  Raster full(8, 6, Raster::kBlocked);
  full.set(7, 5, 1);
  return with_bursts({"changing cells", cells, {}},
                     {{.patches = {patch(4, 2, 1, 1, 1)}},
                      {.patches = {patch(2, 2, 1, 1, 0), patch(3, 1, 1, 1, 0)}},
                      {.patches = {patch(5, 3, 3, 2, 2)}},
                      {.patches = {patch(4, 2, 1, 1, 0), patch(4, 4, 1, 1, 1)}},
                      {.patches = {{0, 0, full}}},
                      {.patches = {{0, 0, cells}, patch(4, 0, 1, 6, 1)}}});
}

/// Returns the world with `queries` queries added at each moment. Their ends are points that often
/// expose errors.
ChangingWorld with_queries(const ChangingWorld& world, std::mt19937& random, int queries) {
  ChangingWorld asked{world.file, world.start, {}};
  WorldMoment moment(make_free_space(WorldFile(world.start)));
  const auto ask = [&] {
    const auto count = 2 * static_cast<std::size_t>(queries);
    const std::vector<Point> points = probe_points(moment.space(), random, count);
    for (std::size_t i = 0; i < count; i += 2) {
      asked.steps.emplace_back(QueryStep{.start = points[i], .goal = points[i + 1]});
    }
  };
  ask();
  for (const Step& step : world.steps) {
    const auto* burst = std::get_if<BurstStep>(&step);
    if (burst == nullptr) continue;
    moment.change(burst->burst);
    asked.steps.push_back(step);
    ask();
  }
  return asked;
}

}  // namespace

std::vector<ChangingWorld> changing_worlds(std::uint32_t seed, int of_each, int queries) {
  std::vector<ChangingWorld> worlds{obstacles_in_a_square(), patches_of_cells()};
  for (const ChangesKind& kind : changes_kinds()) {
    for (int cells = 0; cells < 2; ++cells) {
      for (int i = 0; i < of_each; ++i) {
        ChangingWorld& world = worlds.emplace_back(
            generate_changes(kind, seed + static_cast<std::uint32_t>(i), kind.size.least,
                             {{"cells", cells}, {"bursts", 5}, {"changes", 2}}));
        world.file = world.start.file =
            fmt::format("{} of {}, seed {}", kind.name, cells == 1 ? "cells" : "polygons",
                        seed + static_cast<std::uint32_t>(i));
      }
    }
  }
  std::mt19937 random(seed);
  for (ChangingWorld& world : worlds) world = with_queries(world, random, queries);
  return worlds;
}

}  // namespace fairway::conformance
