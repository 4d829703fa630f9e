#include "datasets/published_lengths.hpp"

#include <gtest/gtest.h>

#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

std::vector<PublishedLength> lengths_of(const std::string& text) {
  return parse_published_lengths(TextFile("a.csv", text));
}

TEST(PublishedLengths, ReadsRowsAndNoPath) {
  const auto lengths = lengths_of("row,length\r\n2,\r\n5,10.25\r\n\r\n");
  ASSERT_EQ(lengths.size(), 2U);
  EXPECT_EQ(lengths[0].row, 2);
  EXPECT_FALSE(lengths[0].length.has_value());
  EXPECT_EQ(lengths[1].row, 5);
  EXPECT_EQ(lengths[1].length, 10.25);
  EXPECT_EQ(lengths[1].line, 3);
}

TEST(PublishedLengths, TellsSeparatorAndColumnsFromTheHeader) {
  const auto anya = lengths_of("exp;alg;start;gridcost;length;map;\n0;Anya;(1,2);9.5;8.25;x.map\n");
  ASSERT_EQ(anya.size(), 1U);
  EXPECT_EQ(anya[0].row, 0);
  EXPECT_EQ(anya[0].length, 8.25);
  const auto theta = lengths_of("Index,expanded,time,length\n7,1,2.5,3.5\n");
  ASSERT_EQ(theta.size(), 1U);
  EXPECT_EQ(theta[0].row, 7);
  EXPECT_EQ(theta[0].length, 3.5);
}

TEST(PublishedLengths, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 1, "row,length"},
      {"row,cost\n", 1, "a column 'length'"},
      {"name,length\n", 1, "'row'"},
      {"row,length\n1\n", 2, "1 columns; expected 2"},
      {"row,length\n1,2,3\n", 2, "3 columns; expected 2"},
      {"row,length\n-1,2\n", 2, "the row of a problem"},
      {"row,length\n1.5,2\n", 2, "the row of a problem"},
      {"row,length\n1,nan\n", 2, "a length"},
      {"row,length\n1,inf\n", 2, "a length"},
      {"row,length\n1,-2\n", 2, "zero or more"},
      {"row,length\n1,2\n1,2\n", 3, "row 1 again (first in line 2)"},
  };
  for (const Fault& fault : faults) expect_fault("a.csv", fault, lengths_of);
}

}  // namespace
}  // namespace fairway::test
