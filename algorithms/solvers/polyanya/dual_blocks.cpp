#include "algorithms/solvers/polyanya/dual_blocks.hpp"

#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <utility>

namespace fairway {

DualBlocks::DualBlocks(std::span<const std::int32_t> begin, std::span<const Cell> links) {
  const std::size_t count = begin.size() - 1;
  std::vector<std::pair<Cell, Cell>> edges;
  edges.reserve(links.size());
  for (std::size_t c = 0; c < count; ++c) {
    for (const Cell other : links.subspan(index(begin[c]), index(begin[c + 1] - begin[c]))) {
      if (other != kNone) edges.emplace_back(static_cast<Cell>(c), other);
    }
  }
  using boost::no_property;
  const boost::compressed_sparse_row_graph<boost::directedS, no_property, no_property, no_property,
                                           Cell, std::int32_t>
      graph(boost::edges_are_sorted, edges.begin(), edges.end(), static_cast<Cell>(count));
  const auto numbers = get(boost::vertex_index, graph);
  const auto of_cells = [&](std::vector<std::int32_t>& values) {
    values.resize(count);
    return boost::make_iterator_property_map(values.begin(), numbers);
  };
  std::vector<Block> blocks(edges.size(), kNone);
  std::vector<Cell> parents;
  std::vector<std::int32_t> times;  // discovery time of each cell; the first is 1
  std::vector<std::int32_t> low;
  gate_.resize(
      boost::biconnected_components(
          graph, boost::make_iterator_property_map(blocks.begin(), get(boost::edge_index, graph)),
          boost::predecessor_map(of_cells(parents))
              .discover_time_map(of_cells(times))
              .lowpoint_map(of_cells(low))),
      kNone);

  up_.assign(count, kNone);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [from, to] = edges[e];
    if (blocks[e] != kNone && parents[index(to)] == from) up_[index(to)] = blocks[e];
  }
  std::vector<Cell> order(count);
  for (std::size_t c = 0; c < count; ++c) order[index(times[c]) - 1] = static_cast<Cell>(c);
  depth_.assign(count, 0);
  for (const Cell c : order) {
    const Block up = up_[index(c)];
    if (up == kNone) continue;
    if (gate_[index(up)] == kNone) gate_[index(up)] = parents[index(c)];
    depth_[index(c)] = depth_[index(gate_[index(up)])] + 1;
  }
}

}  // namespace fairway
