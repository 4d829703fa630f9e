#include "datasets/freeciv.hpp"

#include <gtest/gtest.h>

#include <map>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/temporary_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

const std::string kRuleset =
    "; a comment with a \" in it\n"
    "[datafile]\n"
    "description=\"not a terrain\"\n"
    "\n"
    "[terrain_abyss]\n"
    "identifier = \"i\"\n"
    "class = \"Land\"\n"
    "movement_cost = 0 ; never\n"
    "[terrain_sea]\n"
    "identifier=\" \"\n"
    "class=\"Oceanic\"\n"
    "movement_cost=1\n"
    "helptext = _(\"\\\n"
    "[terrain_none] of this is an entry: \\\"\\\n"
    "identifier = x\\\n"
    "\")\n"
    "[terrain_plain]\n"
    "name = _(\"Plain; flat\")\n"
    "identifier = \"p\"\n"
    "class = \"Land\"\n"
    "movement_cost = 1\n"
    "[terrain_rock]\n"
    "identifier = \"m\"\n"
    "class = \"Land\"\n"
    "movement_cost = 3\n"
    "[resource_gold]\n"
    "identifier = \"p\"\n";

std::string scenario(const std::string& rows) {
  return "\n[scenario]\nname=_(\"A [map] of\nt0000 two lines\")\n\n[settings]\nset={\"xsize\",9}\n"
         "[map]\nhave_huts=TRUE\n" +
         rows + "[player0]\nmap_t0000=\"uu\"\nt0000=\"uu\"\n";
}

WorldFile freeciv_world(const std::string& rows, const std::string& ruleset = kRuleset) {
  const TemporaryDirectory folder;
  folder.file(std::string(kFreecivRuleset), ruleset);
  return read_world(folder.file("a.sav", scenario(rows)));
}

TEST(Freeciv, ReadsLandAndSeaWithTheirCosts) {
  const WorldFile world = freeciv_world("t0000=\"ppm \"\nt0001=\"ipp \"\nt0002=\"mmm \"\n");
  const Raster& raster = std::get<Raster>(world.content);
  ASSERT_EQ(raster.width(), 4);
  ASSERT_EQ(raster.height(), 3);
  EXPECT_EQ(raster.at(0, 0), kGround);
  EXPECT_EQ(raster.at(3, 0), kWater);
  EXPECT_EQ(raster.at(0, 1), Raster::kBlocked);
  EXPECT_EQ(world.terrain->cost(2, 0), 3);
  EXPECT_EQ(world.terrain->cost(1, 1), 1);
  EXPECT_EQ(world.terrain->cost(3, 2), 1);
  EXPECT_EQ(make_free_space(WorldFile(world)).component_count(), 2);
}

TEST(Freeciv, NamesTheLineOfEveryFaultOfAScenario) {
  const auto faults = {
      Fault{"t0000=\"pp\"\nt0001=\"p\"\n", 11, "a row of 1 cells; expected 2"},
      Fault{"t0000=\"pp\"\nt0001=\"px\"\n", 11, "'x' in column 2"},
      Fault{"t0000=\"pp\"\nt0002=\"pp\"\n", 11, "expected t0001"},
      Fault{"t0001=\"pp\"\n", 10, "expected t0000"},
      Fault{"t0000=pp\n", 10, "expected t0000=\"...\""},
      Fault{"t0000=\"\"\n", 10, "expected t0000=\"...\""},
      Fault{"t0000=\"pp\nt0001=\"pp\"\n", 10, "expected t0000=\"...\""},
      Fault{"", 12, "without a map"},
  };
  for (const Fault& fault : faults) {
    const TemporaryDirectory folder;
    folder.file(std::string(kFreecivRuleset), kRuleset);
    expect_fault((folder.path() / "a.sav").string(), fault, [&](const std::string& rows) {
      read_world(folder.file("a.sav", scenario(rows)));
    });
  }
}

TEST(Freeciv, NamesTheRulesetThatIsMissing) {
  const TemporaryDirectory folder;
  const auto file = folder.file("a.sav", scenario("t0000=\"pp\"\n"));
  expect_fault(file.string(), {"", 1, (folder.path() / kFreecivRuleset).string()},
               [&](const std::string&) { read_world(file); });
}

TEST(Freeciv, NamesTheLineOfEveryFaultOfARuleset) {
  const std::string section = "[terrain_a]\nidentifier=\"a\"\nclass=\"Land\"\nmovement_cost=1\n";
  const auto faults = {
      Fault{"[terrain_a]\nclass=\"Land\"\nmovement_cost=1\n", 1, "[terrain_a] has no identifier"},
      Fault{"[terrain_a]\nidentifier=\"a\"\nmovement_cost=1\n", 1, "has no class"},
      Fault{"\n[terrain_a]\nidentifier=\"a\"\nclass=\"Land\"\n[control]\n", 2, "no movement_cost"},
      Fault{"[terrain_a]\nidentifier=\"ab\"\n", 2, "one character"},
      Fault{"[terrain_a]\nidentifier=a\n", 2, "one character"},
      Fault{"[terrain_a]\nclass=\"Air\"\n", 2, "\"Land\" or \"Oceanic\""},
      Fault{"[terrain_a]\nmovement_cost=-1\n", 2, "an integer from 0"},
      Fault{"[terrain_a]\nmovement_cost=1.5\n", 2, "an integer from 0"},
      Fault{section + section, 5, "has the identifier"},
      Fault{"[control]\n", 1, "no terrain"},
      Fault{"", 0, "no terrain"},
  };
  for (const Fault& fault : faults) {
    expect_fault("r.ruleset", fault, [](const std::string& text) {
      parse_freeciv_ruleset(TextFile("r.ruleset", text));
    });
  }
}

TEST(Freeciv, ReadsThePublicScenarios) {
  struct Size {
    int width;
    int height;
  };
  const std::map<std::string, Size> sizes{{"british-isles.sav", {73, 81}},
                                          {"earth-small.sav", {80, 50}},
                                          {"earth-large.sav", {160, 90}},
                                          {"europe.sav", {177, 100}},
                                          {"italy.sav", {114, 100}}};
  const auto files = public_files({".sav"});
  if (files.empty()) GTEST_SKIP() << "the public datasets are absent";
  const std::map<char, double> costs{{'g', 1}, {'p', 1}, {'d', 1}, {'t', 1}, {'f', 2},
                                     {'h', 2}, {'j', 2}, {'s', 2}, {'a', 2}, {'m', 3},
                                     {' ', 1}, {':', 1}, {'+', 1}};
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    const WorldFile world = read_world(file);
    const Raster& raster = std::get<Raster>(world.content);
    const Size size = sizes.at(file.filename().string());
    ASSERT_EQ(raster.width(), size.width);
    ASSERT_EQ(raster.height(), size.height);
    const TextFile source = TextFile::read(file);
    LineReader lines(source.text());
    int y = 0;
    for (std::string_view line; lines.next(line);) {
      if (!line.starts_with("t0")) continue;
      for (int x = 0; x < size.width; ++x) {
        const char c = line[line.find('"') + 1 + static_cast<std::size_t>(x)];
        EXPECT_EQ(world.terrain->cost(x, y), costs.at(c));
        EXPECT_EQ(raster.at(x, y) == kWater, c == ' ' || c == ':' || c == '+');
      }
      ++y;
    }
    EXPECT_EQ(y, size.height);
    EXPECT_GT(make_free_space(WorldFile(world)).component_count(), 1);
  }
}

}  // namespace
}  // namespace fairway::test
