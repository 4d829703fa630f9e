#include "datasets/formats/image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/formats/image_world.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/png_writer.hpp"

namespace fairway::test {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;

/// All samples of an image.
std::vector<int> samples_of(const Image& image) {
  std::vector<int> samples;
  for (std::size_t p = 0; p < image.pixels(); ++p) {
    for (int c = 0; c < image.channels; ++c) samples.push_back(image.sample(p, c));
  }
  return samples;
}

std::vector<int> samples(const std::string& text) {
  return samples_of(read_image(TextFile("image", text)));
}

WorldFile image_world(const std::string& text, const std::vector<std::string>& options = {}) {
  return parse_world(TextFile("image", text), MapOptions::of_command_line(options));
}

/// The cells of a raster world as text: '@' is blocked, '.' is free, and '/' separates rows.
std::string image_cells(const std::string& text, const std::vector<std::string>& options = {}) {
  const WorldFile world = image_world(text, options);
  const Raster& raster = std::get<Raster>(world.content);
  std::string cells;
  for (int y = 0; y < raster.height(); ++y) {
    if (y > 0) cells += '/';
    for (const Raster::Class cell : raster.row(y)) cells += cell == Raster::kBlocked ? '@' : '.';
  }
  return cells;
}

TEST(Image, EveryKindOfNetpbmIsRead) {
  EXPECT_THAT(samples("P1 3 2 101\n0 1 0"), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_THAT(samples("P2 2 2 9 0 9\n4 5\n"), ElementsAre(0, 9, 4, 5));
  EXPECT_THAT(samples("P3 1 2 255 1 2 3 4 5 6"), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(samples("P4 10 2\n\xff\xff\x80\x40"s), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                                                 0, 1, 1, 1, 1, 1, 1, 1, 1, 0));
  EXPECT_THAT(samples("P5 2 1 255\n\x00\xff"s), ElementsAre(0, 255));
  EXPECT_THAT(samples("P6 1 1 255 \x01\x02\x03"s), ElementsAre(1, 2, 3));
  EXPECT_THAT(samples("P5 2 1 1000\n\x00\x05\x03\xe8"s), ElementsAre(5, 1000));
  EXPECT_THAT(samples("P2 2 1 65535 65535 256"), ElementsAre(65535, 256));
}

TEST(Image, CommentsStandAnywhereInAHeaderAndAmongPlainPixels) {
  EXPECT_THAT(samples("P5# a\n # b\n2#c\n1\r\n#d 7\n255\n\x23\x0a"s), ElementsAre(0x23, 0x0a));
  EXPECT_THAT(samples("P2\n2 1\n9\n#all\n3 # three\n4"), ElementsAre(3, 4));
}

TEST(Image, EveryKindOfPngIsRead) {
  EXPECT_THAT(samples(png_of({10, 1, 1, 0}, "\0\x80\x40"s)),
              ElementsAre(255, 0, 0, 0, 0, 0, 0, 0, 0, 255));
  EXPECT_THAT(samples(png_of({3, 1, 2, 0}, "\0\x6c"s)), ElementsAre(85, 170, 255));
  EXPECT_THAT(samples(png_of({2, 1, 8, 0}, "\0\x01\xfe"s)), ElementsAre(1, 254));
  EXPECT_THAT(samples(png_of({1, 1, 16, 0}, "\0\x01\x02"s)), ElementsAre(258));
  EXPECT_THAT(samples(png_of({1, 1, 8, 2}, "\0\x01\x02\x03"s)), ElementsAre(1, 2, 3));
  EXPECT_THAT(samples(png_of({1, 1, 8, 4}, "\0\x01\x02"s)), ElementsAre(1, 2));
  EXPECT_THAT(samples(png_of({1, 1, 16, 6}, "\0\0\x01\0\x02\0\x03\xff\xff"s)),
              ElementsAre(1, 2, 3, 65535));
  const std::string palette = png_chunk("PLTE", "\x0a\x0b\x0c\xff\xfe\xfd"s);
  EXPECT_THAT(samples(png_of({2, 1, 1, 3}, "\0\x40"s, palette)),
              ElementsAre(10, 11, 12, 255, 254, 253));
  EXPECT_THAT(samples(png_of({2, 1, 1, 3}, "\0\x40"s, palette + png_chunk("tRNS", "\x07"))),
              ElementsAre(10, 11, 12, 7, 255, 254, 253, 255));
  EXPECT_THAT(samples(png_of({2, 1, 8, 0}, "\0\x01\x02"s, png_chunk("tRNS", "\0\x02"s))),
              ElementsAre(1, 255, 2, 0));
}

TEST(Image, InterlacedRowsComeInOrder) {
  // Adam7 stores pixel (0, 0) first, then pixel (1, 0), then row 1.
  EXPECT_THAT(samples(png_of({2, 2, 8, 0, 1}, "\0\x01\0\x02\0\x03\x04"s)), ElementsAre(1, 2, 3, 4));
}

// Stored samples are used without gamma. libpng's handling of gAMA and sRGB could change them.
TEST(Image, GammaChangesNothing) {
  const std::string gamma = png_chunk("gAMA", big_endian(100000));
  EXPECT_THAT(samples(png_of({1, 1, 8, 0}, "\0\x80"s, gamma)), ElementsAre(128));
}

TEST(Image, BrightnessIsThatOfRecommendation601LaidOverWhite) {
  const auto brightness = [](const std::string& text) {
    return read_image(TextFile("image", text)).brightness(0);
  };
  EXPECT_DOUBLE_EQ(brightness("P3 1 1 255 255 0 0"), 0.299);
  EXPECT_DOUBLE_EQ(brightness("P3 1 1 255 0 255 0"), 0.587);
  EXPECT_DOUBLE_EQ(brightness("P3 1 1 255 0 0 255"), 0.114);
  EXPECT_EQ(brightness("P3 1 1 7 7 7 7"), 1);
  EXPECT_EQ(brightness("P2 1 1 4 1"), 0.25);
  EXPECT_EQ(brightness(png_of({1, 1, 8, 4}, "\0\0\0"s)), 1);
  EXPECT_EQ(brightness(png_of({1, 1, 8, 4}, "\0\0\xff"s)), 0);
  EXPECT_DOUBLE_EQ(brightness(png_of({1, 1, 8, 6}, "\0\xff\0\0\x33"s)), 1 - 0.2 * 0.701);
}

TEST(Image, BrighterThanTheThresholdIsFree) {
  const std::string greys = "P2 5 1 4 0 1 2 3 4";
  EXPECT_EQ(image_cells(greys), "@@@..");
  EXPECT_EQ(image_cells(greys, {"threshold=0"}), "@....");
  EXPECT_EQ(image_cells(greys, {"threshold=0.76"}), "@@@@.");
  EXPECT_EQ(image_cells(greys, {"invert=true"}), "..@@@");
  EXPECT_EQ(image_cells("P1 2 2 0 1 1 1"), ".@/@@");
}

TEST(Image, WithoutAScaleTheWorldIsCellsOfPixels) {
  const WorldFile world = image_world("P2 2 1 2 2 1");
  EXPECT_EQ(world.format, "pnm");
  EXPECT_EQ(world.units.unit, "pixels");
  EXPECT_THAT(world.units.origin, HasSubstr("y down"));
  EXPECT_THAT(world.notes,
              ElementsAre("1 of 2 pixels are free, because they are brighter than 0.5.",
                          "1 pixels are neither black nor white; the threshold decides."));
}

TEST(Image, AScaleMakesPolygonsWithYUp) {
  // The free pixels form an L with its corner at the lower left.
  WorldFile world = image_world("P1 2 2 0 1 0 0", {"scale=0.25"});
  EXPECT_EQ(world.units.unit, "");
  EXPECT_THAT(world.units.origin, HasSubstr("y up"));
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.parts.size(), 1U);
  EXPECT_TRUE(polygons.parts[0].outline);
  EXPECT_THAT(polygons.parts[0].ring,
              testing::UnorderedElementsAre(Point{0, 0}, Point{0.5, 0}, Point{0.5, 0.25},
                                            Point{0.25, 0.25}, Point{0.25, 0.5}, Point{0, 0.5}));
  const FreeSpace space = make_free_space(std::move(world));
  EXPECT_EQ(space.area(), 3 * 0.25 * 0.25);
  EXPECT_EQ(space.raster(), nullptr);
}

TEST(Image, PixelsThatTouchAtACornerDoNotConnect) {
  const std::string image = "P1 3 3 011 101 110";
  EXPECT_EQ(make_free_space(image_world(image)).component_count(), 3);
  EXPECT_EQ(make_free_space(image_world(image, {"scale=0.1"})).component_count(), 3);
  // The two blocked pixels touch at a corner. They do not separate free space, because a path can
  // go around them along the border of the image.
  EXPECT_EQ(
      make_free_space(image_world("P1 4 4 0000 0100 0010 0000", {"scale=0.1"})).component_count(),
      1);
}

TEST(Image, TransparencyWarningsAndWhatFollowsAreNoted) {
  const std::string clear = png_of({2, 1, 8, 4}, "\0\0\0\0\xff"s) + "more";
  EXPECT_EQ(image_cells(clear), ".@");
  EXPECT_THAT(image_world(clear).notes,
              testing::IsSupersetOf({"1 pixels are not opaque; they were blended with white.",
                                     "4 bytes after the end of the image were left out."}));
}

TEST(Image, NetpbmFaultsNameTheLineOrTheByte) {
  const std::vector<Fault> faults{
      {"P2", 1, "P1"},
      {"P7 1 1", 1, "format is unknown"},
      {"P2 ", 1, "the file ends here; expected a width"},
      {"P2\n0 1 255", 2, "'0': expected a width, an integer from 1"},
      {"P2\n-3 1 255", 2, "'-3': expected a width"},
      {"P2\n#\n3 four", 3, "'four': expected a height"},
      {"P2\n3 1e3 255", 2, "'1e3': expected a height"},
      {"P2 3 99999999999999999999", 1, "expected a height"},
      {"P2 3 3\n0 1", 2, "'0': expected a greatest value, an integer from 1 to 65535"},
      {"P2 3 3\n65536 1", 2, "expected a greatest value"},
      {"P2 200000000 200000000 255 1", 1, "expected at least one pixel and at most"},
      {"P2 200 200 255 1", 0, "byte 16: the file ends here; expected 200 x 200 pixels"},
      {"P2 2 2 255\n1 2\n3 x 5", 3, "'x': expected a value of a pixel"},
      {"P2 2 2 255\n1 2\n3 256", 3, "'256': expected a value of a pixel, an integer from 0 to 255"},
      {"P2 2 2 255\n1 2 3      ", 2, "the file ends here; expected a value of a pixel"},
      {"P2 2 1 255\n1 2\n3", 3, "more than the 2 values of 2 x 1 pixels"},
      {"P1 2 2\n10\n12", 3, "'2': expected a pixel, 0 or 1"},
      {"P1 2 2\n1 0 1", 2, "the file ends here; expected a pixel"},
      {"P1 2 2\n10\n101", 3, "more than the 4 values"},
      {"P4 9 2\nabc", 0, "byte 10: the file ends here; expected 9 x 2 pixels, which take 4 bytes"},
      {"P5 2 2 255", 1, "expected a blank or a line end before the pixels"},
      {"P5 2 2 255\nabc", 0, "byte 14: the file ends here; expected 2 x 2 pixels"},
      {"P5 2 1 9\n\x09\x0a"s, 0, "byte 10: a value of 10; expected at most 9"},
      {"P5 1 1 255\nabc", 0, "byte 12: 2 bytes follow the last pixel; expected one image"},
      {"P6 2 1 300\n12345678901", 0, "byte 22: the file ends here; expected 2 x 1 pixels"},
      {"P1 2 1 1 1", 1, "the world has no free space"},
  };
  for (const Fault& fault : faults) {
    expect_fault("image", fault, [](const std::string& text) {
      make_free_space(parse_world(TextFile("image", text)));
    });
  }
}

TEST(Image, PngFaultsNameTheByte) {
  const PngHeader grey{2, 1};
  const std::string rows = "\0\x01\x02"s;
  const std::string sound = png_of(grey, rows);
  const auto with = [](std::string text, std::size_t at, char c) {
    text[at] = c;
    return text;
  };
  const auto ends = [&](std::size_t size) { return sound.substr(0, size); };
  const std::string end = png_chunk("IEND", "");
  const std::vector<Fault> faults{
      {"\x89PNG\r\n\x1a", 0, "begins with"},
      {"\x89PNG\r\n\x1a\r"s + sound, 0, "begins with"},
      {"\x89PNG\r\n\x1a\n", 0, "byte 8: the file ends here"},
      {ends(12), 0, "byte 12: the file ends here"},
      {ends(30), 0, "byte 30: the file ends here"},
      {ends(40), 0, "byte 40: the file ends here"},
      {ends(sound.size() - 13), 0, "the file ends here"},
      {ends(sound.size() - 1), 0, "the file ends here"},
      {with(sound, 29, 'x'), 0, "byte 33: IHDR: CRC error"},
      {with(sound, sound.size() - 13, '\xee'), 0, "IDAT: CRC error"},
      {png_of({0, 1}, rows), 0, "byte 33: Invalid IHDR data"},
      {png_of({2, 0}, rows), 0, "Invalid IHDR data"},
      {png_of({2, 0x80000000}, rows), 0, "byte 33: PNG unsigned integer out of range"},
      {png_of({2, 1, 3}, rows), 0, "Invalid IHDR data"},
      {png_of({2, 1, 8, 1}, rows), 0, "Invalid IHDR data"},
      {png_of({2, 1, 8, 0, 2}, rows), 0, "Invalid IHDR data"},
      {png_of({2, 1, 8, 3}, rows), 0, "Missing PLTE before IDAT"},
      {png_of({2, 1, 8, 3}, rows, png_chunk("PLTE", "four")), 0, "invalid"},
      {png_of({1u << 15, 1u << 15}, rows), 0, "an image of 32768 x 32768 pixels, 1 bytes each"},
      {png_of({1u << 14, 1u << 14}, rows), 0,
       "expected 16384 x 16384 pixels, which take more than"},
      {png_of({1u << 13, 1, 8, 0, 1}, rows), 0, "Not enough image data"},
      {png_of(grey, "\0\x01"s), 0, "Not enough image data"},
      {png_of(grey, "\x05\x01\x02"s), 0, "bad adaptive filter value"},
      {png_beginning(grey) + end, 0, "expected a valid PNG image"},
      {png_beginning(grey) + png_chunk("IDAT", "no deflate") + end, 0, "IDAT: incorrect header"},
      {png_beginning(grey) + png_chunk("CRIT", "") + end, 0, "unhandled critical chunk"},
      {png_beginning(grey) + png_beginning(grey).substr(8) + end, 0, "IHDR: out of place"},
  };
  for (const Fault& fault : faults) {
    expect_fault("image.png", fault, [](const std::string& text) {
      make_free_space(parse_world(TextFile("image.png", text)));
    });
  }
}

TEST(Image, FaultyOptionsAreNamed) {
  const auto refusal = [](const std::string& option) -> std::string {
    try {
      image_world("P1 1 1 0", {option});
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(refusal("threshold=1.5"), HasSubstr("expected a number from 0 to 1, found 1.5"));
  EXPECT_THAT(refusal("scale=0"), HasSubstr("expected a number from 1e-09"));
  EXPECT_THAT(refusal("scale=-1"), HasSubstr("expected a number from 1e-09"));
  EXPECT_THAT(refusal("invert=1"), HasSubstr("expected true or false"));
  EXPECT_THAT(refusal("resolution=1"), HasSubstr("expected an option of pnm: threshold"));
}

}  // namespace
}  // namespace fairway::test
