#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "datasets/generators/generator.hpp"
#include "datasets/read_world.hpp"
#include "tests/support/project.hpp"

namespace fairway {
namespace {

const std::filesystem::path kMaps = test::project_file("datasets/maps");

/// A row of the table in the maps' README.
struct Listed {
  std::string name;
  std::size_t vertices;
  int holes;
  int components;
};

/// Converts a text such as "5,759" to a number.
int number(std::string cell) {
  std::erase_if(cell, [](char c) { return c < '0' || c > '9'; });
  return std::stoi(cell);
}

std::vector<Listed> listed_maps() {
  std::ifstream readme(kMaps / "README.md");
  std::vector<Listed> maps;
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
    const std::string name = cells.at(0).substr(2, cells.at(0).rfind('`') - 2);
    maps.push_back({name, static_cast<std::size_t>(number(cells.at(2))), number(cells.at(3)),
                    number(cells.at(4))});
  }
  return maps;
}

int pinches(const FreeSpace& space) {
  int count = 0;
  for (VertexId v = 0; v < static_cast<VertexId>(space.triangulation().vertex_count()); ++v) {
    count += space.corners_of(v).size() > 1;
  }
  return count;
}

TEST(Maps, AreAllListedAndSmall) {
  std::set<std::string> listed;
  for (const Listed& map : listed_maps()) listed.insert(map.name);
  std::set<std::string> present;
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kMaps)) {
    bytes += entry.file_size();
    if (entry.path().filename() != "README.md") present.insert(entry.path().filename().string());
  }
  EXPECT_EQ(listed, present);
  EXPECT_GE(listed.size(), 8u);
  EXPECT_LT(bytes, 1'000'000u);
}

TEST(Maps, AreWhatTheirReadmeSays) {
  for (const Listed& map : listed_maps()) {
    SCOPED_TRACE(map.name);
    const FreeSpace space = load_free_space(kMaps / map.name);
    EXPECT_EQ(space.triangulation().vertex_count(), map.vertices);
    EXPECT_EQ(space.hole_count(), map.holes);
    EXPECT_EQ(space.component_count(), map.components);
    EXPECT_GT(space.area(), 0);
  }
}

TEST(Maps, CoastlinesHaveTheSizeOfTheirPlaces) {
  struct Coast {
    std::string name;
    double width;  // width of the window in km
    double height;
    double least_share;  // least share of sea in the window
    double most_share;
  };
  for (const Coast& coast : {Coast{"aegean.geojson", 543.3, 722.8, 0.6, 0.7},
                             Coast{"denmark.geojson", 347.5, 400.4, 0.55, 0.65}}) {
    SCOPED_TRACE(coast.name);
    const FreeSpace space = load_free_space(kMaps / coast.name);
    EXPECT_GE(space.triangulation().vertex_count(), 2000u);
    EXPECT_LE(space.triangulation().vertex_count(), 8000u);
    EXPECT_EQ(space.box().min, (Point{0, 0}));
    EXPECT_NEAR(space.box().width(), coast.width, 1);
    EXPECT_LE(space.box().height(), coast.height);
    const double share = space.area() / (coast.width * coast.height);
    EXPECT_GT(share, coast.least_share);
    EXPECT_LT(share, coast.most_share);
  }
}

TEST(Maps, PinchesAreNothingButPinches) {
  const FreeSpace polygons = load_free_space(kMaps / "pinches.geojson");
  EXPECT_GE(pinches(polygons), 30);
  const FreeSpace cells = load_free_space(kMaps / "pinches.map");
  EXPECT_GE(pinches(cells), 200);
  EXPECT_EQ(pinches(load_free_space(kMaps / "blockers.txt")), 0);
}

TEST(Maps, GeneratedOnesCanBeMadeAgain) {
  struct Made {
    std::string name;
    std::string kind;
    std::uint64_t seed;
    int size;
    GeneratorSettings settings;
  };
  for (const Made& made :
       {Made{"caves.map", "caves", 7, 160, {}}, Made{"city.map", "city", 5, 192, {}},
        Made{"rooms.map", "rooms", 2, 121, {}},
        Made{"maze.map", "maze", 3, 129, {{"openings_percent", 4}}}}) {
    SCOPED_TRACE(made.name);
    const GeneratedWorld again =
        generate(generator_kind(made.kind), made.seed, made.size, made.settings);
    const WorldFile file = read_world(kMaps / made.name);
    EXPECT_TRUE(std::get<Raster>(file.content) == std::get<Raster>(again));
  }
}

}  // namespace
}  // namespace fairway
