#include "datasets/formats/dxf_strokes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/datasets/dxf_text.hpp"

namespace fairway::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// All entities of a drawing, as points, at the tolerance 0.001.
DxfStrokes strokes_of(const DxfParts& parts, double scale = 1,
                      std::optional<double> tolerance = 0.001) {
  const TextFile source("test.dxf", dxf_text(parts));
  const DxfDrawing drawing = parse_dxf_drawing(source);
  const std::vector<DxfLayerUse> uses(drawing.layers.size(), DxfLayerUse::kUsed);
  return place_strokes(source, drawing, uses, scale, tolerance);
}

Ring points_of(const std::string& entity) {
  const DxfStrokes strokes = strokes_of({{entity}});
  EXPECT_EQ(strokes.strokes.size(), 1U);
  return strokes.strokes.at(0).points;
}

/// Of all points from a circle, the greatest distance.
double away_from_circle(const Ring& points, Point center, double radius) {
  double most = 0;
  for (const Point p : points) most = std::max(most, std::abs(distance(p, center) - radius));
  return most;
}

TEST(DxfStrokes, ALineKeepsItsCoordinates) {
  const DxfStrokes strokes = strokes_of({{"LINE 8=W 10=0.1 20=1e3 30=7 11=-2.5 21=+4 31=7"}});
  ASSERT_EQ(strokes.strokes.size(), 1U);
  EXPECT_THAT(strokes.strokes[0].points, ElementsAre(Point{0.1, 1000}, Point{-2.5, 4}));
  EXPECT_FALSE(strokes.strokes[0].closed);
  EXPECT_EQ(strokes.strokes[0].line, 6);
  EXPECT_THAT(strokes.notes,
              ElementsAre("1 entity has a height other than 0, which was left out."));
}

TEST(DxfStrokes, APolylineIsClosedByItsFlag) {
  for (const std::string flag : {"1", "129", "0", "128"}) {
    const DxfStrokes strokes =
        strokes_of({{"LWPOLYLINE 8=0 90=3 10=0 20=0 10=4 20=0 10=4 20=3 70=" + flag}});
    EXPECT_THAT(strokes.strokes.at(0).points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 3}));
    EXPECT_EQ(strokes.strokes[0].closed, flag == "1" || flag == "129");
  }
}

TEST(DxfStrokes, ABulgeOfOneIsASemicircleToTheRightOfItsChord) {
  const Ring points = points_of("LWPOLYLINE 8=0 90=2 70=0 10=0 20=0 42=1 10=2 20=0");
  EXPECT_EQ(points.front(), (Point{0, 0}));
  EXPECT_EQ(points.back(), (Point{2, 0}));
  EXPECT_GT(points.size(), 20U);
  EXPECT_LT(away_from_circle(points, {1, 0}, 1), 1e-15);
  EXPECT_NEAR(points[points.size() / 2].y, -1, 0.01);
}

TEST(DxfStrokes, ABulgeBelowZeroIsAnArcToTheLeft) {
  // A quarter about (0, 0): its bulge is the tangent of 22.5 degrees.
  const Ring points =
      points_of("LWPOLYLINE 8=0 90=2 70=0 10=0 20=1 42=-0.41421356237309503 10=1 20=0");
  EXPECT_LT(away_from_circle(points, {0, 0}, 1), 1e-15);
  EXPECT_GT(points[points.size() / 2].y, 0.5);
}

TEST(DxfStrokes, ABulgeGreaterThanOneIsMoreThanASemicircle) {
  // Three quarters about (0, 0).
  const Ring points =
      points_of("LWPOLYLINE 8=0 90=2 70=0 10=1 20=0 42=2.414213562373095 10=0 20=-1");
  EXPECT_LT(away_from_circle(points, {0, 0}, 1), 1e-15);
  EXPECT_THAT(points, Contains(testing::Truly([](Point p) { return p.x < -0.99; })));
}

TEST(DxfStrokes, TheLastBulgeOfAClosedPolylineLeadsToItsFirstVertex) {
  const DxfStrokes strokes = strokes_of({{"LWPOLYLINE 8=0 90=2 70=1 10=0 20=0 10=2 20=0 42=1"}});
  const Ring& points = strokes.strokes.at(0).points;
  EXPECT_TRUE(strokes.strokes[0].closed);
  EXPECT_NE(points.front(), points.back());
  EXPECT_LT(away_from_circle(points, {1, 0}, 1), 1e-15);
  EXPECT_NEAR(points[points.size() / 2].y, 1, 0.1);
}

TEST(DxfStrokes, AnOldPolylineTakesItsVerticesAndItsHeight) {
  const DxfStrokes strokes =
      strokes_of({{"POLYLINE 8=0 66=1 10=0 20=0 30=2 70=1", "VERTEX 8=0 10=0 20=0 30=9",
                   "VERTEX 8=0 10=4 20=0", "VERTEX 8=0 10=5 20=5 70=16", "VERTEX 8=0 10=4 20=3",
                   "SEQEND 8=0"}});
  ASSERT_EQ(strokes.strokes.size(), 1U);
  EXPECT_THAT(strokes.strokes[0].points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 3}));
  EXPECT_TRUE(strokes.strokes[0].closed);
}

TEST(DxfStrokes, MeshesAreLeftOut) {
  const TextFile source("test.dxf", dxf_text({{"POLYLINE 8=0 66=1 70=64", "VERTEX 8=0 10=0 20=0",
                                               "VERTEX 8=0 10=4 20=0", "SEQEND"}}));
  const DxfDrawing drawing = parse_dxf_drawing(source);
  EXPECT_THAT(drawing.entities, IsEmpty());
  EXPECT_THAT(drawing.notes, ElementsAre("1 POLYLINE that is a mesh was left out."));
}

TEST(DxfStrokes, ACircleIsClosedAndBeginsAtItsRight) {
  const DxfStrokes strokes = strokes_of({{"CIRCLE 8=0 10=5 20=7 40=2"}});
  const Ring& points = strokes.strokes.at(0).points;
  EXPECT_TRUE(strokes.strokes[0].closed);
  EXPECT_EQ(points.front(), (Point{7, 7}));
  EXPECT_LT(away_from_circle(points, {5, 7}, 2), 2e-15);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point middle = 0.5 * (points[i] + points[(i + 1) % points.size()]);
    EXPECT_GE(distance(middle, {5, 7}), 2 - 0.001);
  }
  EXPECT_EQ(strokes.curves, 1U);
}

TEST(DxfStrokes, AnArcOfWholeQuartersHasExactEnds) {
  const Ring points = points_of("ARC 8=0 10=10 20=20 40=3 50=270 51=90");
  EXPECT_EQ(points.front(), (Point{10, 17}));
  EXPECT_EQ(points.back(), (Point{10, 23}));
  EXPECT_LT(away_from_circle(points, {10, 20}, 3), 1e-14);
  EXPECT_GT(points[points.size() / 2].x, 12.9);
}

TEST(DxfStrokes, AnArcRunsAnticlockwiseAcrossZero) {
  const Ring points = points_of("ARC 8=0 10=0 20=0 40=1 50=350 51=10");
  EXPECT_NEAR(points.front().y, -std::sin(M_PI / 18), 1e-15);
  EXPECT_NEAR(points.back().y, std::sin(M_PI / 18), 1e-15);
  for (const Point p : points) EXPECT_GT(p.x, 0.98);
}

TEST(DxfStrokes, AnArcOf360DegreesIsACircle) {
  EXPECT_TRUE(strokes_of({{"ARC 8=0 10=0 20=0 40=1 50=0 51=360"}}).strokes.at(0).closed);
  EXPECT_TRUE(strokes_of({{"ARC 8=0 10=0 20=0 40=1 50=90 51=450"}}).strokes.at(0).closed);
  EXPECT_THAT(strokes_of({{"ARC 8=0 10=0 20=0 40=1 50=90 51=90"}}).strokes, IsEmpty());
}

TEST(DxfStrokes, AnEllipseHasItsAxes) {
  const DxfStrokes strokes =
      strokes_of({{"ELLIPSE 8=0 10=1 20=1 11=0 21=4 40=0.5 41=0 42=6.283185307"}});
  const Ring& points = strokes.strokes.at(0).points;
  EXPECT_TRUE(strokes.strokes[0].closed);
  EXPECT_EQ(points.front(), (Point{1, 5}));
  for (const Point p : points) {
    EXPECT_NEAR(std::pow((p.x - 1) / 2, 2) + std::pow((p.y - 1) / 4, 2), 1, 1e-14);
  }
}

TEST(DxfStrokes, APieceOfAnEllipseRunsFromOneParameterToTheOther) {
  const Ring points =
      points_of("ELLIPSE 8=0 10=0 20=0 11=2 21=0 40=0.5 41=0 42=1.5707963267948966");
  EXPECT_EQ(points.front(), (Point{2, 0}));
  EXPECT_NEAR(points.back().x, 0, 1e-15);
  EXPECT_EQ(points.back().y, 1);
  for (const Point p : points) EXPECT_GE(p.x, 0);
}

TEST(DxfStrokes, ASplineIsFlattenedToTheTolerance) {
  const Ring points = points_of(
      "SPLINE 8=0 70=8 71=3 72=8 73=4 40=0 40=0 40=0 40=0 40=1 40=1 40=1 40=1 10=0 20=0 10=0 20=1 "
      "10=1 20=1 10=1 20=0");
  EXPECT_EQ(points.front(), (Point{0, 0}));
  EXPECT_EQ(points.back(), (Point{1, 0}));
  EXPECT_THAT(points, Contains(Point{0.5, 0.75}));
}

TEST(DxfStrokes, ASolidIsAnOutlineInTheOrderOfALetterZ) {
  const DxfStrokes strokes = strokes_of({{"SOLID 8=0 10=0 20=0 11=4 21=0 12=0 22=3 13=4 23=3",
                                          "TRACE 8=0 10=0 20=0 11=4 21=0 12=0 22=3 13=0 23=3"}});
  EXPECT_THAT(strokes.strokes.at(0).points,
              ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 3}, Point{0, 3}));
  EXPECT_THAT(strokes.strokes.at(1).points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{0, 3}));
  EXPECT_TRUE(strokes.strokes[1].closed);
}

TEST(DxfStrokes, AMirroredPlaneIsExact) {
  const Ring points =
      points_of("LWPOLYLINE 8=0 90=2 70=0 10=0.1 20=0.2 10=4 20=3 210=0 220=0 230=-1");
  EXPECT_THAT(points, ElementsAre(Point{-0.1, 0.2}, Point{-4, 3}));
  const Ring arc = points_of("ARC 8=0 10=1 20=0 40=1 50=0 51=90 210=0 220=0 230=-1");
  EXPECT_EQ(arc.front(), (Point{-2, 0}));
  EXPECT_EQ(arc.back(), (Point{-1, 1}));
}

TEST(DxfStrokes, ATiltedPlaneIsSeenFromAbove) {
  // The normal (1, 0, 0) has the axes (0, 1, 0) and (0, 0, 1).
  const DxfStrokes strokes =
      strokes_of({{"LWPOLYLINE 8=0 90=2 70=0 10=3 20=5 10=4 20=9 210=1 220=0 230=0"}});
  EXPECT_THAT(strokes.strokes.at(0).points, ElementsAre(Point{0, 3}, Point{0, 4}));
  EXPECT_THAT(strokes.notes,
              Contains("1 entity lies in a tilted plane: it is as seen from above."));
}

const std::vector<std::string> kBlocks{"BLOCK 8=0 2=Desk 70=0 10=1 20=1",
                                       dxf_line("0", 1, 1, 3, 1),
                                       dxf_line("LEGS", 1, 1, 1, 2),
                                       "ENDBLK 8=0",
                                       "BLOCK 8=0 2=Row 70=0 10=0 20=0",
                                       "INSERT 8=0 2=DESK 10=10 20=0 50=90",
                                       "ENDBLK 8=0"};

TEST(DxfStrokes, ABlockIsPlacedByItsBasePoint) {
  const DxfStrokes strokes =
      strokes_of({{"INSERT 8=A 2=desk 10=5 20=6"}, kBlocks, {"LAYER 2=A", "LAYER 2=LEGS"}});
  ASSERT_EQ(strokes.strokes.size(), 2U);
  EXPECT_THAT(strokes.strokes[0].points, ElementsAre(Point{5, 6}, Point{7, 6}));
  EXPECT_THAT(strokes.strokes[1].points, ElementsAre(Point{5, 6}, Point{5, 7}));
  EXPECT_EQ(strokes.strokes[0].layer, 0);  // of the insert, as it is on layer 0 of the block
  EXPECT_EQ(strokes.strokes[1].layer, 1);
}

TEST(DxfStrokes, ABlockIsScaledTurnedAndMirrored) {
  const DxfStrokes strokes = strokes_of({{"INSERT 8=A 2=desk 10=0 20=0 41=2 42=-3 50=90",
                                          "INSERT 8=A 2=desk 10=5 20=6 210=0 220=0 230=-1"},
                                         kBlocks});
  EXPECT_THAT(strokes.strokes.at(0).points, ElementsAre(Point{0, 0}, Point{0, 4}));
  EXPECT_THAT(strokes.strokes.at(1).points, ElementsAre(Point{0, 0}, Point{3, 0}));
  EXPECT_THAT(strokes.strokes.at(2).points, ElementsAre(Point{-5, 6}, Point{-7, 6}));
}

TEST(DxfStrokes, BlocksMayBeNestedAndRepeated) {
  const DxfStrokes strokes =
      strokes_of({{"INSERT 8=A 2=Row 10=0 20=0 70=2 71=2 44=100 45=10 50=180 66=1",
                   "ATTRIB 8=0 10=0 20=0 1=x", "SEQEND 8=0"},
                  kBlocks});
  ASSERT_EQ(strokes.strokes.size(), 8U);
  EXPECT_THAT(strokes.strokes[0].points, ElementsAre(Point{-10, 0}, Point{-10, -2}));
  EXPECT_THAT(strokes.strokes[2].points, ElementsAre(Point{-110, 0}, Point{-110, -2}));
  EXPECT_THAT(strokes.strokes[4].points, ElementsAre(Point{-10, -10}, Point{-10, -12}));
}

TEST(DxfStrokes, ACircleInAStretchedBlockIsAnEllipse) {
  const DxfStrokes strokes =
      strokes_of({{"INSERT 8=A 2=C 10=0 20=0 41=2 42=1"},
                  {"BLOCK 8=0 2=C 70=0 10=0 20=0", "CIRCLE 8=0 10=0 20=0 40=1", "ENDBLK 8=0"}});
  for (const Point p : strokes.strokes.at(0).points) {
    EXPECT_NEAR(p.x * p.x / 4 + p.y * p.y, 1, 1e-14);
  }
}

TEST(DxfStrokes, CoordinatesAreScaledBeforeCurvesAreFlattened) {
  const DxfStrokes strokes = strokes_of({{"CIRCLE 8=0 10=0 20=0 40=1000"}}, 0.001);
  EXPECT_EQ(strokes.strokes.at(0).points.front(), (Point{1, 0}));
  EXPECT_LT(strokes.strokes[0].points.size(), 100U);
}

TEST(DxfStrokes, TheToleranceIsAFixedPartOfTheLongerSide) {
  EXPECT_EQ(
      strokes_of({{"CIRCLE 8=0 10=0 20=0 40=2", dxf_line("0", -10, 0, 30, 0)}}, 1, {}).tolerance,
      0.004);
  // A semicircle to the right of its chord counts as far as it reaches.
  EXPECT_EQ(strokes_of({{"LWPOLYLINE 8=0 90=2 70=0 10=0 20=0 42=1 10=0 20=2"}}, 1, {}).tolerance,
            1e-4 * 2);
}

TEST(DxfStrokes, WhatHasNoLengthIsLeftOut) {
  const DxfStrokes strokes = strokes_of({{dxf_line("0", 1, 1, 1, 1), "CIRCLE 8=0 10=0 20=0 40=0",
                                          "LWPOLYLINE 8=0 90=2 70=1 10=3 20=3 42=1 10=3 20=3"}});
  EXPECT_THAT(strokes.strokes, IsEmpty());
  EXPECT_THAT(strokes.notes, ElementsAre("2 entities of no length were left out."));
}

}  // namespace
}  // namespace fairway::test
