#include "harness/pictures/svg.hpp"

#include <gmock/gmock.h>

#include "tests/harness/ring_world.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// Regression: if a structure was too large, only a part of it was drawn. The end of the drawing
// looked like a border of the map.
TEST(Svg, DrawsARepresentationWholeOrNotAtAll) {
  const FreeSpace space = ring_world();
  const std::string without = path_svg(space, {"grid"});
  DrawingRecord drawing;
  drawing.kind = "edges";
  drawing.segments = {{{0, 0}, {1, 0}}, {{1, 0}, {2, 0}}};
  drawing.total = 2;
  Picture picture{"grid"};
  picture.representation = &drawing;
  const std::string whole = path_svg(space, picture);
  EXPECT_GT(whole.size(), without.size());
  EXPECT_THAT(whole, Not(HasSubstr("too many")));
  drawing.total = 523264;
  EXPECT_THAT(path_svg(space, picture), HasSubstr(">523264 edges: too many to draw</text>"));
  EXPECT_THAT(path_svg(space, picture), Not(HasSubstr("stroke-opacity=\"0.16\"")));
  EXPECT_THAT(whole, HasSubstr("stroke-opacity=\"0.16\""));
}

}  // namespace
}  // namespace fairway::test
