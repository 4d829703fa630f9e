#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "datasets/text.hpp"

namespace fairway::test {
namespace {

const TextFile& source() {
  static const TextFile file("numbers.txt", "");
  return file;
}

/// A random number of 1 to 18 digits as text, in most cases with a decimal point. It may be too
/// long for the fast conversion.
std::string random_decimal(std::mt19937& random) {
  std::string text(1 + random() % 18, '0');
  for (char& c : text) c = static_cast<char>('0' + random() % 10);
  if (random() % 4 != 0) text.insert(random() % (text.size() + 1), 1, '.');
  return text;
}

TEST(TextNumbers, DecimalsAreTheNearestDoubles) {
  std::mt19937 random(7);
  for (int i = 0; i < 100000; ++i) {
    const std::string text = random_decimal(random);
    ASSERT_EQ(source().number(text, 1, "a number"), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(TextNumbers, ReadsPlainTextsAtTheLimitOfTheFastWay) {
  const auto number = [](std::string_view text) { return source().number(text, 1, "a number"); };
  EXPECT_EQ(number("5."), 5);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("999999999999999"), 999999999999999.0);
  EXPECT_EQ(number("9999999999999999"), 1e16);
  EXPECT_EQ(number(".00000000000001"), 1e-14);
  EXPECT_EQ(number("-2.5e3"), -2500);
}

TEST(TextNumbers, RefusesWhatIsNoNumber) {
  for (const char* text : {"", ".", "..", "1.2.3", "1,5", "0x10", " 1", "1 ", "+1", "1e", "-"}) {
    EXPECT_THROW(source().number(text, 1, "a number"), InputError) << text;
  }
}

TEST(TextNumbers, IntegersKeepTheirLimits) {
  const auto integer = [](std::string_view text) {
    return source().integer(text, 1, "an integer", -3, 1000);
  };
  EXPECT_EQ(integer("1000"), 1000);
  EXPECT_EQ(integer("-3"), -3);
  EXPECT_EQ(integer("0000000000000000042"), 42);
  for (const char* text : {"", "1001", "-4", "1.0", "1 ", "99999999999999999999"}) {
    EXPECT_THROW(integer(text), InputError) << text;
  }
}

}  // namespace
}  // namespace fairway::test
