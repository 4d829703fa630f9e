#include "tests/support/oracle_paths.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <set>
#include <stdexcept>

#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

constexpr unsigned kSides[] = {RationalOracle::kLeft, RationalOracle::kRight};

/// Converts a side of a segment to the same side of the reversed segment.
unsigned turned(unsigned side) { return RationalOracle::kBoth & ~side; }

}  // namespace

OraclePaths::OraclePaths(const FreeSpace& space, const RationalOracle& oracle) : oracle_(oracle) {
  std::set<Point> ends;
  std::set<std::pair<Point, int>> wedges;
  for (const Wall& wall : space.walls()) {
    for (const auto& [at, to, left, right] :
         {std::tuple(wall.a, wall.b, wall.free_left, wall.free_right),
          std::tuple(wall.b, wall.a, wall.free_right, wall.free_left)}) {
      ends.insert(at);
      if (left) wedges.insert({at, oracle.wedge(at, to, RationalOracle::kLeft)});
      if (right) wedges.insert({at, oracle.wedge(at, to, RationalOracle::kRight)});
    }
  }
  ends_.assign(ends.begin(), ends.end());
  for (const auto& [at, wedge] : wedges) nodes_.push_back({at, wedge});
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    for (std::size_t j = i + 1; j < ends_.size(); ++j) {
      const Point p = ends_[i];
      const Point q = ends_[j];
      if (oracle.follow(p, q, RationalOracle::kBoth) == 0) continue;
      for (const unsigned leaves : kSides) {
        const unsigned arrives = oracle.follow(p, q, leaves);
        for (const unsigned side : kSides) {
          if ((arrives & side) == 0) continue;
          links_.push_back({node(p, oracle.wedge(p, q, leaves)),
                            node(q, oracle.wedge(q, p, turned(side))), distance(p, q)});
        }
      }
    }
  }
}

std::size_t OraclePaths::node(Point at, int wedge) const {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                  [&](const Node& n) { return n.at == at && n.wedge == wedge; });
  if (found == nodes_.end()) throw std::logic_error("a wedge of the oracle has no node");
  return static_cast<std::size_t>(found - nodes_.begin());
}

void OraclePaths::link_to_ends(Point p, std::size_t number, std::vector<Link>& links) const {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].at == p) links.push_back({number, n, 0});
  }
  for (const Point q : ends_) {
    if (q == p) continue;
    const unsigned arrives = oracle_.follow(p, q, RationalOracle::kBoth);
    for (const unsigned side : kSides) {
      if ((arrives & side) == 0) continue;
      links.push_back({number, node(q, oracle_.wedge(q, p, turned(side))), distance(p, q)});
    }
  }
}

double OraclePaths::shortest(Point start, Point goal) const {
  if (!oracle_.inside(start) || !oracle_.inside(goal)) return kInfinity;
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;
  std::vector<Link> links = links_;
  const std::size_t first = nodes_.size();
  const std::size_t last = first + 1;
  link_to_ends(start, first, links);
  link_to_ends(goal, last, links);
  if (oracle_.sees(start, goal)) links.push_back({first, last, distance(start, goal)});
  Graph graph(nodes_.size() + 2);
  for (const Link& link : links) add_edge(link.from, link.to, link.cost, graph);
  std::vector<double> lengths(num_vertices(graph));
  boost::dijkstra_shortest_paths(graph, vertex(first, graph),
                                 boost::distance_map(lengths.data()).distance_inf(kInfinity));
  return lengths[last];
}

}  // namespace fairway
