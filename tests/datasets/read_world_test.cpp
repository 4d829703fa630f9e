#include "datasets/read_world.hpp"

#include <gtest/gtest.h>

#include "datasets/output.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/temporary_file.hpp"

namespace fairway::test {
namespace {

WorldFile detected_world(const std::string& text) { return parse_world(TextFile("a", text)); }

TEST(ReadWorld, TellsTheFormatFromTheContentWhateverTheName) {
  const TemporaryDirectory folder;
  const std::string map = "type octile\nheight 1\nwidth 1\nmap\n.\n";
  EXPECT_TRUE(std::holds_alternative<Raster>(read_world(folder.file("a.map", map)).content));
  EXPECT_TRUE(std::holds_alternative<Raster>(read_world(folder.file("a.txt", map)).content));
  EXPECT_TRUE(
      std::holds_alternative<Polygons>(detected_world(" \n[BORDER]\n0 0\n1 0\n0 1\n").content));
  EXPECT_TRUE(std::holds_alternative<Polygons>(detected_world("[ [[0,0],[1,0],[0,1]] ]").content));
  EXPECT_TRUE(std::holds_alternative<Mesh>(
      detected_world("mesh 2\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1\n").content));
}

TEST(ReadWorld, SkipsAByteOrderMark) {
  const TemporaryDirectory folder;
  const auto file = folder.file("a.json", "\xEF\xBB\xBF[[[0,0],[1,0],[0,1]]]");
  EXPECT_TRUE(std::holds_alternative<Polygons>(read_world(file).content));
}

TEST(ReadWorld, ListsTheKnownFormats) {
  for (const Fault& fault :
       {Fault{"", 1, "the file is empty"}, Fault{"\n \r\n", 1, "is empty"},
        Fault{"<?xml version='1.0'?>", 1, "unknown"},
        Fault{"version 1\n", 1, "a scenario, not a world"},
        Fault{"{ \"fairway_changes\":1}", 1, "a changing world, not a world"}}) {
    expect_fault("a", fault, detected_world);
    expect_fault("a", {fault.text, fault.line, "GeoJSON"}, detected_world);
  }
}

TEST(ReadWorld, TakesTheExtensionAsAHint) {
  const auto named = [](const std::string& name) {
    return [name](const std::string& text) { parse_world(TextFile(name, text)); };
  };
  expect_fault("a.map", {"octile\n", 1, "'type octile'"}, named("a.map"));
  expect_fault("a.grid", {"octile\n", 1, "'type octile'"}, named("a.grid"));
  expect_fault("a.mesh", {"grid\n", 1, "'mesh'"}, named("a.mesh"));
  expect_fault("a.geojson", {"nothing\n", 1, "invalid JSON"}, named("a.geojson"));
}

TEST(ReadWorld, RefusesWhatIsNoReadableFile) {
  const TemporaryDirectory folder;
  const auto expect = [](const std::filesystem::path& file, const std::string& words) {
    expect_fault(file.string(), {"", 0, words}, [&](const std::string&) { read_world(file); });
  };
  expect(folder.path() / "none.map", "no such file");
  expect(folder.path(), "is a directory");
  expect("/dev/zero", "not a regular file");
  expect_fault((folder.path() / "empty.map").string(), {"", 1, "the file is empty"},
               [&](const std::string&) { read_world(folder.file("empty.map", "")); });
}

TEST(ReadWorld, NeverAllocatesWhatAHeaderClaims) {
  for (const std::string text :
       {"type octile\nheight 1000000000\nwidth 1000000000\nmap\n", "mesh 2 2000000000 2000000000\n",
        "mesh 3 3 2000000000\n0 0\n1 0\n0 1\n", "mesh 2 3 1\n0 0 2000000000\n1 0 0\n0 1 0\n"}) {
    EXPECT_THROW(detected_world(text), InputError) << text;
  }
}

TEST(WriteFile, ReplacesAFileWholeAndLeavesNothingBeside) {
  const TemporaryDirectory folder;
  const auto file = folder.file("a.txt", "before");
  write_file(file, "after");
  EXPECT_EQ(TextFile::read(file).text(), "after");
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(WriteFile, ReportsWhatCannotBeWritten) {
  const TemporaryDirectory folder;
  EXPECT_THROW(write_file(folder.path(), "x"), OutputError);
  EXPECT_THROW(write_file(folder.path() / "none" / "a.txt", "x"), OutputError);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THROW(write_file("/dev/full", "x"), OutputError);
  }
}

TEST(EscapedControls, LeaveOnlyPrintableUtf8) {
  for (const std::string text : {"a b", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
    EXPECT_EQ(escaped_controls(text), text);
  }
  EXPECT_EQ(escaped_controls("a\x1b\x7f"), "a\\x1b\\x7f");
  EXPECT_EQ(escaped_controls("\xff"
                             "b"),
            "\\xffb");
  EXPECT_EQ(escaped_controls("\xc3"), "\\xc3") << "cut off";
  EXPECT_EQ(escaped_controls("\xc0\xaf"), "\\xc0\\xaf") << "too long a form";
  EXPECT_EQ(escaped_controls("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(escaped_controls("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
}

}  // namespace
}  // namespace fairway::test
