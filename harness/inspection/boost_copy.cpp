#include "harness/inspection/boost_copy.hpp"

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <limits>

namespace fairway {

namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

}  // namespace

BoostCopy::BoostCopy(const RepresentationView& representation)
    : start_(representation.vertex_count()),
      goal_(start_ + 1),
      graph_(goal_ + 1),
      costs_(goal_ + 1),
      parents_(goal_ + 1) {
  std::vector<RepresentationView::Edge> edges;
  for (std::size_t v = 0; v < start_; ++v) {
    representation.edges_of(static_cast<Vertex>(v), edges);
    for (const RepresentationView::Edge& e : edges) {
      add_edge(v, static_cast<std::size_t>(e.target), e.cost, graph_);
    }
  }
}

std::span<const double> BoostCopy::least_costs(Vertex from) {
  boost::dijkstra_shortest_paths(graph_, static_cast<std::size_t>(from),
                                 boost::distance_map(costs_.data()).distance_inf(kNoPath));
  return std::span(costs_).first(start_);
}

double BoostCopy::least_path(const Attachment& attachment, std::vector<Vertex>& vertices) {
  for (const Link& link : attachment.start) {
    add_edge(start_, static_cast<std::size_t>(link.vertex), link.cost, graph_);
  }
  for (const Link& link : attachment.goal) {
    add_edge(static_cast<std::size_t>(link.vertex), goal_, link.cost, graph_);
  }
  if (attachment.direct < kNoPath) add_edge(start_, goal_, attachment.direct, graph_);
  boost::dijkstra_shortest_paths(
      graph_, start_,
      boost::distance_map(costs_.data()).predecessor_map(parents_.data()).distance_inf(kNoPath));
  clear_out_edges(start_, graph_);
  for (const Link& link : attachment.goal) {
    remove_edge(static_cast<std::size_t>(link.vertex), goal_, graph_);
  }
  vertices.clear();
  if (costs_[goal_] == kNoPath) return kNoPath;
  for (std::size_t v = parents_[goal_]; v != start_; v = parents_[v]) {
    vertices.push_back(static_cast<Vertex>(v));
  }
  std::ranges::reverse(vertices);
  return costs_[goal_];
}

}  // namespace fairway
