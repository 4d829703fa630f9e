#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/dxf_text.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

/// Of one entity: its kind is line 6, its first group lines 7 and 8.
std::string only(const std::string& entity) { return dxf_text({{entity}}); }

std::string with_blocks(const std::vector<std::string>& blocks,
                        const std::string& entity = "INSERT 8=0 2=A 10=0 20=0") {
  return dxf_text({{entity}, blocks});
}

/// Blocks that each insert the one before ten thousand times.
std::string powers(int levels) {
  std::vector<std::string> blocks{"BLOCK 2=B0", dxf_line("0", 0, 0, 1, 1), "ENDBLK"};
  for (int i = 1; i <= levels; ++i) {
    blocks.push_back(fmt::format("BLOCK 2=B{}", i));
    blocks.push_back(fmt::format("INSERT 8=0 2=B{} 10=0 20=0 70=100 71=100 44=1 45=1", i - 1));
    blocks.emplace_back("ENDBLK");
  }
  return with_blocks(blocks, fmt::format("INSERT 8=0 2=B{} 10=0 20=0", levels));
}

std::string spline(const std::string& groups) {
  return only("SPLINE 8=0 71=2 " + groups + " 10=0 20=0 10=1 20=1 10=2 20=0");
}

TEST(DxfFaults, AreReportedWithTheirLine) {
  const std::string end = "0\nENDSEC\n0\nEOF\n";
  const std::vector<Fault> faults{
      // The file.
      {"0\n", 1, "the file ends after the group code 0"},
      {"0\nSECTION\n2\nENTITIES\n", 4, "the file ends without EOF"},
      {"0\nSECTION\n2\nENTITIES\n0\nEOF\n", 6, "a section at EOF"},
      {"0\nSECTION\n2\nENTITIES\nzero\nLINE\n", 5, "'zero': expected a group code, an integer"},
      {"0\nSECTION\n2\nENTITIES\n1072\nLINE\n", 5, "'1072': expected a group code"},
      {"0\nSECTION\n9\nENTITIES\n" + end, 2, "'SECTION' has no group 2"},
      {"0\nSECTION\n2\nHEADER\n" + end, 8, "the file has no entities"},
      {"0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + end, 8,
       "a second section ENTITIES"},
      {"0\nSECTION\n2\nENTITIES\n0\nSECTION\n2\nBLOCKS\n" + end, 6, "a section in another"},
      {"0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nLINE\n0\nEOF\n", 8,
       "'LINE'; expected SECTION or EOF"},
      {"0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\nmetres\n" + end, 8, "'metres': expected the unit"},
      {"0\nSECTION\n2\nENTITIES\n" + end, 1, "nothing in the drawing is a line"},
      // Entities.
      {only("LINE 8=0 10=0 20=0 11=1"), 6, "'LINE' has no group 21"},
      {only("LINE 10=0 20=0 11=1 21=x"), 14, "'x': expected a coordinate (group 21)"},
      {only("LINE 10=0 20=1e80 11=1 21=1"), 10, "'1e80': expected a coordinate (group 20)"},
      {only("LINE 10=0 20=0 11=1 21=nan"), 14, "'nan'"},
      {only("LINE 67=x"), 8, "'x': expected the value of group 67, an integer"},
      {only("LWPOLYLINE 90=2 10=0 20=0"), 8, "2 vertices; expected 1"},
      {only("LWPOLYLINE 10=0 10=0 20=0"), 10, "a vertex of LWPOLYLINE without a y"},
      {only("LWPOLYLINE 10=0 20=0 20=0"), 12, "a y without an x"},
      {only("LWPOLYLINE 10=0 20=0 10=5"), 12, "a vertex of LWPOLYLINE without a y"},
      {only("LWPOLYLINE 10=0 20=0 42=left"), 12, "'left'"},
      {only("LWPOLYLINE 10=0 20=0 10=1 20=1 210=0 220=0 230=0"), 20,
       "the extrusion direction (0, 0, 0)"},
      {only("POLYLINE 8=0"), 10, "the POLYLINE does not end; expected SEQEND"},
      {dxf_text({{"POLYLINE 8=0", "LINE 8=0"}}), 10, "'LINE' in a POLYLINE"},
      {only("VERTEX 10=0 20=0"), 6, "a VERTEX outside"},
      {only("CIRCLE 10=0 20=0"), 6, "'CIRCLE' has no group 40"},
      {only("CIRCLE 10=0 20=0 40=-1"), 12, "the radius -1; expected 0 or more"},
      {only("ARC 10=0 20=0 40=1 50=east"), 14, "'east'"},
      {only("ELLIPSE 10=0 20=0 11=1"), 6, "'ELLIPSE' has no group 21"},
      {spline("71=2"), 6, "and 0 knots; expected 6 knots"},
      {only("SPLINE 71=2 10=0 20=0 10=1 20=1"), 6, "2 control points; expected 3 or more"},
      {only("SPLINE 71=99 10=0 20=0"), 8, "'99': expected the value of group 71"},
      {spline("40=0 40=0 40=0 40=2 40=1 40=1"), 6, "the knots fall"},
      {spline("40=0 40=0 40=0 40=0 40=0 40=0"), 6, "knots are all the same"},
      {spline("40=0 40=0 40=0 40=1 40=1 40=1 41=1"), 6, "3 control points and 1 weights"},
      {spline("40=0 40=0 40=0 40=1 40=1 40=1 41=1 41=0 41=1"), 6, "a weight that is not positive"},
      {only("SOLID 10=0 20=0 11=1 21=1"), 6, "'SOLID' has no group 12"},
      // Blocks.
      {only("INSERT 2=A 10=0 20=0"), 6, "the block 'A' is inserted, but not defined"},
      {only("INSERT 10=0 20=0"), 6, "'INSERT' has no group 2"},
      {only("INSERT 2=A 10=0 20=0 70=-3"), 14, "'-3': expected the value of group 70"},
      {with_blocks({"BLOCK 2=A", "INSERT 8=0 2=B 10=0 20=0", "ENDBLK", "BLOCK 2=B",
                    "INSERT 8=0 2=A 10=0 20=0", "ENDBLK"}),
       26, "the block 'A' is inserted into itself"},
      {with_blocks({"BLOCK 2=A", "ENDBLK", "BLOCK 2=a", "ENDBLK"}), 12,
       "a second block 'a', after that of line 6"},
      {with_blocks({"BLOCK 2=A", "BLOCK 2=B", "ENDBLK"}), 10, "the block of line 6 does not end"},
      {with_blocks({"BLOCK 2=A"}), 10, "the block of line 6 does not end"},
      {with_blocks({"LINE 8=0"}), 6, "'LINE' between blocks"},
      {with_blocks({"ENDBLK"}), 6, "ENDBLK outside"},
      {with_blocks({"BLOCK 8=0"}), 6, "'BLOCK' has no group 2"},
      {powers(2), 1, "the blocks that are inserted have 200000000 points in all"},
      // Worlds.
      {only(dxf_line("0", 0, 0, 5, 0)), 1, "all lines lie on one"},
      {with_blocks({"BLOCK 2=A", dxf_line("0", 0, 0, 5, 1), "ENDBLK"},
                   "INSERT 8=0 2=A 10=0 20=0 41=1e70"),
       10, "a point of this entity lies at (5e+70, 1)"},
  };
  for (const Fault& fault : faults) {
    expect_fault("test.dxf", fault,
                 [](const std::string& text) { parse_world(TextFile("test.dxf", text)); });
  }
}

TEST(DxfFaults, BlocksMayBeNestedOnlySoDeep) {
  try {
    parse_world(TextFile("test.dxf", powers(70)));
    ADD_FAILURE() << "was read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("blocks nested deeper than 64; expected fewer"));
  }
}

}  // namespace
}  // namespace fairway::test
