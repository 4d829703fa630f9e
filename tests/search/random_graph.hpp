#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/graph/search_result.hpp"

namespace fairway::test {

/// Random points with edges to some neighbours. An edge costs its length times a random factor from
/// 1 to `spread`.
struct RandomGraph {
  std::vector<Point> places;
  CsrGraph graph;

  RandomGraph(std::mt19937_64& random, int count, int degree, double spread) {
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < count; ++i) places.push_back({unit(random), unit(random)});
    std::vector<CsrGraph::CostedEdge> edges;
    for (Vertex u = 0; u < count; ++u) {
      for (int k = 0; k < degree; ++k) {
        const auto v = static_cast<Vertex>(random() % static_cast<std::uint64_t>(count));
        edges.push_back({u, v, length(u, v) * (1 + (spread - 1) * unit(random))});
      }
    }
    graph = CsrGraph::from_edges(static_cast<std::size_t>(count), edges);
  }

  double length(Vertex u, Vertex v) const {
    const Point a = places[static_cast<std::size_t>(u)];
    const Point b = places[static_cast<std::size_t>(v)];
    return std::hypot(a.x - b.x, a.y - b.y);
  }

  std::vector<double> dijkstra(Vertex from) const {
    std::vector<double> cost(places.size());
    boost::dijkstra_shortest_paths(
        graph, from,
        boost::distance_map(boost::make_iterator_property_map(
                                cost.begin(), boost::typed_identity_property_map<Vertex>()))
            .weight_map(boost::make_function_property_map<CsrGraph::Edge>(
                [this](const CsrGraph::Edge& e) { return get(boost::edge_weight, graph, e); }))
            .vertex_index_map(boost::typed_identity_property_map<Vertex>()));
    for (double& c : cost) {
      if (c == std::numeric_limits<double>::max()) c = std::numeric_limits<double>::infinity();
    }
    return cost;
  }

  double cost_between(Vertex u, Vertex v) const {
    double least = std::numeric_limits<double>::infinity();
    for (auto [e, end] = out_edges(u, graph); e != end; ++e) {
      if (target(*e, graph) == v) least = std::min(least, get(boost::edge_weight, graph, *e));
    }
    return least;
  }
};

/// A consistent heuristic for several goals. Each goal has a link with its own cost.
inline auto lower_bound_to(const RandomGraph& g, const std::vector<Link>& goals) {
  return [&g, &goals](Vertex v) {
    double least = std::numeric_limits<double>::infinity();
    for (const Link& link : goals) least = std::min(least, g.length(v, link.vertex) + link.cost);
    return least;
  };
}

/// A random query. Start and goal are each linked to `links` random vertices at random costs. If
/// `direct` is true, a direct link also joins start and goal.
inline Attachment random_attachment(std::mt19937_64& random, const RandomGraph& g, int links,
                                    bool direct) {
  const auto pick = [&] { return static_cast<Vertex>(random() % g.places.size()); };
  Attachment attachment;
  for (int i = 0; i < links; ++i) {
    attachment.start.push_back({pick(), static_cast<double>(random() % 8) / 16});
    attachment.goal.push_back({pick(), static_cast<double>(random() % 8) / 16});
  }
  if (direct) attachment.direct = static_cast<double>(random() % 100) / 50;
  return attachment;
}

/// The least cost of a query, computed by Boost.
inline double least_cost(const RandomGraph& g, const Attachment& attachment) {
  double least = attachment.direct;
  for (const Link& start : attachment.start) {
    const std::vector<double> cost = g.dijkstra(start.vertex);
    for (const Link& goal : attachment.goal) {
      least = std::min(least, start.cost + cost[static_cast<std::size_t>(goal.vertex)] + goal.cost);
    }
  }
  return least;
}

/// The cost of a path over these vertices. If there are no vertices: the cost of the direct link.
inline double cost_of(const RandomGraph& g, const Attachment& attachment,
                      const std::vector<Vertex>& vertices) {
  if (vertices.empty()) return attachment.direct;
  const auto link = [](const std::vector<Link>& links, Vertex v) {
    double least = std::numeric_limits<double>::infinity();
    for (const Link& l : links) {
      if (l.vertex == v) least = std::min(least, l.cost);
    }
    return least;
  };
  double cost = link(attachment.start, vertices.front()) + link(attachment.goal, vertices.back());
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    cost += g.cost_between(vertices[i - 1], vertices[i]);
  }
  return cost;
}

/// Numbers of queries with and without a path, whose results were compared with Boost's.
struct ComparedQueries {
  int found = 0;
  int lost = 0;

  /// Expects that a search found a cheapest path. `least` is the result of least_cost().
  void compare(const RandomGraph& g, const Attachment& attachment, double least,
               const SearchResult& result, const std::vector<Vertex>& vertices) {
    ASSERT_EQ(result.found, std::isfinite(least));
    ++(result.found ? found : lost);
    if (!result.found) {
      ASSERT_TRUE(vertices.empty());
      return;
    }
    ASSERT_NEAR(result.cost, least, 1e-12 * (1 + least));
    ASSERT_NEAR(cost_of(g, attachment, vertices), least, 1e-12 * (1 + least));
  }
};

}  // namespace fairway::test
