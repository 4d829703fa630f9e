#include "datasets/world_file.hpp"

#include <gmock/gmock.h>
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
#include "tests/support/project.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

WorldFile described_world(const std::string& text) {
  return parse_world(TextFile("a.world", text));
}
FreeSpace described_space(const std::string& text) {
  return make_free_space(described_world(text));
}

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

bool same(const Triangulation& a, const Triangulation& b) {
  return std::ranges::equal(a.triangles(), b.triangles(), [](const auto& t, const auto& u) {
    return std::ranges::equal(t.vertex, u.vertex) && std::ranges::equal(t.link, u.link) &&
           t.component == u.component;
  });
}

template <class Part, class Same>
void expect_same(const char* name, const Part* a, const Part* b, Same same) {
  ASSERT_EQ(a == nullptr, b == nullptr) << name;
  if (a != nullptr) {
    EXPECT_TRUE(same(*a, *b)) << name;
  }
}

/// Describes corners by points, because a space that is read back may number corners
/// differently. The triangulation may differ too, because the file omits points inside blocked
/// areas.
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
  if (again.triangulation().points() == space.triangulation().points()) {
    EXPECT_TRUE(same(again.triangulation(), space.triangulation()));
    EXPECT_EQ(again.area(), space.area());
  }
  EXPECT_EQ(again.made_of_cells(), space.made_of_cells());
  expect_same("cells", space.raster(), again.raster(), std::equal_to<>());
  expect_same("mesh", space.mesh(), again.mesh(),
              [](const Mesh& a, const Mesh& b) { return same(a, b); });
  expect_same("terrain", space.terrain(), again.terrain(),
              [](const Terrain& a, const Terrain& b) { return same(a, b); });
}

/// Removes all keys that follow the rings and walls. Simple readers use only rings and walls.
std::string rings_and_walls(const std::string& text) {
  const std::size_t end =
      std::min({text.find(",\n\"cells\""), text.find(",\n\"mesh\""), text.find(",\n\"terrain\"")});
  return end == std::string::npos ? text : text.substr(0, end) + "}\n";
}

void expect_round_trip(const FreeSpace& space) {
  const std::string text = format_world(space);
  const FreeSpace again = described_space(text);
  expect_same(space, again);
  EXPECT_EQ(format_world(again), text);
  const std::string outlines = rings_and_walls(text);
  const FreeSpace of_outlines = described_space(outlines);
  EXPECT_EQ(of_outlines.content_hash(), space.content_hash());
  EXPECT_EQ(of_outlines.component_count(), space.component_count());
  EXPECT_EQ(corners(of_outlines), corners(space));
  EXPECT_EQ(format_world(of_outlines), outlines);
}

TEST(WorldFile, KeepsUnitOriginAndPlaces) {
  const FreeSpace space = FreeSpace::from_polygons({{{{{0, 0}, {4, 0}, {0, 3}}, true}}});
  const MapUnits units{"m", "the \"north\" gate\n"};
  const std::vector<NamedPoint> places{{"start", {0.5, 0.25}}, {"\u00fc", {1, 1}}};
  const std::string text = format_world(space, units, places);
  const WorldFile again = parse_world(TextFile("a.world", text));
  EXPECT_EQ(again.units, units);
  EXPECT_EQ(again.places, places);
  EXPECT_EQ(format_world(make_free_space(WorldFile(again)), again.units, again.places), text);
  EXPECT_THAT(text, testing::StartsWith("{\"fairway_world\":2,"));
  EXPECT_THAT(format_world(space), testing::StartsWith("{\"fairway_world\":1,"));
  EXPECT_THAT(format_world(FreeSpace::from_raster(Raster(1, 1, 1)), {"cells", ""}),
              testing::StartsWith("{\"fairway_world\":1,"));
}

/// Checks round trips of a world, and of the world eroded by each radius if any free space is left.
/// Returns the number of checked worlds.
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
  const std::filesystem::path folder = test::project_file("datasets/maps");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") continue;
    SCOPED_TRACE(entry.path().string());
    const FreeSpace space = load_free_space(entry.path());
    maps += expect_round_trips(space, {0.4});
    EXPECT_TRUE(same(described_space(format_world(space)).triangulation(), space.triangulation()));
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
    if (std::filesystem::file_size(file) > 300'000) continue;
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

std::string ring(const std::string& points, bool outline = true) {
  return std::string(R"({"outline":)") + (outline ? "true" : "false") + R"(,"points":)" + points +
         "}";
}
const std::string kFileSquare = ring("[[0,0],[8,0],[8,8],[0,8]]");
const std::string kFileHole = ring("[[2,2],[2,4],[4,4],[4,2]]", false);

/// A world file with these rings and optional further keys.
std::string world(const std::string& rings, const std::string& more = "") {
  return "{\"fairway_world\":1,\n\"rings\":[\n" + rings + "]" + more + "}";
}
std::string walled(const std::string& walls) {
  return world(kFileSquare + "," + kFileHole, ",\n\"walls\":[\n" + walls + "]");
}
/// A world of 2 x 1 cells, one of them blocked, with more keys.
std::string file_of_cells(
    const std::string& more = "",
    const std::string& inside = R"("width":2,"height":1,"legend":{"#":0,"x":7})",
    const std::string& rows = "\n\"x#\"") {
  return "{\"fairway_world\":1,\n\"cells\":{" + inside + ",\"rows\":[" + rows + "]}" + more + "}";
}
std::string file_of_mesh(const std::string& faces, const std::string& more = "") {
  return "{\"fairway_world\":1,\"mesh\":{\"points\":[[0,0],[4,0],[4,4],[0,4]],\"faces\":[\n" +
         faces + "]}" + more + "}";
}

TEST(WorldFile, TheExampleOfItsPageIsAWorld) {
  const TextFile page = TextFile::read(test::project_file("docs/world-file.md"));
  const std::string_view begin = "```json\n";
  const std::size_t at = page.text().find(begin) + begin.size();
  const std::string text(page.text().substr(at, page.text().find("```", at) - at));
  const FreeSpace space = described_space(text);
  EXPECT_EQ(format_world(space), text);
  EXPECT_EQ(space.area(), 60);
  EXPECT_EQ(space.component_count(), 2);
}

TEST(WorldFile, RingsAloneAreAWorld) {
  const FreeSpace space = described_space(world(kFileSquare));
  EXPECT_EQ(space.area(), 64);
  EXPECT_FALSE(space.made_of_cells());
  const FreeSpace blanks =
      described_space("\n { \"fairway_world\" :1 , \"rings\":[ " + kFileSquare + "]\n}\n");
  EXPECT_EQ(blanks.content_hash(), space.content_hash());
  const FreeSpace clockwise = described_space(world(ring("[[0,8],[8,8],[8,0],[0,0]]")));
  EXPECT_EQ(clockwise.content_hash(), space.content_hash());
}

TEST(WorldFile, WallsOfZeroWidthPart) {
  EXPECT_EQ(described_space(walled("[4,4,8,8]")).component_count(), 1);
  EXPECT_EQ(described_space(walled("[4,4,8,8],\n[0,0,2,2]")).component_count(), 2);
  EXPECT_EQ(described_space(walled("[5,1,7,1],[7,1,7,3],[7,3,5,1]")).component_count(), 2);
  EXPECT_EQ(described_space(walled("[5,5,7,5],[6,5,6,7],[6,7,7,6]")).component_count(), 1);
  EXPECT_EQ(described_space(walled("[5,5,7,5],[6,5,6,7]")).area(), 60);
}

TEST(WorldFile, WallsAreAsExactAsRings) {
  const FreeSpace space =
      described_space(walled("[4,4,5,5.000000000000001],[1,1,1.9999999999999998,2]"));
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(space.locate({1.9999999999999998, 2}).place, Place::kVertex);
}

TEST(WorldFile, WallsThatAreNoneAreRefused) {
  const auto refused = [](const std::string& walls, const std::string& words) {
    expect_fault("a.world", {walled("[6,1,7,1],\n" + walls), 6, words}, described_space);
  };
  refused("[1,1,1,1]", "has the point (1, 1) at both ends");
  refused("[1,1,5,5]", "not inside free space");
  refused("[1,1,9,9]", "not inside free space");
  refused("[1,3,5,3]", "crosses the edge from (2, 2) to (2, 4)");
  refused("[7,7,9,7]", "crosses the edge from");
  refused("[2.5,3,3.5,3]", "not inside free space");
  refused("[9,9,10,10]", "not inside free space");
  refused("[8,8,10,8]", "not inside free space");
  refused("[0,0,8,0]", "not inside free space");
  refused("[2,3,2,5]", "not inside free space");
  refused("[6.5,0.5,6.5,2]", "crosses the wall from (6, 1) to (7, 1)");
  refused("[6,1,7,1]", "lies on another wall");
  refused("[6.5,1,5,1]", "lies on another wall");
  refused("[1e99,1,5,1]", "magnitude");
}

TEST(WorldFile, AWallCannotStandForASharedEdgeOfOutlines) {
  const std::string right = ring("[[8,0],[12,0],[12,8],[8,8]]");
  const auto built = [](const std::string& text) { described_space(text); };
  expect_fault("a.world", {world(kFileSquare + ",\n" + right), 4, "occurs twice"}, built);
  expect_fault("a.world",
               {world(kFileSquare + ",\n" + right, ",\n\"walls\":[[8,0,8,8]]"), 5,
                "runs along the edge of a ring"},
               built);
}

TEST(WorldFile, StatesEveryClassOfCells) {
  Raster raster(95, 1);
  for (int x = 0; x < 95; ++x) raster.set(x, 0, static_cast<Raster::Class>(3 * x % 251));
  expect_round_trip(FreeSpace::from_raster(raster));
  Raster more(96, 1);
  for (int x = 0; x < 96; ++x) more.set(x, 0, static_cast<Raster::Class>(x));
  EXPECT_THROW(format_world(FreeSpace::from_raster(more)), std::invalid_argument);
}

TEST(WorldFile, CellsAndFacesAreTakenBeforeRings) {
  const FreeSpace space =
      described_space(file_of_cells(",\"rings\":[" + kFileSquare + "],\"unit_cells\":true"));
  EXPECT_EQ(space.area(), 1);
  ASSERT_NE(space.raster(), nullptr);
  EXPECT_EQ(space.raster()->at(0, 0), 7);
  const FreeSpace faces =
      described_space(file_of_mesh(R"({"vertices":[0,1,2],"walls":[2]})", ",\"rings\":[]"));
  EXPECT_EQ(faces.area(), 8);
  EXPECT_TRUE(faces.mesh()->faces[0].wall[2]);
}

TEST(WorldFile, NumbersReadBackExactly) {
  const FreeSpace space = FreeSpace::from_polygons(
      {{{{{0.1, 1.0 / 3}, {1e-70, 4e69}, {-2.5, 123456789.123456789}, {-0.0, -1e22}}, true}}});
  const FreeSpace again = described_space(format_world(space));
  EXPECT_EQ(again.triangulation().points(), space.triangulation().points());
  EXPECT_EQ(format_world(space).find("-0,"), std::string::npos);
}

TEST(WorldFile, NamesLineAndExpectationOfEveryFault) {
  const std::string face = R"({"vertices":[0,1,2],"walls":[]})";
  const std::string unit = ",\"unit_cells\":true";
  const Fault faults[] = {
      {"{\"rings\":[]}", 1, "'fairway_world' as the first key"},
      {"{}", 1, "'fairway_world' as the first key"},
      {"{\"fairway_world\":1", 1, "invalid JSON"},
      {"{\"fairway_world\":3}", 1, "the version of the format, an integer from 1 to 2"},
      {"{\"fairway_world\":1,\n\"unit\":\"m\"}", 2, "in version 1; expected version 2"},
      {"{\"fairway_world\":2,\n\"rings\":[{\"outline\":true,\"points\":[[0,0],[1,0],[0,1]]}],"
       "\n\"unit\":7}",
       3, "'unit': a text"},
      {"{\"fairway_world\":2,\n\"rings\":[{\"outline\":true,\"points\":[[0,0],[1,0],[0,1]]}],\n"
       "\"places\":[{\"name\":\"a\"}]}",
       3, "a place without 'at'"},
      {"{\"fairway_world\":\n\"1\"}", 2, "the version of the format, an integer from 1 to 2"},
      {"{\"fairway_world\":1}", 1, "without 'rings'"},
      {world(kFileSquare, ",\n\"Walls\":[]"), 4, "unknown key 'Walls'"},
      {world(kFileSquare, ",\n\"rings\":[]"), 4, "a second member 'rings'"},
      {world(kFileSquare, ",\n\"fairway_world\":1"), 4, "a second member 'fairway_world'"},
      {world("7"), 3, "a ring: an object"},
      {world("{\"outline\":true}"), 3, "a ring without 'points'"},
      {world("{\"outline\":1,\"points\":[]}"), 3, "'outline': true or false"},
      {world("{\"outline\":true,\"points\":7}"), 3, "an array of points"},
      {world(ring("[[0,0],[1,0],\n7]")), 4, "a point"},
      {world(ring("[[0,0],[1,0],\n[1]]")), 4, "a point"},
      {world(ring("[[0,0],[1,0],\n[1,2,3]]")), 4, "a point"},
      {world(ring("[[0,0],[1,0],[1,\n\"2\"]]")), 4, "a number"},
      {world(ring("[[0,0],[1,0],[1,\n1e71]]")), 4, "magnitude"},
      {world(ring("[[0,0],[1,0],[1,\n1e999]]")), 4, "too big"},
      {world(kFileSquare, ",\n\"walls\":{}"), 4, "an array of walls"},
      {walled("[1,2,3]"), 5, "four numbers"},
      {walled("[1,2,3,4,5]"), 5, "four numbers"},
      {world(kFileSquare, ",\n\"unit_cells\":1"), 4, "true or false"},
      {world(kFileSquare, ",\n\"terrain\":{\"costs\":[[1]]}"), 4, "'unit_cells' is false"},
      {file_of_cells(",\n\"unit_cells\":false"), 4, "'unit_cells' is false"},
      {file_of_mesh(face, ",\n\"unit_cells\":true"), 3, "'unit_cells' is true"},
      {file_of_cells(",\n\"mesh\":{}"), 4, "both 'cells' and 'mesh'"},
      {file_of_cells("", "\"width\":2"), 2, "'cells' without 'height'"},
      {file_of_cells("", R"("width":2.5,"height":1,"legend":{"#":0,"x":7})"), 2, "the width"},
      {file_of_cells("", R"("width":0,"height":1,"legend":{"#":0,"x":7})"), 2, "the width"},
      {file_of_cells("", R"("width":2,"height":2,"legend":{"#":0,"x":7})"), 2, "1 rows"},
      {file_of_cells("", R"("width":2,"height":1000000000,"legend":{"#":0,"x":7})"), 2, "1 rows"},
      {file_of_cells("", R"("width":1000000000,"height":1,"legend":{"#":0,"x":7})"), 3,
       "a row of 2 cells"},
      {file_of_cells("", R"("width":2,"height":1,"legend":{"##":0,"x":7})"), 2, "one character"},
      {file_of_cells("", R"("width":2,"height":1,"legend":{"#":0,"x":256})"), 2, "a class"},
      {file_of_cells("", R"("width":2,"height":1,"legend":{"#":0,"#":1})"), 2,
       "a second member '#'"},
      {file_of_cells("", R"("width":2,"height":1,"legend":{"#":0})"), 3, "'x' in column 1"},
      {file_of_cells("", R"("width":2,"height":1,"legend":{"#":0,"x":7})", "\n[]"), 3, "a row"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[[1]]}"), 4, "1 x 1 costs; expected 2 x 1"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[]}"), 4, "no costs"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[7]}"), 4, "no costs"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[[1,\n1]]}"), 5, "null for blocked cells"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[[\nnull,null]]}"), 5, "null for blocked cells"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[[\n0,null]]}"), 5, "a cost"},
      {file_of_cells(",\n\"terrain\":{\"costs\":[[\n\"1\",null]]}"), 5, "a cost"},
      {world(kFileSquare, unit + ",\"terrain\":{\"costs\":[[1,2],\n[1]]}"), 4, "a row of 1 costs"},
      {file_of_mesh("{\"vertices\":[0,1,4],\"walls\":[]}"), 2, "the number of a point"},
      {file_of_mesh("{\"vertices\":[0,1,-1],\"walls\":[]}"), 2, "the number of a point"},
      {file_of_mesh("{\"vertices\":[0,1,2],\"walls\":[3]}"), 2, "the number of an edge"},
  };
  for (const Fault& fault : faults) expect_fault("a.world", fault, described_world);
}

TEST(WorldFile, FaultsOfTheWorldNameTheirLine) {
  const std::string face = "{\"vertices\":[0,1,2],\"walls\":[]}";
  const std::string unit = ",\n\"unit_cells\":true";
  const Fault faults[] = {
      {world(""), 1, "no free space"},
      {world("", ",\"walls\":[[0,0,1,1]]"), 1, "no free space"},
      {world(kFileSquare + ",\n" + ring("[]", false)), 4, "0 points"},
      {world(kFileSquare + ",\n" + ring("[[1,1],[2,2]]", false)), 4, "2 points"},
      {world(kFileSquare + ",\n" + ring("[[1,1],[2,2],\n[2,2]]", false)), 4,
       "occurs twice in succession"},
      {world(kFileSquare + ",\n" + ring("[[1,1],[9,2],[1,2]]", false)), 4, "crosses"},
      {file_of_mesh(face + ",\n{\"vertices\":[0,2,1],\"walls\":[]}"), 3, "counter-clockwise"},
      {file_of_mesh(face + ",\n{\"vertices\":[0,1],\"walls\":[]}"), 3, "2 vertices"},
      {file_of_mesh("{\"vertices\":[0,1,2,3,0,1,2,3],\"walls\":[]}"), 2, "more than once"},
      {file_of_mesh(face + ",\n{\"vertices\":[0,2,0],\"walls\":[]}"), 3, "right or back"},
      {file_of_cells("", R"("width":1,"height":1,"legend":{"#":0})", "\"#\""), 1, "no free space"},
      {world(ring("[[-1,0],[1,0],[1,1]]"), unit), 1, "beyond the cells"},
      {world(kFileSquare, unit + ",\"terrain\":{\"costs\":[[1,1]]}"), 1, "beyond the cells"},
  };
  for (const Fault& fault : faults) expect_fault("a.world", fault, described_space);
}

}  // namespace
}  // namespace fairway::test
