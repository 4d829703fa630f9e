#include <benchmark/benchmark.h>

#include <boost/graph/astar_search.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/methods/planner_for.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "generated/registered_representations.hpp"
#include "harness/benchmarks/benchmark_world.hpp"

namespace fairway {
namespace {

/// A query between two vertices of a representation. heuristic() is the best heuristic that the
/// representation offers for this query.
template <Representation R>
struct VertexQuery {
  const R& representation;
  Vertex start = kNoVertex;
  Vertex goal = kNoVertex;
  Attachment attachment;

  VertexQuery(const R& r, const FreeSpace& space, const Query& query) : representation(r) {
    typename R::Scratch scratch;
    Attachment ends;
    const AttachStatus status =
        r.attach(space.locate(query.start), space.locate(query.goal), scratch, ends);
    if (status != AttachStatus::kAttached || ends.start.empty() || ends.goal.empty()) return;
    start = ends.start.front().vertex;
    goal = ends.goal.front().vertex;
    attachment.start.push_back({start, 0});
    attachment.goal.push_back({goal, 0});
  }

  auto heuristic() const {
    if constexpr (HasOctileHeuristic<R>) {
      return representation.octile_to(representation.position(goal), attachment.goal);
    } else {
      return EuclideanHeuristic([r = &representation](Vertex v) { return r->position(v); },
                                representation.position(goal));
    }
  }
};

/// A search by Boost's A*. It counts expansions and throws an exception to end the search.
template <class Graph, class H>
class BoostSearch {
 public:
  BoostSearch(const Graph& graph)
      : graph_(graph),
        parent_(num_vertices(graph)),
        g_(num_vertices(graph)),
        f_(num_vertices(graph)),
        colour_(num_vertices(graph)) {}

  double operator()(Vertex start, Vertex goal, const H& heuristic) {
    expanded = 0;
    const boost::typed_identity_property_map<Vertex> index;
    const auto map = [&](auto& values) {
      return boost::make_iterator_property_map(values.begin(), index);
    };
    const auto weight = boost::make_function_property_map<EdgeOf<Graph>, double>(
        [this](const EdgeOf<Graph>& e) { return get(boost::edge_weight, graph_, e); });
    try {
      boost::astar_search(graph_, start, Bound{&heuristic}, Visitor{goal, &expanded}, map(parent_),
                          map(f_), map(g_), weight, index, map(colour_), std::less<>(),
                          std::plus<>(), std::numeric_limits<double>::max(), 0.0);
    } catch (const Reached&) {
      return g_[static_cast<std::size_t>(goal)];
    }
    return std::numeric_limits<double>::infinity();
  }

  std::uint64_t expanded = 0;

 private:
  struct Reached {};
  struct Bound : boost::astar_heuristic<Graph, double> {
    explicit Bound(const H* h) : heuristic(h) {}
    double operator()(Vertex v) const { return (*heuristic)(v); }
    const H* heuristic;
  };
  struct Visitor : boost::default_astar_visitor {
    Visitor(Vertex g, std::uint64_t* count) : goal(g), expansions(count) {}
    void examine_vertex(Vertex v, const Graph&) const {
      ++*expansions;
      if (v == goal) throw Reached{};
    }
    Vertex goal;
    std::uint64_t* expansions;
  };

  const Graph& graph_;
  std::vector<Vertex> parent_;
  std::vector<double> g_;
  std::vector<double> f_;
  std::vector<boost::default_color_type> colour_;
};

/// Times the shared A* if `ours` is true, else Boost's A*. First checks that both searches find
/// paths of equal cost.
template <Representation R>
void time_search(benchmark::State& state, const Query LargeGridWorld::*which, bool ours) {
  const LargeGridWorld& world = large_grid_world();
  static const R representation = R::build(world.space, R::methods().front().options);
  const VertexQuery<R> query(representation, world.space, world.*which);
  if (query.start == kNoVertex) {
    state.SkipWithError("an end has no link");
    return;
  }
  const auto heuristic = query.heuristic();
  BoostSearch<typename R::Graph, decltype(query.heuristic())> theirs(representation.graph());
  SearchScratch scratch;
  std::vector<Vertex> vertices;
  const auto search = [&] {
    return astar(representation.graph(), query.attachment, heuristic, scratch, vertices);
  };
  const double expected = theirs(query.start, query.goal, heuristic);
  if (std::abs(search().cost - expected) > 1e-9 * expected) {
    state.SkipWithError("the two searches disagree");
    return;
  }
  std::uint64_t expanded = 0;
  for (auto _ : state) {
    if (ours) {
      const SearchResult result = search();
      benchmark::DoNotOptimize(result.cost);
      expanded = result.expanded;
    } else {
      benchmark::DoNotOptimize(theirs(query.start, query.goal, heuristic));
      expanded = theirs.expanded;
    }
  }
  state.counters["expanded"] = static_cast<double>(expanded);
  state.counters["expansion"] = benchmark::Counter(
      static_cast<double>(expanded),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <Representation R>
void register_comparison() {
  struct Case {
    const char* name;
    const Query LargeGridWorld::*query;
  };
  for (const Case& c :
       {Case{"short-query", &LargeGridWorld::near}, Case{"long-query", &LargeGridWorld::far}}) {
    for (const bool ours : {true, false}) {
      const std::string name = std::string(c.name) + "/" + std::string(R::kName) + "/" +
                               (ours ? "fairway" : "boost-astar");
      benchmark::RegisterBenchmark(name.c_str(), [query = c.query, ours](benchmark::State& state) {
        time_search<R>(state, query, ours);
      })->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace

void register_boost_comparison() {
  RegisteredRepresentations::for_each([]<Representation R>() { register_comparison<R>(); });
}

}  // namespace fairway
