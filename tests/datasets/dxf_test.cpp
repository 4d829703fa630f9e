#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/datasets/dxf_text.hpp"
#include "tests/datasets/edge_files.hpp"

namespace fairway::test {
namespace {

class Dxf : public EdgeTest {};

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

using Options = std::vector<std::string>;

WorldFile dxf_world(const DxfParts& parts, const Options& options = {}) {
  return read_file_of("test.dxf", dxf_text(parts), options);
}

const Polygons& dxf_polygons(const WorldFile& world) { return std::get<Polygons>(world.content); }

/// The walls, as pairs of points in ascending order.
std::vector<std::array<Point, 2>> dxf_walls(const WorldFile& world) {
  std::vector<std::array<Point, 2>> walls;
  for (const auto& wall : dxf_polygons(world).walls) {
    walls.push_back({std::min(wall.a, wall.b), std::max(wall.a, wall.b)});
  }
  std::ranges::sort(walls);
  return walls;
}

double dxf_area(const DxfParts& parts, const Options& options = {}) {
  return make_free_space(dxf_world(parts, options)).area();
}

std::string dxf_refusal(const DxfParts& parts, const Options& options) {
  try {
    dxf_world(parts, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

const DxfParts kPlan{{dxf_rectangle("FLOOR", 0, 0, 10, 8), dxf_rectangle("DESK", 2, 2, 4, 4),
                      dxf_line("WALL", 6, 0, 6, 5), "TEXT 8=NOTES 10=1 20=1 1=plan"}};

TEST_F(Dxf, FloorsAreFreeAndObstaclesBlocked) {
  const WorldFile world = dxf_world(kPlan, {"floor=FLOOR", "obstacles=DESK"});
  EXPECT_EQ(world.format, "dxf");
  const auto& parts = dxf_polygons(world).parts;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_THAT(parts[0].ring,
              UnorderedElementsAre(Point{0, 0}, Point{10, 0}, Point{10, 8}, Point{0, 8}));
  EXPECT_TRUE(parts[0].outline);
  EXPECT_THAT(parts[1].ring,
              UnorderedElementsAre(Point{2, 2}, Point{4, 2}, Point{4, 4}, Point{2, 4}));
  EXPECT_THAT(dxf_walls(world), IsEmpty());
  EXPECT_THAT(world.notes, Contains("Left out: 1 points."));
  EXPECT_THAT(world.notes, Contains("The header does not state the unit."));
}

TEST_F(Dxf, LinesOfLayersAreWalls) {
  const WorldFile world = dxf_world(kPlan, {"floor=floor", "layers=wall,desk"});
  EXPECT_EQ(dxf_polygons(world).parts.size(), 1U);
  EXPECT_THAT(dxf_walls(world), Contains(std::array{Point{6, 0}, Point{6, 5}}));
  EXPECT_EQ(dxf_walls(world).size(), 5U);
  EXPECT_EQ(make_free_space(WorldFile(world)).component_count(), 2);
}

TEST_F(Dxf, WithoutAFloorTheBoxIsFreeAndAllLinesAreWalls) {
  const WorldFile world = dxf_world(kPlan);
  EXPECT_EQ(dxf_polygons(world).parts.size(), 1U);
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 80);
  EXPECT_EQ(dxf_walls(world).size(), 5U);
  EXPECT_THAT(world.notes, Contains("The free area is the bounding box of the shapes, from (0, 0) "
                                    "to (10, 8), because no shape is floor."));
}

TEST_F(Dxf, WithoutAFloorObstaclesAreNoWalls) {
  const WorldFile world = dxf_world(kPlan, {"obstacles=DESK"});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 76);
  EXPECT_THAT(dxf_walls(world), ElementsAre(std::array{Point{6, 0}, Point{6, 5}}));
}

TEST_F(Dxf, TheBoxIsThatOfTheChosenLayers) {
  EXPECT_THAT(dxf_world(kPlan, {"layers=DESK"}).notes,
              Contains(HasSubstr("from (2, 2) to (4, 4)")));
}

TEST_F(Dxf, FloorsMayOverlapAndObstaclesToo) {
  EXPECT_EQ(dxf_area({{dxf_rectangle("F", 0, 0, 6, 4), dxf_rectangle("F", 4, 0, 10, 4),
                       dxf_rectangle("O", 1, 1, 3, 3), dxf_rectangle("O", 2, 1, 9, 2),
                       dxf_rectangle("O", 4, 1, 5, 2)}},
                     {"floor=F", "obstacles=O"}),
            40 - 4 - 7 + 1);
}

TEST_F(Dxf, SidesThatRoomsShareAreNoWallsUnlessTheirLayerIsNamed) {
  const DxfParts rooms{{dxf_rectangle("F", 0, 0, 4, 4), dxf_rectangle("F", 4, 0, 8, 4)}};
  EXPECT_THAT(dxf_walls(dxf_world(rooms, {"floor=F"})), IsEmpty());
  EXPECT_THAT(dxf_walls(dxf_world(rooms, {"floor=F", "layers=F"})),
              ElementsAre(std::array{Point{4, 0}, Point{4, 4}}));
}

TEST_F(Dxf, AnOutlineThatCrossesItselfCountsByOddTurns) {
  // The outline is a bow tie of two triangles, each of area 4.
  EXPECT_EQ(
      dxf_area({{"LWPOLYLINE 8=F 90=4 70=1 10=0 20=0 10=4 20=4 10=4 20=0 10=0 20=4"}}, {"floor=F"}),
      8);
}

TEST_F(Dxf, LooseLinesMakeOutlines) {
  const DxfParts loose{{dxf_line("F", 0, 0, 9, 0), dxf_line("F", 0, 6, 0, 0),
                        "LWPOLYLINE 8=F 90=3 70=0 10=9 20=0 10=9 20=6 10=0 20=6",
                        dxf_line("O", 1, 1, 2, 1), dxf_line("O", 2, 1, 2, 2),
                        dxf_line("O", 2, 2, 1, 1), dxf_line("O", 5, 3, 8, 3)}};
  const WorldFile world = dxf_world(loose, {"floor=F", "obstacles=O"});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 53.5);
  EXPECT_THAT(dxf_walls(world), ElementsAre(std::array{Point{5, 3}, Point{8, 3}}));
  EXPECT_THAT(world.notes, Contains("1 piece of a line of the option 'obstacles' became a wall, "
                                    "because it encloses nothing."));
  EXPECT_THAT(world.notes, Contains("The 3 open lines of the option 'floor' form 1 outline."));
}

TEST_F(Dxf, GapsAreClosedWhenAsked) {
  const DxfParts gap{{dxf_line("F", 0, 0, 9, 0), "LINE 8=F 10=0 20=6 11=0 21=0.125",
                      "LWPOLYLINE 8=F 90=3 70=0 10=9 20=0 10=9 20=6 10=0 20=6"}};
  EXPECT_THAT(dxf_refusal(gap, {"floor=F"}),
              HasSubstr("test.dxf:1: the layers of the option 'floor' have 3 open lines and no "
                        "closed line; expected a closed line"));
  const WorldFile world = dxf_world(gap, {"floor=F", "close=0.125"});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 54);
  EXPECT_THAT(world.notes,
              Contains("1 gap between ends of lines of the option 'floor' was closed. The "
                       "length of the longest gap is 0.125."));
  const WorldFile walls = dxf_world(gap, {"close=0.125"});
  EXPECT_THAT(walls.notes,
              Contains(HasSubstr("1 gap between ends of lines of the option 'layers'")));
}

TEST_F(Dxf, ALineThatIsThereTwiceEndsNoOutline) {
  const WorldFile world = dxf_world({{dxf_line("F", 0, 0, 4, 0), dxf_line("F", 4, 0, 0, 0),
                                      dxf_line("F", 4, 0, 4, 4), dxf_line("F", 4, 4, 0, 0)}},
                                    {"floor=F"});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 8);
  EXPECT_THAT(world.notes, Contains("The 4 open lines of the option 'floor' form 1 outline."));
}

TEST_F(Dxf, OpenLinesOfTheFloorAreLeftOut) {
  const WorldFile world =
      dxf_world({{dxf_rectangle("F", 0, 0, 4, 4), dxf_line("F", 1, 1, 2, 2)}}, {"floor=F"});
  EXPECT_THAT(dxf_walls(world), IsEmpty());
  EXPECT_THAT(
      world.notes,
      Contains(
          "1 piece of a line of the option 'floor' was left out, because it encloses nothing."));
}

TEST_F(Dxf, HiddenLayersAreReadOnlyIfTheyAreNamed) {
  const DxfParts plan{{dxf_rectangle("F", 0, 0, 9, 9), dxf_rectangle("FROZEN", 1, 1, 2, 2),
                       dxf_rectangle("OFF", 3, 3, 4, 4), dxf_rectangle("0", 5, 5, 6, 6) + " 60=1",
                       "INSERT 8=FROZEN 2=B 10=0 20=0", "INSERT 8=OFF 2=B 10=0 20=0"},
                      {"BLOCK 2=B 10=0 20=0", dxf_line("F", 7, 7, 8, 8), "ENDBLK"},
                      {"LAYER 2=F 70=0 62=7", "LAYER 2=FROZEN 70=1 62=7", "LAYER 2=OFF 62=-7"}};
  const WorldFile world = dxf_world(plan);
  EXPECT_THAT(dxf_walls(world), ElementsAre(std::array{Point{7, 7}, Point{8, 8}}));
  EXPECT_THAT(world.notes,
              Contains("4 entities were left out, because their layers are off or frozen."));
  EXPECT_EQ(dxf_area(plan, {"floor=F", "obstacles=FROZEN,OFF"}), 79);
}

TEST_F(Dxf, PaperSpaceIsLeftOut) {
  const WorldFile world =
      dxf_world({{dxf_rectangle("0", 0, 0, 9, 9), dxf_line("0", 100, 0, 200, 300) + " 67=1",
                  "POLYLINE 8=0 67=1 66=1", "VERTEX 10=0 20=0", "SEQEND"}});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 81);
  EXPECT_THAT(world.notes, Contains("Left out: 2 entities of paper space."));
}

TEST_F(Dxf, KindsThatAreLeftOutAreCounted) {
  const WorldFile world =
      dxf_world({{dxf_rectangle("0", 0, 0, 9, 9), "MTEXT 8=0 10=1 20=1 1=a", "POINT 8=0 10=1 20=2",
                  "3DFACE 8=0 10=0 20=0 11=1 21=0 12=1 22=1 13=1 23=1"}});
  EXPECT_THAT(world.notes, Contains("Left out: 2 points."));
  EXPECT_THAT(world.notes, Contains("Left out: 1 3DFACE."));
  EXPECT_EQ(make_free_space(WorldFile(world)).component_count(), 1);
}

TEST_F(Dxf, TheUnitIsThatOfTheHeaderOrAsStated) {
  DxfParts plan = kPlan;
  plan.header = "9=$ACADVER 1=AC1027 9=$INSUNITS 70=4";
  EXPECT_EQ(dxf_world(plan).units.unit, "mm");
  EXPECT_THAT(dxf_world(plan).notes, Contains("The header states the unit 'mm'."));
  EXPECT_EQ(dxf_world(plan, {"unit=in"}).units.unit, "in");
  EXPECT_THAT(dxf_world(plan, {"unit=in"}).notes, Contains("The header states the unit 'mm'."));
  const WorldFile metres = dxf_world(plan, {"scale=0.5", "unit=m"});
  EXPECT_EQ(metres.units.unit, "m");
  EXPECT_EQ(make_free_space(WorldFile(metres)).area(), 20);
  EXPECT_EQ(dxf_world(plan, {"scale=0.5"}).units.unit, "");
  EXPECT_EQ(dxf_world(kPlan).units.unit, "");
}

TEST_F(Dxf, CurvesAreFlattenedAtTheTolerance) {
  const DxfParts plan{{dxf_rectangle("F", -10, -10, 10, 10), "CIRCLE 8=O 10=0 20=0 40=5"}};
  const WorldFile standard = dxf_world(plan, {"floor=F", "obstacles=O"});
  EXPECT_THAT(standard.notes, Contains("Arcs became straight pieces, at most 0.002 from the arc."));
  const WorldFile coarse = dxf_world(plan, {"floor=F", "obstacles=O", "tolerance=1"});
  EXPECT_GT(dxf_polygons(standard).parts.at(1).ring.size(),
            4 * dxf_polygons(coarse).parts.at(1).ring.size());
  EXPECT_NEAR(make_free_space(WorldFile(standard)).area(), 400 - 25 * 3.14159265, 0.05);
}

TEST_F(Dxf, LinesMayEndInCrLfAndBeIndented) {
  std::string text = "999\r\nby hand\r\n";
  for (const char c : dxf_text(kPlan)) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const WorldFile world = read_file_of("test.dxf", text, {"floor=FLOOR"});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 80);
}

TEST_F(Dxf, DataOfApplicationsAreNoGroupsOfAnEntity) {
  const WorldFile world = dxf_world(
      {{"LINE 102={MINE 10=77 8=X 102=} 8=F 10=0 20=0 11=4 21=4 1001=MINE 1010=5", "POINT 8=F"}});
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 16);
}

TEST_F(Dxf, OptionsAreChecked) {
  EXPECT_EQ(
      dxf_refusal(kPlan, {"floor=GROUND"}),
      "--read: option 'floor' of a map: 'GROUND' selects nothing; expected a layer of the map or "
      "LAYER[FILTER]. The layers are 'DESK', 'FLOOR', 'NOTES', 'WALL'");
  EXPECT_THAT(dxf_refusal(kPlan, {"layers=WALL,X"}), HasSubstr("'X' selects nothing"));
  EXPECT_THAT(dxf_refusal(kPlan, {"obstacles="}),
              HasSubstr("expected a layer of the map, found ''"));
  EXPECT_THAT(dxf_refusal(kPlan, {"close=-1"}), HasSubstr("option 'close'"));
  EXPECT_THAT(dxf_refusal(kPlan, {"close=x"}), HasSubstr("expected a finite number"));
  EXPECT_THAT(dxf_refusal(kPlan, {"tolerance=0"}), HasSubstr("option 'tolerance'"));
  EXPECT_THAT(dxf_refusal(kPlan, {"scale=0"}), HasSubstr("option 'scale'"));
  EXPECT_THAT(dxf_refusal(kPlan, {"walls=WALL"}), HasSubstr("expected an option of DXF: floor"));
  EXPECT_THAT(dxf_refusal({{"CIRCLE 8=0 10=0 20=0 40=1e6"}}, {"tolerance=1e-12"}),
              HasSubstr("a curve may need more than 100000 pieces at this tolerance; "
                        "expected a greater tolerance"));
}

}  // namespace
}  // namespace fairway::test
