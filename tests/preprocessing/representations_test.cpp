#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/methods/built_index.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/preprocessing/preprocessing.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

constexpr int kQueries = 100;

const std::vector<std::string>& methods() {
  static const std::vector<std::string> names{"grid",
                                              "hexgrid",
                                              "quadtree-raw",
                                              "triangle-mesh-raw",
                                              "visibility-graph",
                                              "jump-point-graph",
                                              "subgoal-graph",
                                              "hpa"};
  return names;
}

FreeSpace world(std::uint32_t seed) {
  const int width = 2 + static_cast<int>(seed * 7 % 11);
  const int height = 2 + static_cast<int>(seed * 5 % 9);
  switch (seed % 4) {
    case 0:
      return build(random_lattice(seed, 6, 5, 0.1 * (seed % 3), 0.2));
    case 1:
      return build(random_blocks(seed, 24, 10));
    case 2:
      return build(random_stars(seed, 2, 6));
    default:
      return build(random_raster(seed, width, height, 0.05 * (seed % 9), 1));
  }
}

/// The graph of a representation, and the costs between all vertices by Boost's Dijkstra.
class Oracle {
 public:
  Oracle(const FreeSpace& space, const Method& method)
      : index_(Registry::built_in().build_index(space, method)), view_(index_->view()) {
    const auto size = static_cast<Vertex>(view_->vertex_count());
    std::vector<RepresentationView::Edge> row;
    costs_.resize(view_->vertex_count());
    for (Vertex v = 0; v < size; ++v) {
      positions_.push_back(view_->position(v));
      view_->edges_of(v, row);
      for (const auto& e : row) {
        edges_.push_back({e.source, e.target, e.cost});
        const auto at = cheapest_.emplace(std::pair(e.source, e.target), e.cost).first;
        at->second = std::min(at->second, e.cost);
      }
      view_->least_costs(v, costs_[static_cast<std::size_t>(v)]);
    }
  }

  GraphCopy copy(HeuristicKind heuristic) const { return GraphCopy(positions_, edges_, heuristic); }
  bool attach(const Location& start, const Location& goal, Attachment& attachment) {
    return view_->attach(start, goal, attachment) == AttachStatus::kAttached;
  }
  double least_cost(const Attachment& links) const {
    double least = links.direct;
    for (const Link& a : links.start) {
      for (const Link& b : links.goal) {
        const double inner =
            costs_[static_cast<std::size_t>(a.vertex)][static_cast<std::size_t>(b.vertex)];
        least = std::min(least, a.cost + inner + b.cost);
      }
    }
    return least;
  }
  /// The cost of a path over these vertices, with the cheapest links and edges. Infinity if a link
  /// or edge is absent.
  double cost_of(const Attachment& links, const std::vector<Vertex>& vertices) const {
    if (vertices.empty()) return links.direct;
    const auto cheapest_to = [](const auto& ends, Vertex v) {
      double least = kInfinity;
      for (const Link& link : ends) {
        if (link.vertex == v) least = std::min(least, link.cost);
      }
      return least;
    };
    double cost =
        cheapest_to(links.start, vertices.front()) + cheapest_to(links.goal, vertices.back());
    for (std::size_t i = 0; i + 1 < vertices.size(); ++i) {
      const auto edge = cheapest_.find({vertices[i], vertices[i + 1]});
      cost += edge == cheapest_.end() ? kInfinity : edge->second;
    }
    return cost;
  }

 private:
  std::shared_ptr<BuiltIndex> index_;
  std::unique_ptr<RepresentationView> view_;
  std::vector<Point> positions_;
  std::vector<CsrGraph::CostedEdge> edges_;
  std::map<std::pair<Vertex, Vertex>, double> cheapest_;
  std::vector<std::vector<double>> costs_;
};

class PreprocessedRepresentation : public testing::TestWithParam<std::string> {};

/// Asks 100 queries per world and kind of search. `SEED=2 WORLDS=1000 preprocessing_tests` makes a
/// longer run.
TEST_P(PreprocessedRepresentation, AnswersEqualBoostsDijkstra) {
  const Registry& registry = Registry::built_in();
  const unsigned first = from_environment("SEED", 1) * 1'000'000;
  const unsigned worlds = from_environment("WORLDS", 12);
  std::map<SearchKind, int> asked;
  int found = 0;
  for (unsigned number = 0; number < worlds; ++number) {
    SCOPED_TRACE("world " + std::to_string(first + number));
    const FreeSpace space = world(first + number);
    std::mt19937 random(first + number);
    Method method = registry.method(GetParam());
    method.options.update(
        conformance::coarse_values(registry.adapter(method.adapter).options, space));
    if (method.adapter == "hpa") method.options["cluster"] = 3;
    Oracle oracle(space, method);
    std::vector<Location> free;
    for (const Point p : probe_points(space, random, 60)) {
      const Location at = space.locate(p);
      if (at.place != Place::kBlocked) free.push_back(at);
    }
    if (free.empty()) continue;
    for (const SearchKind kind :
         {SearchKind::kAlt, SearchKind::kContractionHierarchy, SearchKind::kGoalBounding,
          SearchKind::kFirstMoves, SearchKind::kTwoLevels}) {
      SCOPED_TRACE(name_of(kind));
      const SearchSettings settings{.search = kind, .landmarks = static_cast<int>(number % 5)};
      const auto index = preprocess(oracle.copy(method.search.heuristic), settings);
      const auto search = index->search();
      Attachment links;
      std::vector<Vertex> vertices;
      for (int query = 0; query < kQueries; ++query) {
        const Location& start = free[random() % free.size()];
        const Location& goal = free[random() % free.size()];
        const double expected =
            oracle.attach(start, goal, links) ? oracle.least_cost(links) : kInfinity;
        ++asked[kind];
        const SearchResult result = search->find({start.point, goal.point, links}, vertices);
        ASSERT_EQ(result.found, expected < kInfinity);
        if (!result.found) continue;
        ++found;
        ASSERT_NEAR(result.cost, expected, 1e-12 * (1 + expected));
        ASSERT_NEAR(oracle.cost_of(links, vertices), expected, 1e-12 * (1 + expected));
      }
    }
  }
  for (const auto& [kind, count] : asked) {
    std::printf("%s: %d queries\n", std::string(name_of(kind)).c_str(), count);
  }
  EXPECT_GT(found, static_cast<int>(20 * worlds));
}

INSTANTIATE_TEST_SUITE_P(Preprocessing, PreprocessedRepresentation, testing::ValuesIn(methods()),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace fairway::test
