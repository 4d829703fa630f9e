#include "algorithms/solvers/polyanya/dual_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tests/solvers/block_graphs.hpp"

namespace fairway::test {
namespace {

void expect_as_defined(const Graph& graph, std::mt19937& random) {
  const DualBlocks blocks = dual_blocks(graph, random);
  const std::vector<std::size_t> expected = blocks_of_links(graph);
  std::set<std::size_t> theirs(expected.begin(), expected.end());
  ASSERT_EQ(blocks.block_count(), theirs.size());

  std::set<std::pair<DualBlocks::Block, std::size_t>> pairs;
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    const auto [a, b] = graph.links[i];
    ASSERT_EQ(blocks.block_of(a, b), blocks.block_of(b, a));
    pairs.emplace(blocks.block_of(a, b), expected[i]);
  }
  ASSERT_EQ(pairs.size(), theirs.size());

  const std::vector<std::int32_t> component = components(graph, kAll);
  // A block lies between two cells if every path between them uses a link of the block.
  for (const std::size_t block : theirs) {
    const auto first =
        static_cast<std::size_t>(std::ranges::find(expected, block) - expected.begin());
    const auto ours = blocks.block_of(graph.links[first].first, graph.links[first].second);
    const auto without = components(graph, [&](const BlockLink& link) {
      return blocks.block_of(link.first, link.second) != ours;
    });
    for (std::int32_t a = 0; a < graph.cells; ++a) {
      for (std::int32_t b = 0; b < graph.cells; ++b) {
        const auto i = static_cast<std::size_t>(a);
        const auto j = static_cast<std::size_t>(b);
        if (component[i] != component[j]) continue;
        bool between = false;
        blocks.for_each_between(a, b, [&](DualBlocks::Block at) { between |= at == ours; });
        ASSERT_EQ(between, without[i] != without[j]) << a << ' ' << b;
      }
    }
  }
}

TEST(DualBlocks, MatchTheDefinition) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    Graph graph{1 + static_cast<std::int32_t>(random() % 24), {}};
    std::set<BlockLink> links;
    const std::size_t tries = random() % (2 * static_cast<std::size_t>(graph.cells) + 1);
    for (std::size_t i = 0; i < tries; ++i) {
      const auto a = static_cast<std::int32_t>(random()) & 0xffff;
      const auto b = static_cast<std::int32_t>(random()) & 0xffff;
      const BlockLink link = std::minmax(a % graph.cells, b % graph.cells);
      if (link.first != link.second) links.insert(link);
    }
    graph.links.assign(links.begin(), links.end());
    expect_as_defined(graph, random);
  }
}

/// Two cells that share several sides have several links, which form one block.
TEST(DualBlocks, ParallelLinksAreOneBlock) {
  const std::vector<std::int32_t> begin{0, 2, 5, 6};
  const std::vector<DualBlocks::Cell> links{1, 1, 0, 2, 0, 1};
  const DualBlocks blocks(begin, links);
  EXPECT_EQ(blocks.block_count(), 2U);
  EXPECT_NE(blocks.block_of(0, 1), blocks.block_of(1, 2));
}

/// In this long chain, the depth-first search must use an explicit stack instead of recursion.
TEST(DualBlocks, LongChainHasABlockPerLink) {
  constexpr std::int32_t kCells = 1'000'000;
  std::vector<std::int32_t> begin{0};
  std::vector<DualBlocks::Cell> links;
  for (std::int32_t c = 0; c < kCells; ++c) {
    if (c > 0) links.push_back(c - 1);
    if (c + 1 < kCells) links.push_back(c + 1);
    begin.push_back(static_cast<std::int32_t>(links.size()));
  }
  const DualBlocks blocks(begin, links);
  EXPECT_EQ(blocks.block_count(), static_cast<std::size_t>(kCells) - 1);
  int visits = 0;
  blocks.for_each_between(10, 1'010, [&](DualBlocks::Block) { ++visits; });
  EXPECT_EQ(visits, 1000);
}

}  // namespace
}  // namespace fairway::test
