#include "datasets/formats/doom_level.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/wad_writer.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

TEST(DoomLevel, OneLevelIsChosenByName) {
  WadLumps lumps = one_room().lumps();
  WadLevel second = one_room();
  second.vertices[2] = {200, 100};
  second.name = "MAP02";
  lumps.push_back({"DEMO1", "other data"});
  const WadLumps more = second.lumps();
  lumps.insert(lumps.end(), more.begin(), more.end());
  const TextFile source("test.wad", wad_of(lumps, "IWAD"));
  const auto area = [&](const std::string& level) {
    return make_free_space(parse_world(source, MapOptions::of_command_line({"level=" + level})))
        .area();
  };
  EXPECT_EQ(area("E1M1"), 10000);
  EXPECT_EQ(area("MAP02"), 15000);
  EXPECT_EQ(area("map02"), 15000);
  const auto refusal = [&](const std::vector<std::string>& options) -> std::string {
    try {
      parse_world(source, MapOptions::of_command_line(options));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal({}),
            "test.wad: byte 8: the file has 2 levels: 'E1M1', 'MAP02'; expected option "
            "'level' to name one of them");
  EXPECT_EQ(refusal({"level=E2M1"}),
            "--read: option 'level' of a map: expected 'E1M1', 'MAP02', a "
            "level of test.wad, found 'E2M1'");
  EXPECT_THAT(refusal({"level=E1M1", "doors=ajar"}), HasSubstr("expected closed or open"));
  EXPECT_THAT(refusal({"level=E1M1", "step=-1"}), HasSubstr("expected a number from 0 to 65535"));
  EXPECT_THAT(refusal({"level=E1M1", "height=0"}), HasSubstr("expected a number from 1 to 65535"));
  EXPECT_THAT(refusal({"level=E1M1", "scale=2"}), HasSubstr("level, doors, step, height"));
}

std::string without_lump(const std::string& name) {
  WadLumps lumps = one_room().lumps();
  std::erase_if(lumps, [&](const auto& lump) { return lump.first == name; });
  return wad_of(lumps);
}

std::string with_lump(const std::string& name, const std::string& content) {
  WadLumps lumps = one_room().lumps();
  for (auto& lump : lumps) {
    if (lump.first == name) lump.second = content;
  }
  return wad_of(lumps);
}

std::string and_lump(const std::string& name, const std::string& content) {
  WadLumps lumps = one_room().lumps();
  lumps.push_back({name, content});
  return wad_of(lumps);
}

/// Replaces the 4 bytes at offset `at` by `word`. Returns the result.
std::string with_word(std::string bytes, std::size_t at, std::uint32_t word) {
  return bytes.replace(at, 4, WadBytes().word(word).text());
}

std::string of_line(const WadLevel::Line& line) {
  WadLevel level = one_room();
  level.lines[2] = line;
  return level.text();
}

TEST(DoomLevel, FaultsNameTheByte) {
  // The directory follows the header (12 bytes), 4 lines (56), 4 sides (120), 4 vertices (16) and
  // 1 sector (26).
  const std::string room = one_room().text();
  constexpr std::size_t kDirectory = 230;
  const auto entry = [](std::size_t lump) { return kDirectory + 16 * lump; };
  ASSERT_EQ(room.size(), entry(6));
  struct WadFault {
    std::string text;
    std::size_t byte;
    std::string words;
  };
  const std::vector<WadFault> faults{
      {"PWAD", 4, "the file ends here; expected a header of 12 bytes"},
      {"IWAD\1", 5, "the file ends here; expected a header"},
      {room.substr(0, 11), 11, "the file ends here; expected a header"},
      {room.substr(0, 100), 4, "a directory of 6 lumps at byte 230, but the file has 100 bytes"},
      {room.substr(0, room.size() - 1), 4, "a directory of 6 lumps at byte 230"},
      {with_word(room, 4, 0xffffffff), 4, "a directory of 4294967295 lumps at byte 230"},
      {with_word(room, 8, 0xfffffff0), 4, "a directory of 6 lumps at byte 4294967280"},
      {with_word(room, 4, 0), 8, "the file has no level; expected a lump such as E1M1 or MAP01"},
      {wad_of({{"PLAYPAL", "abc"}, {"COLORMAP", ""}}), 8, "the file has no level"},
      {wad_of({{"E1M1", ""}}), 8, "the file has no level"},
      {wad_of({{"THINGS", ""}, {"LINEDEFS", ""}}), 8, "the file has no level"},
      {without_lump("THINGS"), entry(0), "level 'E1M1' has no lump THINGS; expected THINGS, LINE"},
      {without_lump("LINEDEFS"), entry(0) - 56, "level 'E1M1' has no lump LINEDEFS"},
      {without_lump("SIDEDEFS"), entry(0) - 120, "level 'E1M1' has no lump SIDEDEFS"},
      {without_lump("VERTEXES"), entry(0) - 16, "level 'E1M1' has no lump VERTEXES"},
      {without_lump("SECTORS"), entry(0) - 26, "level 'E1M1' has no lump SECTORS"},
      {and_lump("VERTEXES", ""), entry(6), "a second lump VERTEXES of level 'E1M1'; expected one"},
      {and_lump("BEHAVIOR", "ACS"), entry(6) + 3,
       "is in Hexen's format, because it has a lump BEHAVIOR"},
      {wad_of({{"MAP01", ""}, {"TEXTMAP", "{}"}, {"ENDMAP", ""}}), 30,
       "level 'MAP01' is in UDMF's format, because it has a lump TEXTMAP; expected a level in "
       "Doom's"},
      {with_word(room, entry(4), 1000), entry(4),
       "VERTEXES has 16 bytes from byte 1000 on, but the file has 326; expected a lump within"},
      {with_word(room, entry(3) + 4, 0xffffffff), entry(3), "SIDEDEFS has 4294967295 bytes"},
      {with_word(room, entry(2) + 4, 55), entry(2),
       "LINEDEFS has 55 bytes; expected records of 14"},
      {with_lump("THINGS", "123"), entry(1) + 3, "THINGS has 3 bytes; expected records"},
      {of_line({4, 0, 0}), 12 + 28, "line 2 has vertex 4; expected 0 to below 4"},
      {of_line({2, 9, 0}), 12 + 30, "line 2 has vertex 9; expected 0 to below 4"},
      {of_line({2, 3, -1, 0}), 12 + 38, "line 2 has right side 65535; expected 0 to below 4"},
      {of_line({2, 3, 1}), 12 + 56 + 60 + 28, "side 2 has sector 1; expected 0 to below 1"},
      {with_lump("SIDEDEFS", ""), 12 + 10, "line 0 has right side 0; expected 0 to below 0"},
  };
  for (const WadFault& fault : faults) {
    SCOPED_TRACE(fault.words);
    try {
      parse_world(TextFile("test.wad", fault.text));
      ADD_FAILURE() << "was read";
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_THAT(what, testing::StartsWith(fmt::format("test.wad: byte {}: ", fault.byte)));
      EXPECT_THAT(what, HasSubstr(fault.words));
      EXPECT_THAT(what, HasSubstr("expected"));
    }
  }
}

}  // namespace
}  // namespace fairway::test
