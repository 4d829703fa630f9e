#include "algorithms/search/vertex_table.hpp"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

namespace fairway::test {
namespace {

TEST(VertexTableTest, HoldsWhatAnUnorderedMapHolds) {
  std::mt19937 random(11);
  VertexTable<int> table;
  for (int round = 0; round < 60; ++round) {
    table.begin();
    std::unordered_map<Vertex, int> expected;
    const int count = round % 20 == 19 ? 20000 : 400;
    for (int i = 0; i < count; ++i) {
      const auto v = static_cast<Vertex>(random() % 30000);
      const auto [state, is_new] = table.add(v);
      ASSERT_EQ(is_new, !expected.contains(v));
      if (!is_new) {
        ASSERT_EQ(state, expected[v]);
      }
      state = i;
      expected[v] = i;
    }
    for (const auto& [v, i] : expected) ASSERT_EQ(table[v], i);
  }
}

TEST(VertexTableTest, KeepsItsMemory) {
  VertexTable<double> table;
  table.begin();
  for (Vertex v = 0; v < 5000; ++v) table.add(1000 * v).first = v;
  const std::size_t bytes = table.memory_bytes();
  table.begin();
  EXPECT_TRUE(table.add(3000).second);
  EXPECT_EQ(table.memory_bytes(), bytes);
  EXPECT_GE(bytes, 5000 * 2 * sizeof(VertexTable<double>::Slot));
}

}  // namespace
}  // namespace fairway::test
