#include "algorithms/solvers/polyanya/dual_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/connected_components.hpp>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace fairway::test {
namespace {

using Link = std::pair<std::int32_t, std::int32_t>;
using BoostGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                          boost::property<boost::edge_index_t, std::size_t>>;

struct Graph {
  std::int32_t cells = 0;
  std::vector<Link> links;
};

BoostGraph boost_graph(const Graph& graph, const std::vector<bool>& kept) {
  BoostGraph result(static_cast<std::size_t>(graph.cells));
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    if (kept[i]) {
      boost::add_edge(static_cast<std::size_t>(graph.links[i].first),
                      static_cast<std::size_t>(graph.links[i].second), i, result);
    }
  }
  return result;
}

std::vector<int> components(const Graph& graph, const std::vector<bool>& kept) {
  std::vector<int> result(static_cast<std::size_t>(graph.cells));
  boost::connected_components(boost_graph(graph, kept), result.data());
  return result;
}

/// Of each link: which biconnected component holds it.
std::vector<std::size_t> blocks_of_links(const Graph& graph) {
  const BoostGraph boost = boost_graph(graph, std::vector<bool>(graph.links.size(), true));
  std::vector<std::size_t> result(graph.links.size());
  boost::biconnected_components(
      boost, boost::make_iterator_property_map(result.begin(), get(boost::edge_index, boost)));
  return result;
}

/// Every third list has a side that leads nowhere.
DualBlocks dual_blocks(const Graph& graph, std::mt19937& random) {
  std::vector<std::vector<DualBlocks::Cell>> around(static_cast<std::size_t>(graph.cells));
  for (const auto& [a, b] : graph.links) {
    around[static_cast<std::size_t>(a)].push_back(b);
    around[static_cast<std::size_t>(b)].push_back(a);
  }
  std::vector<std::int32_t> begin{0};
  std::vector<DualBlocks::Cell> links;
  for (auto& others : around) {
    if (random() % 3 == 0) others.push_back(DualBlocks::kNone);
    std::ranges::shuffle(others, random);
    links.insert(links.end(), others.begin(), others.end());
    begin.push_back(static_cast<std::int32_t>(links.size()));
  }
  return DualBlocks(begin, links);
}

void expect_as_boost(const Graph& graph, std::mt19937& random) {
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

  const std::vector<int> component = components(graph, std::vector<bool>(expected.size(), true));
  std::set<std::pair<int, int>> numbers;
  for (std::int32_t c = 0; c < graph.cells; ++c) {
    numbers.emplace(component[static_cast<std::size_t>(c)], blocks.component(c));
  }
  ASSERT_EQ(numbers.size(), blocks.component_count());

  // A block lies between two cells where no way is left without its links.
  for (const std::size_t block : theirs) {
    std::vector<bool> kept;
    DualBlocks::Block ours = DualBlocks::kNone;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      kept.push_back(expected[i] != block);
      if (!kept.back()) ours = blocks.block_of(graph.links[i].first, graph.links[i].second);
    }
    const std::vector<int> without = components(graph, kept);
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

TEST(DualBlocks, AgreeWithBoostOnRandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    Graph graph{1 + static_cast<std::int32_t>(random() % 24), {}};
    std::set<Link> links;
    const std::size_t tries = random() % (2 * static_cast<std::size_t>(graph.cells) + 1);
    for (std::size_t i = 0; i < tries; ++i) {
      const auto a = static_cast<std::int32_t>(random()) & 0xffff;
      const auto b = static_cast<std::int32_t>(random()) & 0xffff;
      const Link link = std::minmax(a % graph.cells, b % graph.cells);
      if (link.first != link.second) links.insert(link);
    }
    graph.links.assign(links.begin(), links.end());
    expect_as_boost(graph, random);
  }
}

/// Two cells may border on each other along several sides.
TEST(DualBlocks, ParallelLinksAreOneBlock) {
  const std::vector<std::int32_t> begin{0, 2, 5, 6};
  const std::vector<DualBlocks::Cell> links{1, 1, 0, 2, 0, 1};
  const DualBlocks blocks(begin, links);
  EXPECT_EQ(blocks.block_count(), 2U);
  EXPECT_NE(blocks.block_of(0, 1), blocks.block_of(1, 2));
}

/// As deep as the search goes: its stack is its own.
TEST(DualBlocks, LongChainIsOneBlockALink) {
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
  EXPECT_EQ(blocks.component_count(), 1U);
  int visits = 0;
  blocks.for_each_between(10, 1'010, [&](DualBlocks::Block) { ++visits; });
  EXPECT_EQ(visits, 1000);
}

}  // namespace
}  // namespace fairway::test
