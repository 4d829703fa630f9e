#include "algorithms/preprocessing/contraction.hpp"

#include <algorithm>
#include <limits>

namespace fairway {
namespace {

/// Limits of the vertices that a witness search settles: for an estimate of a priority, and for a
/// contraction.
constexpr std::size_t kSettledToEstimate = 500;
constexpr std::size_t kSettledToContract = 2000;

}  // namespace

Contraction::Contraction(const GraphCopy& graph, const BuildBudget& budget)
    : symmetric_(graph.symmetric()),
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
  while (!queue.empty()) {
    const Vertex v = queue.pop().vertex;
    const Candidate now{priority(v), v};
    budget.check_time();
    if (!queue.empty() && queue.top().before(now)) {
      queue.push(now);
      continue;
    }
    contract(v);
    budget.check_bytes(index_bytes());
  }
}

int Contraction::priority(Vertex v) {
  find_shortcuts(v, kSettledToEstimate);
  const std::size_t arcs = out_[index(v)].size() + (symmetric_ ? 0 : in_[index(v)].size());
  return 2 * static_cast<int>(shortcuts_.size()) - static_cast<int>(arcs) +
         3 * contracted_neighbours_[index(v)];
}

void Contraction::contract(Vertex v) {
  find_shortcuts(v, kSettledToContract);
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

/// Finds the shortcuts that the contraction of a vertex needs. In a symmetric graph, a shortcut
/// stands for both directions.
void Contraction::find_shortcuts(Vertex v, std::size_t most_settled) {
  shortcuts_.clear();
  const std::vector<Arc>& out = out_[index(v)];
  const std::vector<Arc>& into = in(v);
  for (std::size_t i = 0; i < into.size(); ++i) {
    const Arc& from = into[i];
    const std::size_t first = symmetric_ ? i + 1 : 0;
    double longest = 0;
    std::size_t targets = 0;
    ++stamp_;
    for (std::size_t k = first; k < out.size(); ++k) {
      if (out[k].to == from.to) continue;
      longest = std::max(longest, from.cost + out[k].cost);
      labels_[index(out[k].to)].target = stamp_;
      labels_[index(out[k].to)].over = from.cost + out[k].cost;
      ++targets;
    }
    if (targets == 0) continue;
    search_witnesses(from, v, longest, targets, most_settled);
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

/// Labels vertices with the costs of paths from the target of `from` that avoid v.
void Contraction::search_witnesses(const Arc& from, Vertex v, double longest, std::size_t targets,
                                   std::size_t most_settled) {
  open_.clear();
  open_.push({0, from.to});
  labels_[index(from.to)].cost = 0;
  labels_[index(from.to)].stamp = stamp_;
  std::size_t settled = 0;
  while (!open_.empty()) {
    const Open least = open_.pop();
    Label& label = labels_[index(least.vertex)];
    if (least.cost > label.cost) continue;
    if (label.target == stamp_ && --targets == 0) return;
    if (++settled > most_settled) return;
    for (const Arc& arc : out_[index(least.vertex)]) {
      if (arc.to == v) continue;
      const double cost = least.cost + arc.cost;
      if (cost > longest) continue;
      Label& other = labels_[index(arc.to)];
      if (other.stamp == stamp_ && other.cost <= cost) continue;
      other.cost = cost;
      other.stamp = stamp_;
      if (other.target == stamp_ && cost <= other.over) {
        other.target = 0;
        if (--targets == 0) return;
      }
      open_.push({cost, arc.to});
    }
  }
}

/// Adds an arc. Replaces an existing arc to the same target if that arc costs more.
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
