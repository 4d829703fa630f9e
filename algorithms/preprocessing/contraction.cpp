#include "algorithms/preprocessing/contraction.hpp"

#include <algorithm>

#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

/// A witness search looks for paths that make shortcuts unnecessary, and settles at most this
/// number of vertices. The first limit holds while the priority of a vertex is estimated, the
/// second while a vertex is contracted.
constexpr std::size_t kSettledToEstimate = 500;
constexpr std::size_t kSettledToContract = 1000;

/// Contraction ends when the average degree of the remaining vertices exceeds both this number and
/// twice the average degree of the whole graph. More shortcuts would cost more time than they save.
constexpr std::size_t kCoreDegree = 30;

/// Lower bounds are reduced by this relative amount. Otherwise rounding could hide a witness that
/// costs as much as the path through the contracted vertex. Then a useless shortcut would be added.
constexpr double kBoundRounding = 1e-9;

}  // namespace

Contraction::Contraction(const GraphCopy& graph, Depth depth, const BuildBudget& budget)
    : bound_(graph.bound()),
      factor_(bound_.factor() * (1 - kBoundRounding)),
      symmetric_(graph.symmetric()),
      out_(graph.vertex_count()),
      in_(symmetric_ ? 0 : graph.vertex_count()),
      contracted_neighbours_(graph.vertex_count(), 0),
      labels_(graph.vertex_count()) {
  const auto size = static_cast<Vertex>(graph.vertex_count());
  const auto copy = [&](const CsrGraph& from, std::vector<std::vector<Arc>>& to) {
    for (Vertex v = 0; v < size; ++v) {
      for (std::uint32_t e = from.row_begin(v); e < from.row_end(v); ++e) {
        to[index(v)].push_back({from.target(e), kNoVertex, from.cost(e)});
      }
    }
  };
  live_arcs_ = (symmetric_ ? 1 : 2) * graph.forward().edge_count();
  copy(graph.forward(), out_);
  if (!symmetric_) copy(graph.backward(), in_);

  OpenHeap<Candidate> queue;
  for (Vertex v = 0; v < size; ++v) {
    queue.push({priority(v), v});
    budget.check_time();
  }
  order_.reserve(graph.vertex_count());
  const std::size_t first_arcs = live_arcs_;
  const auto is_core = [&](std::size_t left) {
    return live_arcs_ > kCoreDegree * left &&
           live_arcs_ * graph.vertex_count() > 2 * first_arcs * left;
  };
  std::vector<Vertex> core;
  while (!queue.empty() && !is_core(queue.size() + core.size())) {
    const Vertex v = queue.pop().vertex;
    const Candidate now{priority(v), v};
    budget.check_time();
    if (!queue.empty() && queue.top().before(now)) {
      queue.push(now);
      continue;
    }
    if (depth == Depth::kTwoLevels && needs_detour()) {
      core.push_back(v);
      continue;
    }
    contract(v);
    budget.check_bytes(index_bytes());
  }
  contracted_ = order_.size();
  while (!queue.empty()) core.push_back(queue.pop().vertex);
  std::ranges::sort(core);
  order_.insert(order_.end(), core.begin(), core.end());
}

int Contraction::priority(Vertex v) {
  find_shortcuts(v, kSettledToEstimate);
  const std::size_t arcs = out_[index(v)].size() + (symmetric_ ? 0 : in_[index(v)].size());
  return 2 * static_cast<int>(shortcuts_.size()) - static_cast<int>(arcs) +
         3 * contracted_neighbours_[index(v)];
}

void Contraction::contract(Vertex v) {
  if (reached_limit_) find_shortcuts(v, kSettledToContract);
  const std::size_t arcs = out_[index(v)].size() + (symmetric_ ? 0 : in_[index(v)].size());
  live_arcs_ -= arcs;
  up_arcs_ += arcs;
  for (const Arc& arc : out_[index(v)]) {
    remove(in(arc.to), v);
    ++contracted_neighbours_[index(arc.to)];
  }
  if (!symmetric_) {
    for (const Arc& arc : in_[index(v)]) {
      remove(out_[index(arc.to)], v);
      ++contracted_neighbours_[index(arc.to)];
    }
  }
  for (const Shortcut& s : shortcuts_) {
    add(out_[index(s.from)], {s.to, v, s.cost});
    add(in(s.to), {s.from, v, s.cost});
  }
  order_.push_back(v);
}

/// Whether one of the shortcuts in shortcuts_ costs more than the lower bound of the cost between
/// its ends.
bool Contraction::needs_detour() const {
  return with_metric(bound_.heuristic(), [&]<HeuristicKind kind>() {
    return std::ranges::any_of(shortcuts_, [&](const Shortcut& s) {
      const double least = metric<kind>(bound_.position(s.from), bound_.position(s.to));
      return factor_ * least < s.cost - kBoundRounding * s.cost;
    });
  });
}

/// Writes the shortcuts that the contraction of v needs to shortcuts_. In a symmetric graph, a
/// shortcut stands for both directions.
void Contraction::find_shortcuts(Vertex v, std::size_t most_settled) {
  shortcuts_.clear();
  reached_limit_ = false;
  const std::vector<Arc>& out = out_[index(v)];
  const std::vector<Arc>& into = in(v);
  for (std::size_t i = 0; i < into.size(); ++i) {
    const Arc& from = into[i];
    const std::size_t first = symmetric_ ? i + 1 : 0;
    targets_.clear();
    ++stamp_;
    for (std::size_t k = first; k < out.size(); ++k) {
      const Vertex to = out[k].to;
      if (to == from.to) continue;
      const double over = from.cost + out[k].cost;
      labels_[index(to)].target = stamp_;
      labels_[index(to)].over = over;
      targets_.push_back({bound_.position(to), to, over});
    }
    if (targets_.empty()) continue;
    with_metric(bound_.heuristic(),
                [&]<HeuristicKind kind>() { search_witnesses<kind>(from.to, v, most_settled); });
    for (std::size_t k = first; k < out.size(); ++k) {
      if (out[k].to == from.to) continue;
      const double cost = from.cost + out[k].cost;
      const Label& label = labels_[index(out[k].to)];
      if (label.stamp != stamp_ || label.cost > cost) {
        shortcuts_.push_back({from.to, out[k].to, cost});
      }
    }
  }
}

/// Labels vertices with the costs of paths from `from` that avoid v. Stops when every target in
/// targets_ has a witness, or when `most_settled` vertices are settled. The search is greedy (it
/// continues where the lower bound to a target is least, then where the cost is least), so it may
/// settle a vertex again.
template <HeuristicKind kind>
void Contraction::search_witnesses(Vertex from, Vertex v, std::size_t most_settled) {
  open_.clear();
  open_.push({0, 0, from});
  labels_[index(from)].cost = 0;
  labels_[index(from)].stamp = stamp_;
  for (std::size_t settled = 0; !open_.empty();) {
    if (settled == most_settled) {
      reached_limit_ = true;
      return;
    }
    const Open least = open_.pop();
    if (least.cost > labels_[index(least.vertex)].cost) continue;
    if (left_to_target<kind>(least.vertex, least.cost) == kInfinity) continue;
    ++settled;
    for (const Arc& arc : out_[index(least.vertex)]) {
      if (arc.to == v) continue;
      const double cost = least.cost + arc.cost;
      Label& label = labels_[index(arc.to)];
      if (label.stamp == stamp_ && label.cost <= cost) continue;
      label.cost = cost;
      label.stamp = stamp_;
      if (label.target == stamp_ && cost <= label.over) {
        label.target = 0;
        remove_target(arc.to);
        if (targets_.empty()) return;
      }
      const double left = left_to_target<kind>(arc.to, cost);
      if (left < kInfinity) open_.push({left, cost, arc.to});
    }
  }
}

/// A path that reaches v at this cost may continue to a target as a witness (a path that costs no
/// more than the path through the contracted vertex). Returns the lower bound of the cost from v to
/// such a target; kInfinity if there is none.
template <HeuristicKind kind>
double Contraction::left_to_target(Vertex v, double cost) {
  const Point position = bound_.position(v);
  for (Target& target : targets_) {
    const double left = factor_ * metric<kind>(position, target.position);
    if (cost + left > target.over) continue;
    std::swap(target, targets_.front());
    return left;
  }
  return kInfinity;
}

void Contraction::remove_target(Vertex v) {
  *std::ranges::find(targets_, v, &Target::vertex) = targets_.back();
  targets_.pop_back();
}

/// Adds an arc. If there is an arc to the same vertex, keeps the cheaper of the two.
void Contraction::add(std::vector<Arc>& arcs, const Arc& arc) {
  const auto at = std::ranges::find(arcs, arc.to, &Arc::to);
  if (at == arcs.end()) {
    arcs.push_back(arc);
    ++live_arcs_;
  } else if (arc.cost < at->cost) {
    *at = arc;
  }
}

void Contraction::remove(std::vector<Arc>& arcs, Vertex to) {
  const auto at = std::ranges::find(arcs, to, &Arc::to);
  *at = arcs.back();
  arcs.pop_back();
  --live_arcs_;
}

}  // namespace fairway
