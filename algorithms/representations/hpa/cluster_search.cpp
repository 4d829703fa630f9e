#include "algorithms/representations/hpa/cluster_search.hpp"

#include <algorithm>

#include "algorithms/representations/grid/octile_runs.hpp"

namespace fairway {

std::size_t ClusterSearch::index(const GridGraph& graph, Vertex v) const {
  const RowDivision::Cell at = graph.division().cell(v);
  return static_cast<std::size_t>((at.j - block_.y) * block_.width + at.i - block_.x);
}

void ClusterSearch::run(const GridGraph& graph, const CellBlock& block, Vertex from, Vertex to) {
  block_ = block;
  from_ = from;
  const auto cells = static_cast<std::size_t>(block.width) * static_cast<std::size_t>(block.height);
  if (nodes_.size() < cells) nodes_.resize(cells);
  if (++stamp_ == 0) {
    std::ranges::fill(nodes_, Node{});
    stamp_ = 1;
  }
  const bool estimates = to != kNoVertex;
  const JumpCell target = estimates ? cell_at(graph, to) : JumpCell{};
  const auto later = [](const Entry& a, const Entry& b) {
    return a.estimate > b.estimate || (a.estimate == b.estimate && a.cost < b.cost);
  };
  open_.clear();
  const auto reach = [&](const JumpCell& c, double cost, Vertex parent) {
    const auto k = static_cast<std::size_t>((c.j - block.y) * block.width + c.i - block.x);
    Node& node = nodes_[k];
    if (node.stamp == stamp_ && node.cost <= cost) return;
    node = {cost, parent, stamp_};
    open_.push_back({estimates ? cost + octile(graph, c, target) : cost, cost, c.v});
    std::ranges::push_heap(open_, later);
  };
  reach(cell_at(graph, from), 0, from);
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, later);
    const Entry entry = open_.back();
    open_.pop_back();
    const JumpCell c = cell_at(graph, entry.vertex);
    const Node& node =
        nodes_[static_cast<std::size_t>((c.j - block.y) * block.width + c.i - block.x)];
    if (entry.cost > node.cost) continue;
    if (c.v == to) return;
    graph.visit_onward_edges(c.v, node.parent == c.v ? kNoVertex : node.parent,
                             [&](Vertex next, auto&& length) {
                               const JumpCell n = cell_at(graph, next);
                               if (n.i < block.x || n.i >= block.x + block.width || n.j < block.y ||
                                   n.j >= block.y + block.height) {
                                 return;
                               }
                               reach(n, entry.cost + length(), c.v);
                             });
  }
}

double ClusterSearch::cost(const GridGraph& graph, Vertex v) const {
  const Node& node = nodes_[index(graph, v)];
  return node.stamp == stamp_ ? node.cost : std::numeric_limits<double>::infinity();
}

void ClusterSearch::append_path(const GridGraph& graph, Vertex to,
                                std::vector<Vertex>& cells) const {
  const auto begin = static_cast<std::ptrdiff_t>(cells.size());
  for (Vertex v = to; v != from_; v = nodes_[index(graph, v)].parent) cells.push_back(v);
  std::reverse(cells.begin() + begin, cells.end());
}

}  // namespace fairway
