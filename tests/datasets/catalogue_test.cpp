#include "datasets/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/datasets/temporary_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

const std::string kMap = "type octile\nheight 1\nwidth 1\nmap\n.\n";

TEST(Catalogue, PairsMapsWithTheScenariosThatNameThem) {
  const TemporaryDirectory folder;
  folder.file("maps/b.map", kMap);
  folder.file("maps/b.map.scen", "version 1\n0\told/B.map\t1\t1\t0\t0\t0\t0\t0\n");
  folder.file("maps/a.txt", "[BORDER]\n0 0\n1 0\n0 1\n");
  folder.file("maps/a.scen", "version 1\n0 other.map 1 1 0 0 0 0 0\n");
  folder.file("maps/README.md", "# Maps\n");
  const Catalogue catalogue = find_catalogue(folder.path() / "maps", std::nullopt);
  ASSERT_EQ(catalogue.entries.size(), 2U);
  EXPECT_EQ(catalogue.entries[0].map.filename(), "a.txt");
  EXPECT_FALSE(catalogue.entries[0].scenario);
  EXPECT_EQ(catalogue.entries[1].map.filename(), "b.map");
  ASSERT_TRUE(catalogue.entries[1].scenario);
  EXPECT_EQ(catalogue.entries[1].scenario->filename(), "b.map.scen");
  EXPECT_TRUE(catalogue.absent.empty());
}

TEST(Catalogue, ReportsAbsentFamiliesAsLines) {
  const TemporaryDirectory folder;
  folder.file("sets/dao/x.map", kMap);
  folder.file("sets/dao/x.map.scen", "version 1\n0 x.map 1 1 0 0 0 0 0\n");
  folder.file("sets/exact-lengths/x.csv", "row,length\n0,0\n");
  const Catalogue catalogue = find_catalogue(folder.path() / "none", folder.path() / "sets");
  ASSERT_EQ(catalogue.entries.size(), 1U);
  EXPECT_EQ(catalogue.entries[0].family, "dao");
  EXPECT_EQ(catalogue.entries[0].licence, "ODC-By 1.0");
  EXPECT_NE(catalogue.entries[0].attribution.find("Sturtevant"), std::string_view::npos);
  ASSERT_TRUE(catalogue.entries[0].lengths);
  EXPECT_FALSE(catalogue.absent.empty());
  EXPECT_TRUE(std::none_of(catalogue.absent.begin(), catalogue.absent.end(),
                           [](const std::string& line) { return line.starts_with("dao:"); }));
}

TEST(Catalogue, KnowsThePublicSets) {
  const auto datasets = public_datasets();
  if (!datasets) GTEST_SKIP() << "the public datasets are absent";
  const Catalogue catalogue = find_catalogue("none", datasets);
  std::size_t with_problems = 0;
  for (const CatalogueEntry& entry : catalogue.entries) with_problems += entry.scenario ? 1 : 0;
  EXPECT_GE(catalogue.entries.size(), 35U);
  EXPECT_GE(with_problems, 35U);
}

}  // namespace
}  // namespace fairway::test
