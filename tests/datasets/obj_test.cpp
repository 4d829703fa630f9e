#include "datasets/formats/obj.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

WorldFile obj_world(const std::string& text, const std::vector<std::string>& options = {}) {
  return parse_world(TextFile("test.obj", text), MapOptions::of_command_line(options));
}

const Polygons& obj_polygons(const WorldFile& world) { return std::get<Polygons>(world.content); }

FreeSpace obj_space(const std::string& text, const std::vector<std::string>& options = {}) {
  return make_free_space(obj_world(text, options));
}

std::string obj_refusal(const std::string& text, const std::vector<std::string>& options = {}) {
  try {
    obj_world(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

/// The text of a horizontal rectangle with opposite corners (x0, z0) and (x1, z1). The face looks
/// up along y. Its negative indices refer to the four vertices that precede it.
std::string tile(double x0, double z0, double x1, double z1, double height = 0) {
  return fmt::format("v {0} {4} {1}\nv {0} {4} {3}\nv {2} {4} {3}\nv {2} {4} {1}\nf -4 -3 -2 -1\n",
                     x0, z0, x1, z1, height);
}

const std::string kTile = "v 0 5 0\nv 0 5 2\nv 3 5 2\nv 3 5 0\nf 1 2 3 4\n";

TEST(Obj, AFaceThatFacesUpIsSeenFromAbove) {
  const WorldFile world = obj_world(kTile);
  EXPECT_EQ(world.format, "obj");
  EXPECT_EQ(world.units.unit, "");
  ASSERT_EQ(obj_polygons(world).parts.size(), 1U);
  EXPECT_TRUE(obj_polygons(world).parts[0].outline);
  EXPECT_THAT(obj_polygons(world).parts[0].ring,
              UnorderedElementsAre(Point{0, 0}, Point{0, -2}, Point{3, -2}, Point{3, 0}));
  EXPECT_THAT(obj_polygons(world).walls, IsEmpty());
  EXPECT_THAT(
      world.notes,
      ElementsAre(
          "1 of 1 faces face up and are no steeper than 45 degrees; the others were left out."));
}

TEST(Obj, TheUpAxisMayBeZ) {
  const std::string text = "v 0 0 7\nv 3 0 7\nv 3 2 7\nv 0 2 7\nf 1 2 3 4\n";
  EXPECT_THAT(obj_refusal(text), HasSubstr("none of 1 faces is walkable with y up"));
  const WorldFile world = obj_world(text, {"up=z"});
  EXPECT_THAT(obj_polygons(world).parts.at(0).ring,
              UnorderedElementsAre(Point{0, 0}, Point{3, 0}, Point{3, 2}, Point{0, 2}));
}

TEST(Obj, FacesThatFaceDownAreNoFloor) {
  EXPECT_THAT(obj_refusal("v 0 5 0\nv 0 5 2\nv 3 5 2\nv 3 5 0\nf 4 3 2 1\n"),
              HasSubstr("test.obj:5: none of 1 faces is walkable"));
}

TEST(Obj, TheSlopeIsComparedExactly) {
  const auto ramp = [](const std::string& rise) {
    return fmt::format("v 0 0 0\nv 0 0 1\nv 1 {0} 1\nv 1 {0} 0\nf 1 2 3 4\n", rise);
  };
  EXPECT_EQ(obj_refusal(ramp("1")), "none");
  EXPECT_EQ(obj_refusal(ramp("0.9999999999999999")), "none");
  EXPECT_THAT(obj_refusal(ramp("1.0000000000000002")), HasSubstr("is walkable"));
  EXPECT_EQ(obj_refusal(ramp("-1")), "none");
  EXPECT_THAT(obj_refusal(ramp("-1.0000000000000002")), HasSubstr("is walkable"));
  EXPECT_EQ(obj_refusal(ramp("1.5"), {"slope=60"}), "none");
  EXPECT_THAT(obj_refusal(ramp("1.8"), {"slope=60"}), HasSubstr("no steeper than 60 degrees"));
  EXPECT_EQ(obj_refusal(ramp("0"), {"slope=0"}), "none");
  EXPECT_THAT(obj_refusal(ramp("1e-60"), {"slope=0"}), HasSubstr("is walkable"));
}

TEST(Obj, VerticalFacesOfAnyShapeAreNoFloor) {
  EXPECT_THAT(
      obj_refusal("v 0 0 0\nv 0.1 0 0.1\nv 0.3 0 0.3\nv 0.3 7 0.3\nv 0.1 9 0.1\nf 1 2 3 4 5\n"),
      HasSubstr("is walkable"));
}

TEST(Obj, APolygonMayHaveReflexCorners) {
  // The face is not convex. Its first corner forms triangles with the other edges, and these
  // triangles have different orientations. The exact sum of their normals decides whether the face
  // looks up or down.
  const std::string text = "v 1 0 -1\nv 0 0 0\nv 0 0 -3\nv 3 0 -3\nv 3 0 0\nf 5 4 3 2 1\n";
  EXPECT_EQ(obj_space(text).area(), 7.5);
}

TEST(Obj, CornersHaveFourForms) {
  const std::string vertices = "v 0 5 0\nv 0 5 2\nv 3 5 2\nv 3 5 0\nvt 0 0\nvn 0 1 0\n";
  const auto hash = obj_space(kTile).content_hash();
  for (const std::string face :
       {"f 1 2 3 4", "f 1/1 2/1 3/1 4/1", "f 1//1 2//1 3//1 4//1", "f 1/1/1 2/1/1 3/1/1 4/1/1",
        "f -4/-1/-1 -3/-1/-1 -2/-1/-1 -1/-1/-1", "f 1 2 -2 4", "f 1 2 \\\n 3 \\\r\n 4",
        "f 1 2 3 4 # a comment", "  f\t1  2 3\t4  \r"}) {
    EXPECT_EQ(obj_space(vertices + face + "\n").content_hash(), hash) << face;
  }
  EXPECT_EQ(obj_space("f 1 2 3 4\n" + vertices).content_hash(), hash);
}

TEST(Obj, OtherStatementsAreCounted) {
  const std::string text = "# made by hand\nmtllib a.mtl\no floor\ng a b\nusemtl \ns off\ns 1\n" +
                           kTile + "l 1 2 3\np 1\nvp 0.5\nv 1 2 3 0.5\nv 1 2 3 0.1 0.2 0.3\n";
  EXPECT_TRUE(looks_like_obj(text));
  EXPECT_THAT(obj_world(text).notes,
              ElementsAre("Statements other than v and f were left out: 1 g, 1 l, 1 mtllib, 1 o, 1 "
                          "p, 2 s, 1 usemtl, 1 vp.",
                          "Vertices with more than three numbers: 2; weights and colours were left "
                          "out.",
                          HasSubstr("1 of 1 faces face up")));
}

TEST(Obj, FacesThatShareAnEdgeAreOneFloor) {
  const FreeSpace space = obj_space(tile(0, 0, 2, 2) + tile(2, 0, 4, 2) + tile(4, 1, 5, 5));
  EXPECT_EQ(space.area(), 12);
  EXPECT_EQ(space.component_count(), 1);
}

TEST(Obj, FacesThatTouchInAPointDoNotConnect) {
  EXPECT_EQ(obj_space(tile(0, 0, 2, 2) + tile(2, 2, 4, 4)).component_count(), 2);
}

TEST(Obj, FacesAroundAHoleLeaveIt) {
  const FreeSpace space =
      obj_space(tile(0, 0, 3, 1) + tile(0, 1, 1, 2) + tile(2, 1, 3, 2) + tile(0, 2, 3, 3));
  EXPECT_EQ(space.area(), 8);
  EXPECT_EQ(space.hole_count(), 1);
}

TEST(Obj, HeightsChooseAFloor) {
  const std::string text = tile(0, 0, 4, 4, 0) + tile(4, 0, 6, 4, 0) + tile(1, 1, 3, 3, 2.5);
  EXPECT_EQ(obj_refusal(text),
            "test.obj:15: the face, at heights 2.5 to 2.5, overlaps the face of line 5, at "
            "heights 0 to 0, in the plane at (1, -3); expected one floor, perhaps by "
            "option heights=LOW,HIGH");
  EXPECT_EQ(obj_space(text, {"heights=0,2.4"}).area(), 24);
  EXPECT_EQ(obj_space(text, {"heights=2.5,2.5"}).area(), 4);
  EXPECT_THAT(
      obj_world(text, {"heights=0,1"}).notes,
      Contains("1 of these are not completely between heights 0 and 1, and were left out."));
  EXPECT_THAT(
      obj_refusal(text, {"heights=3,4"}),
      HasSubstr(
          "none of 3 walkable faces is completely between heights 3 and 4; expected at least one"));
}

TEST(Obj, OverlapsOfEveryKindAreFound) {
  const std::string base = tile(0, 0, 4, 4);
  for (const std::string& other :
       {tile(0, 0, 4, 4), tile(1, 1, 3, 3), tile(-1, -1, 5, 5), tile(2, 2, 6, 6), tile(0, 0, 4, 2),
        tile(0, 1, 4, 2), tile(1, -1, 2, 5), tile(3, 3, 4, 4), tile(3.9999999999999996, 0, 8, 4),
        std::string("v 0 0 0\nv 2 0 2\nv 4 0 0\nf -3 -2 -1\n")}) {
    EXPECT_THAT(obj_refusal(base + other), HasSubstr("test.obj:")) << other;
    EXPECT_THAT(obj_refusal(base + other), HasSubstr("overlaps the face of line 5")) << other;
    EXPECT_THAT(obj_refusal(other + base), HasSubstr("overlaps the face of line")) << other;
  }
  for (const std::string& other : {tile(4, 0, 8, 4), tile(4, -3, 8, 9), tile(4, 1, 5, 2),
                                   tile(0, 4, 1, 5), tile(4, 4, 5, 5), tile(-2, 0, 0, 1)}) {
    EXPECT_EQ(obj_refusal(base + other), "none") << other;
    EXPECT_EQ(obj_refusal(other + base), "none") << other;
  }
}

TEST(Obj, FacesThatCrossThemselvesAreRefused) {
  const std::string bow = "v 0 0 0\nv 4 0 -3\nv 4 0 0\nv 0 0 -2\n";
  EXPECT_THAT(obj_refusal(bow + "f 1 2 3 4\n") + obj_refusal(bow + "f 4 3 2 1\n"),
              HasSubstr("test.obj:5: the face crosses or covers itself in the plane at"));
  // The face goes round the same loop twice.
  EXPECT_THAT(obj_refusal("v 0 5 0\nv 0 5 2\nv 3 5 2\nv 3 5 0\nf 1 2 3 4 1 2 3 4\n"),
              HasSubstr("the face crosses or covers itself"));
  // The face has two loops that meet in a point. One loop turns clockwise.
  EXPECT_THAT(obj_refusal("v 0 0 0\nv 3 0 0\nv 3 0 -3\nv -1 0 0\nv -1 0 -1\nf 1 2 3 1 4 5\n"),
              HasSubstr("the face crosses or covers itself"));
}

TEST(Obj, StepsBetweenFacesAreWalls) {
  const std::string text = tile(0, 0, 2, 2, 0) + tile(2, 0, 4, 2, 0.5) + tile(4, 0, 6, 2, 0.5);
  const WorldFile world = obj_world(text);
  EXPECT_THAT(world.notes,
              Contains("1 edges are walls: the faces on their sides meet in the plane, "
                       "but differ by more than 0 in height."));
  ASSERT_EQ(obj_polygons(world).walls.size(), 1U);
  EXPECT_EQ(obj_polygons(world).walls[0].a, (Point{2, -2}));
  EXPECT_EQ(obj_polygons(world).walls[0].b, (Point{2, 0}));
  EXPECT_EQ(make_free_space(WorldFile(world)).component_count(), 2);
  EXPECT_EQ(obj_space(text, {"step=0.5"}).component_count(), 1);
  EXPECT_EQ(obj_space(text, {"step=0.49"}).component_count(), 2);
}

TEST(Obj, HeightsBetweenVerticesAreComparedExactly) {
  // A ramp rises from height 0 to 1. Two smaller ramps lie along one side of the ramp. They meet at
  // an inner point of this side.
  const std::string ramp = "v 0 0 0\nv 0 0 1\nv 3 1 1\nv 3 1 0\nf 1 2 3 4\n";
  const auto beside = [](const std::string& middle) {
    return fmt::format(
        "v 0 0 2\nv 1 {0} 2\nv 1 {0} 1\nv 3 1 2\n"
        "f 2 5 6 7\nf 7 6 8 3\n",
        middle);
  };
  // The middle point would have to be at the height 1/3 to lie on the ramp, but no double is
  // exactly 1/3. So there is a small step between the ramps.
  EXPECT_EQ(obj_polygons(obj_world(ramp + beside("0.3333333333333333"))).walls.size(), 2U);
  EXPECT_THAT(obj_polygons(obj_world(ramp + beside("0.3333333333333333"), {"step=1e-16"})).walls,
              IsEmpty());
  const std::string wide =
      "v 0 0 0\nv 0 0 1\nv 4 1 1\nv 4 1 0\nf 1 2 3 4\n"
      "v 0 0 2\nv 1 0.25 2\nv 1 0.25 1\nv 4 1 2\nf 2 5 6 7\nf 7 6 8 3\n";
  EXPECT_THAT(obj_polygons(obj_world(wide)).walls, IsEmpty());
  EXPECT_EQ(make_free_space(obj_world(wide)).component_count(), 1);
}

TEST(Obj, PointsOfAVerticalEdgeAreOneInThePlane) {
  const std::string text = "v 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0.5 2\nv 2 0 0\nf 1 2 3 4 5\n";
  EXPECT_EQ(obj_space(text, {"slope=60"}).area(), 4);
}

TEST(Obj, ManyFacesUponEachOtherAreRefusedSoon) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += tile(-1 - i, -1 - i, 1 + i, 1 + i);
  EXPECT_THAT(obj_refusal(text), HasSubstr("overlaps the face of line"));
}

TEST(Obj, IsKnownByItsBeginning) {
  EXPECT_TRUE(looks_like_obj("v 1 2 3\n"));
  EXPECT_TRUE(looks_like_obj("\n# x\n\no a\nv -.5 +2 3e5 1\n"));
  EXPECT_TRUE(looks_like_obj("mtllib a.mtl\r\nv 1 2 3\r\n"));
  EXPECT_FALSE(looks_like_obj(""));
  EXPECT_FALSE(looks_like_obj("# only a comment\n"));
  EXPECT_FALSE(looks_like_obj("version 1\n"));
  EXPECT_FALSE(looks_like_obj("v one two three\n"));
  EXPECT_FALSE(looks_like_obj("v 1 2\n"));
  EXPECT_FALSE(looks_like_obj("f 1 2 3\n"));
  EXPECT_FALSE(looks_like_obj("image: a\nv 1 2 3\n"));
}

TEST(Obj, FaultsNameTheLine) {
  const std::vector<Fault> faults{
      {"v 1 2\n", 1, "v: 2 numbers; expected x, y and z, perhaps with a weight"},
      {"v\n", 1, "v: 0 numbers; expected x, y and z"},
      {kTile + "v 1 2 3 4 5\n", 6, "v: 5 numbers; expected"},
      {"v 1 2 3 4 5 6 7 8\n", 1, "v: 8 numbers; expected"},
      {"v 1 two 3\n", 1, "'two': expected y, a finite number"},
      {"v 1 2 nan\n", 1, "'nan': expected z, a finite number"},
      {"v 1e80 2 3\n", 1, "'1e80': expected x, zero or of a magnitude from 1e-70"},
      {"v 1 1e-80 3\n", 1, "'1e-80': expected y, zero or of a magnitude"},
      {"v 1,5 2 3\n", 1, "'1,5': expected x, a finite number"},
      {"v 1 2 3 w\n", 1, "'w': expected a weight or colour, a finite number"},
      {kTile + "f 1 2\n", 6, "f: 2 corners; expected three or more"},
      {kTile + "f\n", 6, "f: 0 corners; expected three or more"},
      {kTile + "f 1 2 5\n", 6, "f: vertex 5; expected one of the 4 vertices of the file"},
      {kTile + "f 1 2 \\\n0\n", 6, "'0': expected a vertex, numbered from 1, or from -1"},
      {"f -1 -2 -3\n" + kTile, 1,
       "f: vertex -1, but there are 0 preceding vertices; expected one of them"},
      {kTile + "f 1 2 -5\n", 6, "f: vertex -5, but there are 4 preceding vertices"},
      {kTile + "f 1 2 3.5\n", 6, "'3.5': expected a vertex, an integer from -2147483647"},
      {kTile + "f 1 2 99999999999\n", 6, "'99999999999': expected a vertex, an integer"},
      {kTile + "f 1/1/1/1 2 3\n", 6, "'1/1/1/1': expected a corner: v, v/vt, v//vn or v/vt/vn"},
      {kTile + "f 1/ 2 3\n", 6, "'': expected a texture vertex, an integer"},
      {kTile + "f 1// 2 3\n", 6, "'': expected a normal, an integer"},
      {kTile + "f 1/a 2 3\n", 6, "'a': expected a texture vertex, an integer"},
      {kTile + "f 1/1/0 2 3\n", 6, "'0': expected a normal, numbered from 1"},
      {kTile + "f /1 2 3\n", 6, "'': expected a vertex, an integer"},
      {kTile + "face 1 2 3\n", 6, "'face': expected a statement of OBJ, such as v, f, g or usemtl"},
      {kTile + "\x01\n", 6, "'\\x01': expected a statement of OBJ"},
      {"v 1 2 3\n", 1, "the file has no faces; expected statements f"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 3\n", 5, "none of 1 faces is walkable with y up"},
      {"v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 1 1\n", 4, "none of 1 faces is walkable"},
      {kTile + kTile, 10, "overlaps the face of line 5"},
  };
  for (const Fault& fault : faults) {
    expect_fault("test.obj", fault,
                 [](const std::string& text) { parse_world(TextFile("test.obj", text)); });
  }
}

TEST(Obj, OptionsAreRefusedAsMapOptionsAre) {
  EXPECT_THAT(obj_refusal(kTile, {"up=x"}), HasSubstr("expected y or z, found 'x'"));
  EXPECT_THAT(obj_refusal(kTile, {"slope=90"}), HasSubstr("expected a number from 0 to 89"));
  EXPECT_THAT(obj_refusal(kTile, {"step=-1"}),
              HasSubstr("option 'step' of a map: expected a number"));
  EXPECT_THAT(obj_refusal(kTile, {"heights=1"}), HasSubstr("expected 2 numbers, found 1"));
  EXPECT_THAT(obj_refusal(kTile, {"heights=2,1"}),
              HasSubstr("expected the lower height first, found 2 and 1"));
  EXPECT_THAT(obj_refusal(kTile, {"scale=1"}), HasSubstr("up, slope, heights, step"));
}

}  // namespace
}  // namespace fairway::test
