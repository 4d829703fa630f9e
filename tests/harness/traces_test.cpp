#include "harness/traces/traces.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace fairway {
namespace {

using Kind = TraceStep::Kind;

/// Reads a word of the header. The header has 8 words of 4 bytes. It stores the lowest bytes of all
/// words first, then the second bytes, and so on.
std::uint32_t word(const std::string& bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t plane = 4; plane-- > 0;)
    value = value << 8 | static_cast<std::uint8_t>(bytes[plane * 8 + place]);
  return value;
}

SearchTrace line_of_vertices(int count) {
  SearchTrace trace;
  for (int v = 0; v < count; ++v) {
    const double x = v;
    const int parent = v == 0 ? kStartNode : v - 1;
    trace.push_back({Kind::kReached, v, parent, x, 10 - x, {x, 0}});
    trace.push_back({Kind::kExpanded, v, parent, x, 10 - x, {x, 0}});
    trace.push_back({Kind::kClosed, v, parent, x, 10 - x, {x, 0}});
  }
  return trace;
}

TEST(Traces, ALongTraceIsCutAndItsHeaderTellsHowLongItWas) {
  const std::string bytes = trace_bytes(line_of_vertices(10), {}, {0, 0}, {10, 0}, 7);
  EXPECT_EQ(word(bytes, 0), 3U);  // number of nodes
  EXPECT_EQ(word(bytes, 1), 7U);  // number of steps
  EXPECT_EQ(word(bytes, 2), 3U);  // number of steps of kinds 0 and 1 of trace_bytes()
  EXPECT_EQ(word(bytes, 3), 2U);  // number of steps of kinds 1, 2 and 4, here expansions
  EXPECT_EQ(word(bytes, 5), 0U);  // the goal is not reached
  EXPECT_EQ(word(bytes, 6), 30U);
  EXPECT_EQ(word(bytes, 7), 0x3f800000U);  // h is 1 times the distance to the goal
  EXPECT_EQ(bytes.size(), 32 + 3 * 8 + 7 + 2 * 4 + 3 * 8);
}

TEST(Traces, EstimatesThatAreNoMultipleOfTheDistanceAreKept) {
  SearchTrace trace = line_of_vertices(4);
  trace[3].h = 2;
  const std::array<Point, 2> path{Point{0, 0}, Point{3, 0}};
  const std::string bytes = trace_bytes(trace, path, {0, 0}, {10, 0}, trace.size());
  EXPECT_EQ(word(bytes, 4), 2U);
  EXPECT_EQ(word(bytes, 7), 0U);
  EXPECT_EQ(bytes.size(), 32 + 4 * 12 + 12 + 4 * 4 + 4 * 8 + 2 * 8);
}

TEST(Traces, AWorldsNameMayHoldColons) {
  const std::array<std::string, 2> words{"drawn", "a:b:7"};
  const TraceChoice choice = parse_trace_choice(words);
  EXPECT_TRUE(choice.drawn);
  ASSERT_EQ(choice.named.size(), 1U);
  EXPECT_EQ(choice.named[0].world, "a:b");
  EXPECT_EQ(choice.named[0].number, 7);
  EXPECT_THROW(expect_known(choice), std::invalid_argument);
  EXPECT_THROW(parse_trace_choice(std::array<std::string, 1>{":7"}), std::invalid_argument);
  EXPECT_THROW(parse_trace_choice(std::array<std::string, 1>{"a:-7"}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
