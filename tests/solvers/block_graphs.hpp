#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway::test {

using BlockLink = std::pair<std::int32_t, std::int32_t>;
struct Graph {
  std::int32_t cells = 0;
  std::vector<BlockLink> links;
};

/// Returns a component number for each cell. Uses only the links for which kept(link) is true. Two
/// cells have the same number if a path over these links connects them.
template <class Kept>
std::vector<std::int32_t> components(const Graph& graph, Kept kept) {
  std::vector<std::int32_t> result(static_cast<std::size_t>(graph.cells));
  std::iota(result.begin(), result.end(), 0);
  for (const BlockLink& link : graph.links) {
    if (!kept(link)) continue;
    const std::int32_t a = result[static_cast<std::size_t>(link.first)];
    const std::int32_t b = result[static_cast<std::size_t>(link.second)];
    std::ranges::replace(result, a, b);
  }
  return result;
}

inline constexpr auto kAll = [](const BlockLink&) { return true; };

/// Returns the biconnected component of each link, by brute force. Two links are in the same
/// component if no single cell separates them when it is removed.
inline std::vector<std::size_t> blocks_of_links(const Graph& graph) {
  std::vector<std::vector<std::int32_t>> parts(graph.links.size());
  for (std::int32_t lost = -1; lost < graph.cells; ++lost) {
    const auto without = components(
        graph, [&](const BlockLink& link) { return link.first != lost && link.second != lost; });
    for (std::size_t i = 0; i < graph.links.size(); ++i) {
      const auto [a, b] = graph.links[i];
      parts[i].push_back(without[static_cast<std::size_t>(a == lost ? b : a)]);
    }
  }
  std::map<std::vector<std::int32_t>, std::size_t> numbers;
  std::vector<std::size_t> result;
  for (const auto& part : parts)
    result.push_back(numbers.emplace(part, numbers.size()).first->second);
  return result;
}

/// Makes the DualBlocks of a graph. Adds a kNone to every third list of neighbours, to test that
/// DualBlocks ignores it.
inline DualBlocks dual_blocks(const Graph& graph, std::mt19937& random) {
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

}  // namespace fairway::test
