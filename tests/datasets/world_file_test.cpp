#include "datasets/world_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

WorldFile parse(const std::string& text) { return parse_world(TextFile("a.world", text)); }
FreeSpace read(const std::string& text) { return make_free_space(parse(text)); }

bool same(const Mesh& a, const Mesh& b) {
  return a.points == b.points &&
         std::equal(a.faces.begin(), a.faces.end(), b.faces.begin(), b.faces.end(),
                    [](const Mesh::Face& f, const Mesh::Face& g) {
                      return f.vertices == g.vertices && f.wall == g.wall;
                    });
}

bool same(const Terrain& a, const Terrain& b) {
  bool equal = a.width() == b.width() && a.height() == b.height();
  for (int y = 0; equal && y < a.height(); ++y) {
    for (int x = 0; equal && x < a.width(); ++x) equal = a.cost(x, y) == b.cost(x, y);
  }
  return equal;
}

template <class Part, class Same>
void expect_same(const char* name, const Part* a, const Part* b, Same same) {
  ASSERT_EQ(a == nullptr, b == nullptr) << name;
  if (a != nullptr) {
    EXPECT_TRUE(same(*a, *b)) << name;
  }
}

/// Corners by their points: what does not depend on how the triangulation breaks ties.
std::vector<std::tuple<Point, Point, Point, bool>> corners(const FreeSpace& space) {
  std::vector<std::tuple<Point, Point, Point, bool>> result;
  const auto point = [&](VertexId v) { return space.triangulation().point(v); };
  for (const Corner& c : space.corners()) {
    result.emplace_back(point(c.vertex), point(c.right), point(c.left), c.reflex);
  }
  std::sort(result.begin(), result.end());
  return result;
}

void expect_same(const FreeSpace& space, const FreeSpace& again) {
  EXPECT_EQ(again.content_hash(), space.content_hash());
  EXPECT_NEAR(again.area(), space.area(), 1e-12 * space.area());
  EXPECT_EQ(again.hole_count(), space.hole_count());
  EXPECT_EQ(again.component_count(), space.component_count());
  EXPECT_EQ(corners(again), corners(space));
  EXPECT_EQ(again.made_of_cells(), space.made_of_cells());
  expect_same("cells", space.raster(), again.raster(), std::equal_to<>());
  expect_same("mesh", space.mesh(), again.mesh(),
              [](const Mesh& a, const Mesh& b) { return same(a, b); });
  expect_same("terrain", space.terrain(), again.terrain(),
              [](const Terrain& a, const Terrain& b) { return same(a, b); });
}

/// The text without what the world was made of: what a reader knows that takes rings and walls.
std::string rings_and_walls(const std::string& text) {
  const std::size_t end =
      std::min({text.find(",\n\"cells\""), text.find(",\n\"mesh\""), text.find(",\n\"terrain\"")});
  return end == std::string::npos ? text : text.substr(0, end) + "}\n";
}

void expect_round_trip(const FreeSpace& space) {
  const std::string text = format_world(space);
  const FreeSpace again = read(text);
  expect_same(space, again);
  EXPECT_EQ(format_world(again), text);
  const std::string outlines = rings_and_walls(text);
  const FreeSpace of_outlines = read(outlines);
  EXPECT_EQ(of_outlines.content_hash(), space.content_hash());
  EXPECT_EQ(of_outlines.component_count(), space.component_count());
  EXPECT_EQ(corners(of_outlines), corners(space));
  EXPECT_EQ(format_world(of_outlines), outlines);
}

/// The world and what is left of it, where there is something.
int expect_round_trips(const FreeSpace& space, std::initializer_list<double> radii) {
  expect_round_trip(space);
  int count = 1;
  for (const double radius : radii) {
    SCOPED_TRACE(radius);
    std::optional<FreeSpace> left;
    try {
      left = eroded(space, radius);
    } catch (const InvalidWorld&) {
      continue;
    }
    expect_round_trip(*left);
    ++count;
  }
  return count;
}

TEST(WorldFile, ShippedMapsReadBackTheSame) {
  int maps = 0;
  const std::filesystem::path folder =
      std::filesystem::path(FAIRWAY_SOURCE_DIR) / "datasets" / "maps";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") continue;
    SCOPED_TRACE(entry.path().string());
    maps += expect_round_trips(load_free_space(entry.path()), {0.4});
  }
  EXPECT_GT(maps, 20);
}

TEST(WorldFile, SmallWorldsOfAllKindsReadBackTheSame) {
  int worlds = 0;
  for (const auto& some : {fixture_worlds(), random_worlds(21, 8), extreme_worlds()}) {
    for (const World& world : some) {
      SCOPED_TRACE(world.name);
      const FreeSpace space = build(world);
      const double side = std::max(space.box().width(), space.box().height());
      worlds += expect_round_trips(space, {side / 200, 0.25, side / 15});
    }
  }
  EXPECT_GT(worlds, 200);
}

TEST(WorldFile, WorldsWithCostsReadBackTheSame) {
  int worlds = 0;
  for (const TerrainWorld& world : terrain_worlds(30)) {
    SCOPED_TRACE(world.name);
    worlds += expect_round_trips(FreeSpace::from_raster(world.raster, world.terrain), {0.1, 0.3});
  }
  EXPECT_GT(worlds, 60);
}

TEST(WorldFile, PublicWorldsReadBackTheSame) {
  int worlds = 0;
  for (const auto& file : public_files({".map", ".mesh", ".json", ".geojson"})) {
    if (std::filesystem::file_size(file) > 600'000) continue;
    SCOPED_TRACE(file.string());
    std::optional<FreeSpace> space;
    try {
      space = load_free_space(file);
    } catch (const InputError&) {
      continue;
    }
    expect_round_trip(*space);
    ++worlds;
  }
  if (worlds == 0) GTEST_SKIP() << "the public datasets are absent";
}

}  // namespace
}  // namespace fairway::test
