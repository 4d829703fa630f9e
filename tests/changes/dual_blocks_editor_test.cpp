#include "algorithms/changes/dual_blocks_editor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "tests/solvers/block_graphs.hpp"

namespace fairway::test {
namespace {

/// Cells that the test adds to a graph. `links` lists the neighbours of all added cells one after
/// the other; `begin` has the index of the first neighbour of each cell.
struct Coming {
  std::vector<DualBlocks::Cell> cells;
  std::vector<std::int32_t> begin{0};
  std::vector<DualBlocks::Cell> links;
};

/// Removes and adds random cells. A repaired block may contain several blocks of a rebuild. For any
/// two cells, the repaired blocks between the cells must contain all links of the rebuilt blocks
/// between them. Summed over all pairs of cells, the repaired blocks must have less than twice as
/// many links as the rebuilt blocks.
TEST(DualBlocksEditor, FindsAllBlocksBetweenCellsAfterRandomChanges) {
  std::mt19937 random(1);
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(n));
  };
  std::size_t visited = 0;
  std::size_t needed = 0;
  for (int round = 0; round < 200; ++round) {
    Graph graph{2 + below(16), {}};
    std::vector<bool> there(static_cast<std::size_t>(graph.cells), true);
    std::map<BlockLink, DualBlocks::Block> block_of;
    for (std::int32_t i = below(2 * graph.cells); i > 0; --i) {
      const BlockLink link = std::minmax({below(graph.cells), below(graph.cells)});
      if (link.first != link.second) block_of[link] = 0;
    }
    for (const auto& [link, block] : block_of) graph.links.push_back(link);
    DualBlocks blocks = dual_blocks(graph, random);
    for (auto& [link, block] : block_of) block = blocks.block_of(link.first, link.second);

    for (int burst = 0; burst < 12; ++burst) {
      for (std::int32_t i = below(3); i > 0; --i) {
        const std::int32_t gone = below(graph.cells);
        there[static_cast<std::size_t>(gone)] = false;
        std::erase_if(block_of, [&](const auto& entry) {
          return entry.first.first == gone || entry.first.second == gone;
        });
      }
      const std::int32_t first = graph.cells;
      graph.cells += 1 + below(4);
      there.resize(static_cast<std::size_t>(graph.cells), true);
      std::map<DualBlocks::Cell, std::set<DualBlocks::Cell>> around;
      for (std::int32_t i = below(3 * (graph.cells - first)); i > 0; --i) {
        const std::int32_t from = first + below(graph.cells - first);
        const std::int32_t to =
            random() % 2 == 0 ? first + below(graph.cells - first) : below(graph.cells);
        if (from == to || !there[static_cast<std::size_t>(to)]) continue;
        around[from].insert(to);
        if (to >= first) around[to].insert(from);
      }
      Coming coming;
      for (std::int32_t c = first; c < graph.cells; ++c) {
        coming.cells.push_back(c);
        if (random() % 3 == 0) coming.links.push_back(DualBlocks::kNone);
        coming.links.insert(coming.links.end(), around[c].begin(), around[c].end());
        coming.begin.push_back(static_cast<std::int32_t>(coming.links.size()));
      }
      const auto found = DualBlocksEditor(blocks).add(coming.cells, coming.begin, coming.links);
      ASSERT_EQ(found.size(), coming.links.size());
      for (std::size_t i = 0; i < coming.cells.size(); ++i) {
        for (auto l = coming.begin[i]; l < coming.begin[i + 1]; ++l) {
          const auto to = coming.links[static_cast<std::size_t>(l)];
          const auto block = found[static_cast<std::size_t>(l)];
          ASSERT_EQ(to == DualBlocks::kNone, block == DualBlocks::kNone);
          if (to == DualBlocks::kNone) continue;
          const auto [at, is_new] = block_of.emplace(std::minmax({coming.cells[i], to}), block);
          ASSERT_TRUE(is_new || at->second == block);
        }
      }

      graph.links.clear();
      for (const auto& [link, block] : block_of) graph.links.push_back(link);
      const std::vector<std::size_t> exact = blocks_of_links(graph);
      const std::vector<std::int32_t> component = components(graph, kAll);
      std::map<std::size_t, std::vector<std::int32_t>> without;
      for (const std::size_t block : std::set<std::size_t>(exact.begin(), exact.end())) {
        without[block] = components(graph, [&](const BlockLink& link) {
          const auto at = std::ranges::find(graph.links, link) - graph.links.begin();
          return exact[static_cast<std::size_t>(at)] != block;
        });
      }
      for (std::int32_t a = 0; a < graph.cells; ++a) {
        for (std::int32_t b = 0; b < graph.cells; ++b) {
          const auto i = static_cast<std::size_t>(a);
          const auto j = static_cast<std::size_t>(b);
          if (component[i] != component[j]) continue;
          std::set<DualBlocks::Block> between;
          blocks.for_each_between(a, b, [&](DualBlocks::Block at) { between.insert(at); });
          for (std::size_t l = 0; l < graph.links.size(); ++l) {
            const bool is_between = without[exact[l]][i] != without[exact[l]][j];
            const bool is_visited = between.contains(block_of.at(graph.links[l]));
            ASSERT_TRUE(is_visited || !is_between)
                << "round " << round << " burst " << burst << ": " << a << " to " << b;
            needed += is_between;
            visited += is_visited;
          }
        }
      }
    }
  }
  EXPECT_LT(visited, 2 * needed);
}

TEST(DualBlocksEditor, NewCellsMakeDeadEndsAndRings) {
  // The path 0 - 1 - 2 has two blocks, one per link.
  const std::vector<std::int32_t> begin{0, 1, 3, 4};
  const std::vector<DualBlocks::Cell> links{1, 0, 2, 1};
  DualBlocks blocks(begin, links);
  const auto between = [&](DualBlocks::Cell a, DualBlocks::Cell b) {
    std::set<DualBlocks::Block> result;
    blocks.for_each_between(a, b, [&](DualBlocks::Block at) { result.insert(at); });
    return result;
  };
  // Adds two cells as a dead end: cell 3 is linked to cell 1, and cell 4 to cell 3.
  const std::vector<DualBlocks::Cell> dead_end{3, 4};
  const std::vector<std::int32_t> dead_end_begin{0, 2, 3};
  const std::vector<DualBlocks::Cell> dead_end_links{1, 4, 3};
  const auto hanging = DualBlocksEditor(blocks).add(dead_end, dead_end_begin, dead_end_links);
  EXPECT_NE(hanging[0], hanging[1]);
  EXPECT_EQ(hanging[1], hanging[2]);
  EXPECT_EQ(between(0, 2).size(), 2U);
  EXPECT_FALSE(between(0, 2).contains(hanging[0]));
  EXPECT_TRUE(between(0, 4).contains(hanging[0]));
  EXPECT_TRUE(between(0, 4).contains(hanging[1]));
  EXPECT_EQ(between(3, 4), (std::set<DualBlocks::Block>{hanging[1]}));
  // Adds cell 5 with links to cells 4 and 2. This closes the ring 1 - 3 - 4 - 5 - 2 - 1. Cell 0 is
  // not on the ring.
  const std::vector<DualBlocks::Cell> ring{5};
  const std::vector<std::int32_t> ring_begin{0, 2};
  const std::vector<DualBlocks::Cell> ring_links{4, 2};
  const auto joined = DualBlocksEditor(blocks).add(ring, ring_begin, ring_links);
  EXPECT_EQ(joined[0], joined[1]);
  EXPECT_EQ(between(1, 2), between(3, 5));
  EXPECT_TRUE(between(1, 2).contains(joined[0]));
  EXPECT_TRUE(between(1, 2).contains(hanging[1]));
  EXPECT_EQ(between(0, 1).size(), 1U);
  EXPECT_FALSE(between(0, 1).contains(joined[0]));
  EXPECT_EQ(between(0, 5).size(), between(1, 5).size() + 1);
}

}  // namespace
}  // namespace fairway::test
