#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/datasets/edge_files.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway {
namespace {

using test::expect_fault;
using test::Fault;

class Svg : public test::EdgeTest {
 protected:
  void SetUp() override {
    test::EdgeTest::SetUp();
    if (!IsSkipped() && !program_beside("fairway-svg")) GTEST_SKIP() << "no python3-svgelements";
  }
};
using PublicSvg = Svg;

const std::string kHead =
    "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\" "
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\">\n";

std::string drawing(const std::string& elements) { return kHead + elements + "\n</svg>\n"; }

WorldFile svg_world(const std::string& text, const std::vector<std::string>& options = {}) {
  return test::read_file_of("a.svg", text, options);
}
FreeSpace svg_space(const std::string& elements, const std::vector<std::string>& options = {}) {
  return make_free_space(svg_world(drawing(elements), options));
}
double blocked(const std::string& elements, const std::vector<std::string>& options = {}) {
  return 100 - svg_space(elements, options).area();
}

TEST_F(Svg, FilledShapesAreObstacles) {
  EXPECT_EQ(blocked("<rect x='1' y='2' width='3' height='4'/>"), 12);
  EXPECT_EQ(blocked("<polygon points='1,1 5,1 5,3'/>"), 4);
  EXPECT_EQ(blocked("<polyline points='1,1 5,1 5,3' fill='red'/>"), 4);
  EXPECT_NEAR(blocked("<circle cx='5' cy='5' r='2'/>"), 4 * std::numbers::pi, 0.02);
  EXPECT_NEAR(blocked("<ellipse cx='5' cy='5' rx='2' ry='1'/>"), 2 * std::numbers::pi, 0.02);
  EXPECT_NEAR(blocked("<rect x='1' y='1' width='6' height='4' rx='1'/>"), 24 - 4 + std::numbers::pi,
              0.02);
  const FreeSpace space = svg_space("<rect x='1' y='2' width='3' height='4'/>");
  EXPECT_EQ(space.box().min, (Point{0, -10}));
  EXPECT_EQ(space.box().max, (Point{10, 0}));
  EXPECT_EQ(space.locate({2, -3}).place, Place::kBlocked);
}

TEST_F(Svg, PathsHaveAllCommands) {
  // The same square by absolute and relative commands, with and without blanks.
  for (const std::string data :
       {"M1 1L5 1L5 5L1 5Z", "m1,1 4,0 0,4 -4,0z", "M1 1H5V5H1z", "m1 1h4v4h-4z",
        "M1,1 5,1 5,5 1,5", "M1 1l4-0l0 4l-4 0z", "M1e0 1 5 1 5 5 1 5zM0 0"}) {
    EXPECT_EQ(blocked("<path d='" + data + "'/>"), 16) << data;
  }
  const double bulge = 2.0 / 3 * 4 * 1;  // area under a parabola of height 1 and width 4
  EXPECT_NEAR(blocked("<path d='M1 5Q3 3 5 5Z'/>"), bulge, 0.01);
  EXPECT_NEAR(blocked("<path d='m1 5q2-2 4 0z'/>"), bulge, 0.01);
  EXPECT_NEAR(blocked("<path d='M1 5Q2 4 3 5T5 5'/>"), 2 * 2.0 / 3 * 2 * 0.5, 0.01);
  EXPECT_NEAR(blocked("<path d='M1 5C1 3 5 3 5 5'/>"), 0.6 * 4 * 2, 0.01);
  EXPECT_NEAR(blocked("<path d='M1 5C1 4 3 4 3 5S5 6 5 5'/>"), 2 * 0.6 * 2 * 1, 0.01);
  for (const std::string data :
       {"M1 5A2 2 0 0 1 5 5", "M1 5a2,2,0,01,4,0z", "M1 5A1 1 30 1 1 5 5", "M5 5A2 2 0 0 0 1 5"}) {
    EXPECT_NEAR(blocked("<path d='" + data + "'/>"), 2 * std::numbers::pi, 0.02) << data;
  }
  EXPECT_NEAR(blocked("<path d='M5 4A2 2 0 1 0 7 6Z'/>"), 3 * std::numbers::pi + 2, 0.02);
}

TEST_F(Svg, TransformsAndGroupsAndUses) {
  EXPECT_EQ(blocked("<g transform='translate(1 2) scale(2)'><rect width='1' height='2'/></g>"), 8);
  EXPECT_NEAR(blocked("<rect width='2' height='1' transform='rotate(30 5 5) translate(4,4)'/>"), 2,
              1e-9);
  EXPECT_NEAR(blocked("<rect x='1' y='1' width='2' height='1' transform='skewX(20) skewY(10)'/>"),
              2, 1e-9);
  EXPECT_EQ(blocked("<rect width='1' height='1' transform='matrix(2,0,0,3,1,1)'/>"), 6);
  EXPECT_EQ(blocked("<defs><rect id='a' width='1' height='1'/></defs><use href='#a' x='1' y='1'/>"
                    "<use xlink:href='#a' transform='translate(5,5)'/>"),
            2);
  EXPECT_EQ(blocked("<symbol id='s'><rect width='1' height='1'/></symbol><use href='#s'/>"), 1);
}

TEST_F(Svg, StrokesAreWalls) {
  const FreeSpace space = svg_space(
      "<path d='M0 5H10' fill='none' stroke='black'/><line x1='5' y1='0' x2='5' y2='10' "
      "style='stroke:#000'/>");
  EXPECT_EQ(space.area(), 100);
  EXPECT_EQ(space.component_count(), 4);
  EXPECT_EQ(svg_space("<circle cx='5' cy='5' r='2' fill='none' stroke='red'/>").component_count(),
            2);
}

TEST_F(Svg, HiddenAndOtherElementsAreLeftOut) {
  const WorldFile world = svg_world(drawing(
      "<rect width='1' height='1' style='fill:red; display : none'/><g visibility='hidden'><rect "
      "width='1' height='1'/></g><rect width='3' height='3' fill='none'/><text>a</text><image/>"
      "<clipPath><rect width='9' height='9'/></clipPath>"));
  EXPECT_THAT(world.notes, testing::Contains("Left out: 1 text."));
  EXPECT_THAT(world.notes, testing::Contains("Left out: 1 image."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 100);
}

TEST_F(Svg, SelectorsGiveRoles) {
  const std::string plan =
      "<g id='rooms' inkscape:label='Rooms'><rect width='6' height='6' class='room big'/></g>"
      "<rect x='1' y='1' width='1' height='1' fill='#AABBCC'/>"
      "<rect x='3' y='1' width='1' height='1' id='chair'/>"
      "<polyline points='0,3 6,3' stroke='blue'/>";
  for (const std::string floor : {"#rooms", ".room", ".big", "layer:Rooms"}) {
    const FreeSpace space = svg_space(plan, {"floor=" + floor, "walls=polyline"});
    EXPECT_EQ(space.area(), 34) << floor;
    EXPECT_EQ(space.component_count(), 2) << floor;
  }
  EXPECT_EQ(svg_space(plan, {"floor=#rooms", "ignore=#chair,fill:#aabbcc,stroke:blue"}).area(), 36);
  EXPECT_EQ(
      svg_space(plan, {"floor=#rooms", "obstacles=#chair", "ignore=fill:#aabbcc,polyline"}).area(),
      35);
}

// Regression: `ignore=fill:black` must ignore only black shapes. It also ignored a red shape in a
// group without a colour, because groups are black by default.
TEST_F(Svg, PaintOfGroupsSelectsNothing) {
  const std::string plan =
      "<g><rect width='2' height='1' fill='red'/><rect y='5' width='1' "
      "height='1'/></g>";
  EXPECT_EQ(blocked(plan, {"ignore=fill:black"}), 2);
  EXPECT_EQ(blocked(plan, {"ignore=fill:red"}), 1);
}

TEST_F(Svg, FillRules) {
  const std::string inner = "M3 3H7V7H3Z";
  const std::string against = "M3 3V7H7V3Z";
  EXPECT_EQ(blocked("<path d='M1 1H9V9H1Z" + inner + "'/>"), 64);
  EXPECT_EQ(blocked("<path fill-rule='evenodd' d='M1 1H9V9H1Z" + inner + "'/>"), 48);
  EXPECT_EQ(blocked("<path d='M1 1H9V9H1Z" + against + "'/>"), 48);
}

TEST_F(Svg, ScaleAndTolerance) {
  const FreeSpace space = svg_space("<rect width='1' height='1'/>", {"scale=0.5"});
  EXPECT_EQ(space.area(), 25 - 0.25);
  const auto vertices = [](const std::string& tolerance) {
    return svg_space("<circle cx='5' cy='5' r='2'/>", {"tolerance=" + tolerance}).walls().size();
  };
  EXPECT_GT(vertices("0.0001"), 5 * vertices("0.01"));
}

TEST_F(Svg, FaultsAreRefused) {
  const Fault faults[] = {
      {"<svg", 0, "no element 'svg'"},
      {"<svg>\n<g></svg>", 0, "mismatched tag"},
      {"<svg/>", 0, "no shapes"},
      {"<svg viewBox='0 0 10'/>", 0, "x, y, width and height"},
      {"<svg viewBox='0 0 10 0'/>", 0, "the last two above 0"},
      {drawing("<path d='M1 1 C1 1 1e60 9 3 3'/>"), 0, "set a larger tolerance"},
      {drawing("<path d='M1 1 L4 1 L4 4 L10'/>"), 0,
       "element path: d='M1 1 L4 1 L4 4 L10'; expected a command with all its numbers at 'L10'"},
      {drawing("<path id='a' d='M1 1 L4 nan'/>"), 0, "element path 'a': d="},
      {drawing("<rect width='3O' height='1'/>"), 0, "width='3O'; expected a length"},
      {drawing("<rect wdth='3' height='1'/>"), 0, "width=''; expected a length of 0 or more"},
      {drawing("<circle r='-1'/>"), 0, "r='-1'; expected a length of 0 or more"},
      {drawing("<polygon points='1,1 4,1 4'/>"), 0, "expected pairs of numbers"},
      {drawing("<g transform='rotate(45'/>"), 0, "expected functions such as rotate(45)"},
      {drawing("<rect width='10' height='10'/>"), 1, "the map has no free area"},
  };
  for (const Fault& fault : faults) {
    expect_fault("a.svg", fault, [](const std::string& text) { svg_world(text); });
  }
  for (const std::string option :
       {"floor=#none", "walls=circle", "ignore=layer:", "tolerance=0", "scale=-1", "layers=a"}) {
    EXPECT_THROW(svg_space("<rect width='1' height='1'/>", {option}), InputError) << option;
  }
}

TEST_F(PublicSvg, DrawingsOfBenchMrAreRead) {
  const auto datasets = test::public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "polygon/bench-mr")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  for (const std::string name : {"parking1", "parking2", "parking3", "warehouse", "warehouse2"}) {
    SCOPED_TRACE(name);
    const WorldFile world = read_world(*datasets / "polygon/bench-mr" / (name + ".svg"));
    EXPECT_EQ(world.format, "svg");
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_GT(space.hole_count(), 1);
    const TextFile written("written.world", format_world(space, world.units));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

}  // namespace
}  // namespace fairway
