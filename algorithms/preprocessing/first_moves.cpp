#include "algorithms/preprocessing/first_moves.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/preprocessing/cost_bound.hpp"
#include "algorithms/preprocessing/least_tree.hpp"
#include "algorithms/search/build_limits.hpp"

namespace fairway {
namespace {

/// Returns all vertices in depth-first order along the edges.
std::vector<Vertex> depth_first(const CsrGraph& graph) {
  const auto size = static_cast<Vertex>(graph.vertex_count());
  std::vector<char> seen(graph.vertex_count(), 0);
  std::vector<Vertex> order;
  std::vector<Vertex> stack;
  order.reserve(graph.vertex_count());
  for (Vertex root = 0; root < size; ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const Vertex v = stack.back();
      stack.pop_back();
      if (std::exchange(seen[static_cast<std::size_t>(v)], 1) != 0) continue;
      order.push_back(v);
      for (std::uint32_t e = graph.row_end(v); e > graph.row_begin(v); --e) {
        stack.push_back(graph.target(e - 1));
      }
    }
  }
  return order;
}

}  // namespace

FirstMoves FirstMoves::build(GraphCopy graph, const BuildBudget& budget) {
  FirstMoves result(std::move(graph));
  const CsrGraph& forward = result.graph_.forward();
  const std::size_t size = forward.vertex_count();
  for (std::size_t v = 0; v < size; ++v) {
    result.moves_ = std::max(result.moves_, forward.out_degree_of(static_cast<Vertex>(v)) + 2);
  }
  if (std::uint64_t{result.moves_} * size > std::numeric_limits<std::uint32_t>::max()) {
    throw MemoryLimitExceeded(
        "the graph is too large: an entry of the table of first moves must fit into 32 bits");
  }
  const std::vector<Vertex> goals = depth_first(forward);
  result.place_.resize(size);
  for (std::uint32_t place = 0; place < size; ++place) {
    result.place_[static_cast<std::size_t>(goals[place])] = place;
  }

  const std::vector<std::uint32_t> forward_edges = result.graph_.forward_edges();
  const auto move_of = [&](Vertex v, std::uint32_t backward_edge) {
    return forward_edges[backward_edge] - forward.row_begin(v) + 1;
  };
  std::vector<std::vector<std::uint32_t>> rows(size);
  std::vector<std::uint32_t> last(size, std::numeric_limits<std::uint32_t>::max());
  std::vector<std::uint32_t> moves(size);
  std::size_t runs = 0;
  LeastTree tree(result.graph_.backward());
  for (std::uint32_t place = 0; place < size; ++place) {
    const Vertex goal = goals[place];
    // If several paths cost the same, prefer the edge stored for the previous goal, because it
    // extends a run of equal edges.
    tree.grow(goal, [&](Vertex v, std::uint32_t edge) {
      return move_of(v, edge) == last[static_cast<std::size_t>(v)];
    });
    std::ranges::fill(moves, 0);
    for (std::size_t i = 1; i < tree.reached().size(); ++i) {
      const Vertex v = tree.reached()[i];
      moves[static_cast<std::size_t>(v)] = move_of(v, tree.edge(v));
    }
    // No query reads the edge from the goal to itself. Extend the last run of the goal's row.
    moves[static_cast<std::size_t>(goal)] = last[static_cast<std::size_t>(goal)];
    for (std::size_t v = 0; v < size; ++v) {
      if (moves[v] == last[v]) continue;
      rows[v].push_back(result.moves_ * place + moves[v]);
      last[v] = moves[v];
      ++runs;
    }
    budget.check_time();
    budget.check_bytes(result.graph_.memory_bytes() + runs * sizeof(std::uint32_t));
  }
  result.graph_.forget_backward();
  result.pack(rows);
  budget.check_bytes(result.memory_bytes());
  return result;
}

void FirstMoves::pack(std::vector<std::vector<std::uint32_t>>& rows) {
  std::size_t runs = 0;
  for (const auto& row : rows) runs += row.size();
  runs_.reserve(runs);
  offsets_.reserve(rows.size() + 1);
  offsets_.push_back(0);
  for (auto& row : rows) {
    runs_.insert(runs_.end(), row.begin(), row.end());
    row = {};
    offsets_.push_back(runs_.size());
  }
}

std::uint32_t FirstMoves::move(Vertex v, std::uint32_t goal_place) const {
  const std::uint32_t* const begin = &runs_[offsets_[static_cast<std::size_t>(v)]];
  const std::uint32_t* const end = runs_.data() + offsets_[static_cast<std::size_t>(v) + 1];
  const std::uint32_t last = moves_ * goal_place + (moves_ - 1);
  return *(std::upper_bound(begin, end, last) - 1) % moves_;
}

/// Follows the stored edges from the start's link to the goal's link of a pair. Stops if there is
/// no path, or if the path costs as much as the best path so far. Otherwise the new path becomes
/// the best path.
void FirstMoves::walk(const LinkedQuery& query, const Pair& pair, Scratch& scratch,
                      SearchResult& result, std::vector<Vertex>& vertices) const {
  const Link& start = query.links.start[pair.start];
  const Link& goal = query.links.goal[pair.goal];
  const std::uint32_t place = place_[static_cast<std::size_t>(goal.vertex)];
  scratch.path.clear();
  double cost = start.cost + goal.cost;
  for (Vertex v = start.vertex;;) {
    ++result.expanded;
    scratch.path.push_back(v);
    if (cost >= result.cost) return;
    if (v == goal.vertex) break;
    ++result.generated;
    const std::uint32_t taken = move(v, place);
    if (taken == 0) return;
    const std::uint32_t edge = graph_.forward().row_begin(v) + taken - 1;
    cost += graph_.forward().cost(edge);
    v = graph_.forward().target(edge);
  }
  result.cost = cost;
  vertices.swap(scratch.path);
}

SearchResult FirstMoves::find(const LinkedQuery& query, Scratch& scratch,
                              std::vector<Vertex>& vertices) const {
  SearchResult result;
  result.cost = query.links.direct;
  vertices.clear();
  scratch.pairs.clear();
  const CostBound& costs = graph_.bound();
  with_metric(costs.heuristic(), [&]<HeuristicKind kind>() {
    for (std::uint32_t i = 0; i < query.links.start.size(); ++i) {
      const Link& start = query.links.start[i];
      const Point from = costs.position(start.vertex);
      for (std::uint32_t k = 0; k < query.links.goal.size(); ++k) {
        const Link& goal = query.links.goal[k];
        const double way = costs.factor() * metric<kind>(from, costs.position(goal.vertex));
        scratch.pairs.push_back({start.cost + way + goal.cost, i, k});
      }
    }
  });
  const auto later = [](const Pair& a, const Pair& b) { return a.bound > b.bound; };
  std::make_heap(scratch.pairs.begin(), scratch.pairs.end(), later);
  while (!scratch.pairs.empty() && scratch.pairs.front().bound < result.cost) {
    const Pair pair = scratch.pairs.front();
    std::pop_heap(scratch.pairs.begin(), scratch.pairs.end(), later);
    scratch.pairs.pop_back();
    walk(query, pair, scratch, result, vertices);
  }
  result.found = result.cost < std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace fairway
