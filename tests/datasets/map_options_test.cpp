#include "datasets/map_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "datasets/world.hpp"

namespace fairway {
namespace {

std::string fault(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(MapOptions, AreReadByKind) {
  const auto options =
      MapOptions::of_command_line({"layers=WALL,DOOR", "scale=0.05", "cells=true", "up=z"});
  constexpr std::array<std::string_view, 2> kAxes{"y", "z"};
  EXPECT_THAT(options.texts("layers"), testing::ElementsAre("WALL", "DOOR"));
  EXPECT_EQ(options.number("scale"), 0.05);
  EXPECT_TRUE(options.flag("cells"));
  EXPECT_EQ(options.choice("up", kAxes), 1U);
  EXPECT_EQ(options.number("gap"), std::nullopt);
  EXPECT_EQ(options.choice("side", kAxes), 0U);
  EXPECT_TRUE(options.texts("colours").empty());
  EXPECT_EQ(MapOptions::of_text(options.text(), "x", 1), options);
}

TEST(MapOptions, FaultsNameTheOptionAndWhatWasExpected) {
  const auto options = MapOptions::of_command_line({"scale=1e999", "box=1,2", "cells=yes", "up=w"});
  constexpr std::array<std::string_view, 2> kAxes{"y", "z"};
  EXPECT_EQ(fault([&] { options.number("scale"); }),
            "--read: option 'scale' of a map: expected a finite number, found '1e999'");
  EXPECT_EQ(fault([&] { options.numbers("box", 4); }),
            "--read: option 'box' of a map: expected 4 numbers, found 2");
  EXPECT_EQ(fault([&] { options.flag("cells"); }),
            "--read: option 'cells' of a map: expected true or false, found 'yes'");
  EXPECT_EQ(fault([&] { options.choice("up", kAxes); }),
            "--read: option 'up' of a map: expected y or z, found 'w'");
  EXPECT_EQ(fault([&] { options.expect_known(kAxes, "obj"); }),
            "--read: option 'box' of a map: expected an option of obj: y, z");
  EXPECT_EQ(fault([] { MapOptions::of_command_line({"scale"}); }),
            "--read: expected NAME=VALUE, found 'scale'");
  EXPECT_EQ(fault([] {
              MapOptions::of_command_line({"a=1", "a=2"});
            }),
            "--read: option 'a' of a map: is set twice, expected one value");
  EXPECT_EQ(fault([] { MapOptions::of_text("a=1\nscale\n", "x.problems", 5); }),
            "x.problems:6: expected NAME=VALUE, found 'scale'");
}

}  // namespace
}  // namespace fairway
