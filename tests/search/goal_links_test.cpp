#include "algorithms/search/goal_links.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fairway::test {
namespace {

TEST(GoalLinksTest, FindsTheCheapestLinkOfEachVertex) {
  std::mt19937 random(5);
  GoalLinks table;
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = random() % (round % 10 == 0 ? 500 : 6);
    std::vector<Link> links;
    for (std::size_t i = 0; i < count; ++i) {
      links.push_back({static_cast<Vertex>(random() % 700), static_cast<double>(random() % 4)});
    }
    table.begin(links);
    for (Vertex v = 0; v < 700; ++v) {
      std::int32_t cheapest = -1;
      for (std::size_t i = 0; i < count; ++i) {
        if (links[i].vertex != v) continue;
        if (cheapest < 0 || links[i].cost < links[static_cast<std::size_t>(cheapest)].cost) {
          cheapest = static_cast<std::int32_t>(i);
        }
      }
      ASSERT_EQ(table.find(v), cheapest);
    }
  }
}

// The table must need memory only for the links of the goal, not for the vertices of the graph. A
// goal in a large grid has only four links.
TEST(GoalLinksTest, NeedsMemoryOnlyForLinks) {
  GoalLinks table;
  const std::vector<Link> links{{2'000'000'000, 1}, {7, 2}};
  table.begin(links);
  EXPECT_EQ(table.find(2'000'000'000), 0);
  EXPECT_EQ(table.find(7), 1);
  EXPECT_EQ(table.find(8), -1);
  EXPECT_LT(table.memory_bytes(), 2000U);
}

}  // namespace
}  // namespace fairway::test
