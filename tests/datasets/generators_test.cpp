#include "datasets/generators/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/generators/clutter.hpp"
#include "datasets/generators/ladder.hpp"
#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"
#include "harness/conformance/lattice_mesh.hpp"

namespace fairway {
namespace {

/// FNV-1a hash of the numbers of a world. Each number is hashed byte by byte, lowest byte first.
class Hash {
 public:
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) {
      value_ = (value_ ^ (number >> (8 * i) & 0xff)) * 0x100000001b3u;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::uint64_t hash(const Raster& raster) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(raster.width()));
  hash.add(static_cast<std::uint64_t>(raster.height()));
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) hash.add(raster.at(x, y));
  }
  return hash.value();
}

std::uint64_t hash(const Polygons& polygons) {
  Hash hash;
  for (const Polygons::Part& part : polygons.parts) {
    hash.add(part.outline ? 1 : 0);
    hash.add(part.ring.size());
    for (const Point p : part.ring) {
      hash.add(std::bit_cast<std::uint64_t>(p.x));
      hash.add(std::bit_cast<std::uint64_t>(p.y));
    }
  }
  return hash.value();
}

std::uint64_t hash(const GeneratedWorld& world) {
  return std::visit([](const auto& content) { return hash(content); }, world);
}

bool is_free(const Raster& raster, int x, int y) {
  return raster.at_or_blocked(x, y) != Raster::kBlocked;
}

int free_cells(const Raster& raster) {
  int count = 0;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) count += is_free(raster, x, y);
  }
  return count;
}

/// Whether all cells of a square are free. The square has `side` cells and starts at (left, top).
bool free_square(const Raster& raster, int left, int top, int side) {
  for (int y = top; y < top + side; ++y) {
    for (int x = left; x < left + side; ++x) {
      if (!is_free(raster, x, y)) return false;
    }
  }
  return true;
}

/// Counts the components under moves along rows and columns, by flood fill.
int components(Raster raster) {
  int count = 0;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (!is_free(raster, x, y)) continue;
      ++count;
      std::vector<std::array<int, 2>> open{{x, y}};
      raster.set(x, y, Raster::kBlocked);
      while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        for (const auto& [p, q] :
             std::array<std::array<int, 2>, 4>{{{a + 1, b}, {a - 1, b}, {a, b + 1}, {a, b - 1}}}) {
          if (!is_free(raster, p, q)) continue;
          raster.set(p, q, Raster::kBlocked);
          open.push_back({p, q});
        }
      }
    }
  }
  return count;
}

std::size_t vertex_count(const Polygons& polygons) {
  std::size_t count = 0;
  for (const Polygons::Part& part : polygons.parts) count += part.ring.size();
  return count;
}

std::string refusal(std::string_view kind, int size, const GeneratorSettings& settings = {}) {
  try {
    generate(generator_kind(kind), 1, size, settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Random, GivesTheSequenceOfItsAuthors) {
  // Seed 0 sets the initial state to the first outputs of splitmix64, which are published.
  Random random(0);
  EXPECT_EQ(random.next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.next(), 0xbf6e1f784956452au);
}

TEST(Random, BelowIsEvenAndStaysBelow) {
  Random random(7);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 400);
  EXPECT_EQ(random.below(1), 0u);
  EXPECT_EQ(random.between(-3, -3), -3);
}

TEST(Generators, AreTheSameOnEveryMachine) {
  struct Golden {
    std::string kind;
    int size;
    GeneratorSettings settings;
    std::uint64_t expected;
  };
  const std::vector<Golden> all{
      {"random-blocks", 64, {}, 0x9df0689a61232825},
      {"random-blocks", 64, {{"block", 3}, {"blocked_percent", 40}}, 0x6f7289e554f37265},
      {"rooms", 64, {}, 0xb643d8eaa8ceb425},
      {"maze", 64, {}, 0x29d400ff0d36eae4},
      {"maze", 64, {{"corridor", 2}, {"wall", 2}, {"openings_percent", 20}}, 0x7982d376ff750125},
      {"caves", 64, {}, 0xb84cc40de95209c4},
      {"caves", 64, {{"keep_largest", 0}}, 0x9ac1e17391db5484},
      {"city", 96, {}, 0xceaae9d0e8d39dc4},
      {"clutter", 500, {}, 0x62c9f5cdf08a1307},
      {"clutter", 500, {{"convex_percent", 100}, {"corners", 5}}, 0xc084ecd5bc0750c},
      {"ladder", 64, {}, 0x37deed4db08fbd04},
  };
  std::set<std::string> covered;
  for (const Golden& golden : all) {
    covered.insert(golden.kind);
    const GeneratorKind& kind = generator_kind(golden.kind);
    const GeneratedWorld world = generate(kind, 2024, golden.size, golden.settings);
    EXPECT_EQ(hash(world), golden.expected) << golden.kind << " 0x" << std::hex << hash(world);
    EXPECT_EQ(hash(world), hash(generate(kind, 2024, golden.size, golden.settings)));
    EXPECT_NE(hash(world), hash(generate(kind, 2025, golden.size, golden.settings)));
  }
  EXPECT_EQ(covered.size(), generator_kinds().size());
}

TEST(Generators, EveryKindMakesValidFreeSpaceAtItsStandardSize) {
  for (const GeneratorKind& kind : generator_kinds()) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(std::string(kind.name) + " " + std::to_string(seed));
      const GeneratedWorld world = generate(kind, seed, kind.size.default_value);
      const FreeSpace space = std::holds_alternative<Raster>(world)
                                  ? FreeSpace::from_raster(std::get<Raster>(world))
                                  : FreeSpace::from_polygons(std::get<Polygons>(world));
      EXPECT_GT(space.area(), 0);
    }
  }
}

TEST(Generators, RefuseWhatTheyCannotMake) {
  for (const GeneratorKind& kind : generator_kinds()) {
    for (const int size : {0, -1, kind.size.least - 1, kind.size.most + 1, 1'000'000'000}) {
      EXPECT_NE(refusal(kind.name, size).find("expected " + std::to_string(kind.size.least)),
                std::string::npos)
          << kind.name << " " << size;
    }
    for (const GeneratorParameter& parameter : kind.parameters) {
      EXPECT_LE(parameter.least, parameter.default_value);
      EXPECT_LE(parameter.default_value, parameter.most);
      const GeneratorSettings settings{{std::string(parameter.name), parameter.most + 1}};
      EXPECT_NE(refusal(kind.name, kind.size.default_value, settings), "") << parameter.name;
    }
  }
  EXPECT_NE(refusal("maze", 64, {{"colour", 1}}).find("expected one of corridor, wall"),
            std::string::npos);
  EXPECT_NE(refusal("maze", 16, {{"corridor", 32}}).find("no cell is free"), std::string::npos);
  EXPECT_NE(refusal("caves", 16, {{"blocked_percent", 90}}).find("no cell is free"),
            std::string::npos);
  EXPECT_NE(refusal("ladder", 100).find("power of two"), std::string::npos);
  try {
    generator_kind("labyrinth");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("random-blocks, rooms, maze"), std::string::npos);
  }
}

TEST(Generators, EveryKindWorksFromItsLeastSizeOn) {
  for (const GeneratorKind& kind : generator_kinds()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (int size = kind.size.least; size < kind.size.least + 12; ++size) {
        if (kind.name == "ladder" && !std::has_single_bit(static_cast<unsigned>(size))) continue;
        try {
          generate(kind, seed, size);
        } catch (const std::invalid_argument& error) {
          EXPECT_NE(std::string(error.what()).find("no cell is free"), std::string::npos);
        }
      }
    }
  }
}

TEST(RandomBlocks, BlockTheShareAskedFor) {
  for (const int percent : {0, 10, 40, 95}) {
    const Raster raster = random_blocks(3, 100, percent, 1);
    EXPECT_EQ(10'000 - free_cells(raster), 100 * percent);
    const int coarse = 10'000 - free_cells(random_blocks(3, 100, percent, 4));
    EXPECT_GE(coarse, 100 * percent);
    EXPECT_LT(coarse, 100 * percent + 16);
  }
}

TEST(Rooms, AreConnectedAndSurroundedByWalls) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Raster raster = rooms(seed, 80, 9, 3, 2, 0);
    EXPECT_EQ(components(raster), 1);
    for (int i = 0; i < 80; ++i) {
      EXPECT_FALSE(is_free(raster, i, 0) || is_free(raster, 0, i) || is_free(raster, i, 79) ||
                   is_free(raster, 79, i));
    }
    EXPECT_GT(free_cells(rooms(seed, 80, 9, 3, 2, 100)), free_cells(raster));
  }
}

TEST(Rooms, HaveTheSizeAskedForAndDoorsOfTheirWidth) {
  // Rooms of side 7 fill a square of 8 k + 1 cells exactly. Walls are on every eighth line.
  const int door = 3;
  const Raster raster = rooms(5, 8 * 6 + 1, 7, 0, door, 100);
  int doors = 0;
  for (int y = 0; y < 49; ++y) {
    int run = 0;
    for (int x = 0; x < 49; ++x) {
      const int lines = (x % 8 == 0) + (y % 8 == 0);
      EXPECT_TRUE(lines == 1 || is_free(raster, x, y) == (lines == 0)) << x << "," << y;
      if (y % 8 != 0) continue;
      if (is_free(raster, x, y)) {
        ++run;
      } else if (run > 0) {
        EXPECT_EQ(run, door);
        ++doors;
        run = 0;
      }
    }
  }
  EXPECT_EQ(doors, 5 * 6);
}

TEST(Maze, CorridorsHaveExactlyTheWidthAskedFor) {
  for (const int corridor : {1, 2, 5}) {
    for (const int wall : {1, 3}) {
      const Raster raster = maze(11, 90, corridor, wall, 30);
      for (int y = 0; y < 90; ++y) {
        for (int x = 0; x < 90; ++x) {
          EXPECT_FALSE(free_square(raster, x, y, corridor + 1)) << x << "," << y;
          if (!is_free(raster, x, y)) continue;
          bool wide = false;
          for (int dy = 0; dy < corridor; ++dy) {
            for (int dx = 0; dx < corridor; ++dx) {
              wide = wide || free_square(raster, x - dx, y - dy, corridor);
            }
          }
          EXPECT_TRUE(wide) << x << "," << y;
        }
      }
    }
  }
}

TEST(Maze, IsATreeOfAllPlacesUntilWallsAreOpened) {
  const int places = 20;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Raster perfect = maze(seed, 2 * places + 1, 1, 1, 0);
    EXPECT_EQ(components(perfect), 1);
    // Each room and each passage of this maze is one cell. The rooms are connected like a tree, so
    // there is one passage fewer than rooms.
    EXPECT_EQ(free_cells(perfect), places * places + places * places - 1);
    EXPECT_EQ(free_cells(maze(seed, 2 * places + 1, 1, 1, 100)),
              places * places + 2 * places * (places - 1));
  }
}

TEST(Caves, KeepOneComponentWhenAsked) {
  int more = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Raster all = caves(seed, 100, 43, 5, false);
    const Raster one = caves(seed, 100, 43, 5, true);
    EXPECT_EQ(components(one), 1);
    EXPECT_LE(free_cells(one), free_cells(all));
    more += components(all) > 1;
  }
  EXPECT_GT(more, 0);
}

TEST(City, HasStreetsAroundItsBlocks) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const int street = 2;
    const Raster raster = city(seed, 150, 14, street, 6, 25);
    EXPECT_EQ(components(raster), 1);
    for (int i = 0; i < 150; ++i) {
      for (int j = 0; j < street; ++j) {
        EXPECT_TRUE(is_free(raster, i, j) && is_free(raster, j, i));
        EXPECT_TRUE(is_free(raster, i, 149 - j) && is_free(raster, 149 - j, i));
      }
    }
    const double blocked = 1 - free_cells(raster) / (150.0 * 150);
    EXPECT_GT(blocked, 0.3);
    EXPECT_LT(blocked, 0.8);
  }
}

TEST(Clutter, HasTheVerticesAndTheShareAskedFor) {
  for (const int percent : {5, 15, 25, 40}) {
    const Polygons world = clutter(9, 3000, percent, {});
    EXPECT_NEAR(static_cast<double>(vertex_count(world)), 3000, percent > 30 ? 300 : 30);
    double blocked = 0;
    for (std::size_t i = 1; i < world.parts.size(); ++i)
      blocked += conformance::twice_area(world.parts[i].ring) / 2;
    const double side = world.parts[0].ring[2].x;
    EXPECT_NEAR(100 * blocked / (side * side), percent, percent > 30 ? 4 : 1);
    EXPECT_NEAR(FreeSpace::from_polygons(world).area(), side * side - blocked, 1e-6);
  }
}

TEST(Clutter, NothingTouches) {
  const Polygons world = clutter(21, 4000, 40, {12, 30});
  const FreeSpace space = FreeSpace::from_polygons(world);
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(space.hole_count(), static_cast<int>(world.parts.size()) - 1);
  // No two rings share a vertex, and no ring visits a vertex twice. So each vertex has exactly one
  // corner.
  EXPECT_EQ(space.triangulation().vertex_count(), vertex_count(world));
  EXPECT_EQ(space.corners().size(), vertex_count(world));
}

TEST(Clutter, ConvexMeansConvex) {
  const Polygons world = clutter(2, 800, 20, {9, 100});
  for (std::size_t i = 1; i < world.parts.size(); ++i) {
    const Ring& ring = world.parts[i].ring;
    for (std::size_t j = 0; j < ring.size(); ++j) {
      EXPECT_GT(conformance::twice_area(
                    {ring[j], ring[(j + 1) % ring.size()], ring[(j + 2) % ring.size()]}),
                0);
    }
  }
}

TEST(Clutter, ScalesToManyVertices) {
  const Polygons world = clutter(1, 100'000, 25, {});
  EXPECT_NEAR(static_cast<double>(vertex_count(world)), 100'000, 500);
}

TEST(Ladder, FreeSpaceGrowsFromRungToRung) {
  const Polygons world = ladder_world(4, 20);
  const double free_area = FreeSpace::from_polygons(world).area();
  double before = 0;
  Raster coarse = ladder_rung(world, 16);
  for (int cells = 32; cells <= 512; cells *= 2) {
    const Raster fine = ladder_rung(world, cells);
    for (int y = 0; y < cells; ++y) {
      for (int x = 0; x < cells; ++x) {
        EXPECT_LE(coarse.at(x / 2, y / 2), fine.at(x, y)) << x << "," << y << " of " << cells;
      }
    }
    const double side = static_cast<double>(kLadderSide) / cells;
    const double area = free_cells(fine) * side * side;
    EXPECT_GT(area, before);
    EXPECT_LE(area, free_area);
    before = area;
    coarse = fine;
  }
  EXPECT_GT(before, 0.9 * free_area);
}

}  // namespace
}  // namespace fairway
