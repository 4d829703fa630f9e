#include "harness/records/packed_numbers.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>

namespace fairway {
namespace {

using Reals = std::vector<double>;

// Python's zlib and numpy must read the same values; tests/scripts/ checks this.
TEST(PackedNumbers, PlanesAreTheLowestBytesFirst) {
  const std::vector<std::uint16_t> numbers{0x0102, 0x0304, 0x0506};
  EXPECT_EQ(byte_planes(numbers.data(), numbers.size(), sizeof numbers[0]),
            std::string("\2\4\6\1\3\5"));
}

TEST(PackedNumbers, CoordinatesComeBackToTheBit) {
  std::mt19937_64 random(1);
  std::vector<Point> points{{0.0, -0.0},
                            {std::numeric_limits<double>::denorm_min(), 1.0 / 3},
                            {-std::numeric_limits<double>::max(), 12.5}};
  for (int count = 0; count < 3000; count += 1 + count / 3) {
    while (points.size() < static_cast<std::size_t>(count)) {
      points.push_back({std::bit_cast<double>(random() >> 2), static_cast<double>(random() % 100)});
    }
    const Path back = unpacked_points(packed_points(points));
    ASSERT_EQ(back.size(), points.size());
    for (std::size_t i = 0; i < back.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(back[i].x), std::bit_cast<std::uint64_t>(points[i].x));
      ASSERT_EQ(std::bit_cast<std::uint64_t>(back[i].y), std::bit_cast<std::uint64_t>(points[i].y));
    }
  }
  EXPECT_TRUE(unpacked_points(packed_points({})).empty());
  const std::vector<Segment> segments{{{1, 2}, {3, 4}}, {{5, 6}, {7, -8}}};
  const std::vector<Segment> back = unpacked_segments(packed_segments(segments));
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[1].a, (Point{5, 6}));
  EXPECT_EQ(back[1].b, (Point{7, -8}));
}

// At the best compression of zlib, about a thousand equal bytes become one byte.
TEST(PackedNumbers, WhatIsAllAlikeComesBack) {
  const std::string zeros(10'000'000, '\0');
  EXPECT_EQ(inflated(deflated(zeros)), zeros);
}

TEST(PackedNumbers, DamageIsNamed) {
  const std::string packed = packed_points(std::vector<Point>(100, Point{1.5, 2.5}));
  EXPECT_THROW(unpacked_points(packed.substr(0, packed.size() / 2)), std::runtime_error);
  EXPECT_THROW(unpacked_points("no bytes of zlib"), std::runtime_error);
  EXPECT_THROW(unpacked_points(""), std::runtime_error);
  EXPECT_THROW(unpacked_segments(packed_points(std::vector<Point>(3))), std::runtime_error);
}

}  // namespace
}  // namespace fairway
