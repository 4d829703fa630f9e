#include "algorithms/changes/taut_turns_repair.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace fairway {

TautTurnsRepair::TautTurnsRepair(TautTurns& turns, std::vector<std::uint32_t>& depth,
                                 CsrGraph& graph, std::span<const Vertex> vertices)
    : turns_(turns), tables_(turns.tables()), depth_(depth), graph_(graph), vertices_(vertices) {
  for (const Vertex v : vertices) {
    if (v >= static_cast<Vertex>(graph.vertex_count())) break;
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      if (is_exchanged(graph.target(e))) continue;
      kept_twins_.push_back({v, graph.target(e), tables_.twins[e]});
      if (depth_[e] != TautTurns::kForEver) forget_depths_before(e);
    }
  }
  while (!stack_.empty()) {
    const std::uint32_t e = stack_.back();
    stack_.pop_back();
    if (!is_exchanged(graph.target(e))) forget_depths_before(e);
  }
}

bool TautTurnsRepair::is_exchanged(Vertex v) const {
  return std::ranges::binary_search(vertices_, v);
}

/// Sets depth_ to kForEver for each edge that can precede this edge on a path. finish() recomputes
/// these depths.
void TautTurnsRepair::forget_depths_before(std::uint32_t edge) {
  const Range range = before(edge);
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    if (depth_[k] == TautTurns::kForEver) continue;
    depth_[k] = TautTurns::kForEver;
    touched_.push_back(k);
    stack_.push_back(k);
  }
}

void TautTurnsRepair::replace_row(Vertex v, std::span<const Vertex> row,
                                  std::span<const double> costs, TautTurns& turns) {
  const TautTurns::Tables from = turns.tables();
  graph_.replace_row(v, row, costs);
  tables_.rows.resize(graph_.vertex_count(), Row{0, 0, 0});
  tables_.rows[static_cast<std::size_t>(v)] = from.rows.empty() ? Row{0, 0, 0} : from.rows[0];
  const std::size_t limit = graph_.index_limit();
  const std::size_t room = graph_.index_room();
  tables_.turns.reserve(room);
  tables_.twins.reserve(room);
  depth_.reserve(room);
  tables_.turns.resize(limit);
  tables_.twins.resize(limit);
  depth_.resize(limit);
  std::ranges::copy(from.turns, tables_.turns.begin() + graph_.row_begin(v));
}

void TautTurnsRepair::finish() {
  find_twins();
  forget_new_depths();
  find_depths();
  close_dead_ends();
}

void TautTurnsRepair::find_twins() {
  std::vector<Half> halves;
  for (const Vertex v : vertices_) {
    for (std::uint32_t e = graph_.row_begin(v); e < graph_.row_end(v); ++e) {
      const Vertex w = graph_.target(e);
      halves.push_back({v, w, e});
      if (is_exchanged(w)) kept_twins_.push_back({w, v, e});
    }
  }
  std::ranges::sort(halves);
  std::ranges::sort(kept_twins_);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    tables_.twins[halves[i].edge] = kept_twins_[i].edge;
    tables_.twins[kept_twins_[i].edge] = halves[i].edge;
  }
}

void TautTurnsRepair::forget_new_depths() {
  for (const Vertex v : vertices_) {
    for (std::uint32_t e = graph_.row_begin(v); e < graph_.row_end(v); ++e) {
      depth_[e] = TautTurns::kForEver;
      touched_.push_back(e);
    }
  }
}

std::uint32_t TautTurnsRepair::endless_continuations(std::uint32_t edge) const {
  const Range range = turns_.after_coming_by(graph_, owner(edge), edge);
  std::uint32_t count = 0;
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    count += depth_[tables_.twins[k]] == TautTurns::kForEver;
  }
  return count;
}

/// Computes the depth of an edge (see TautTurns) from the depths of the edges that can follow it.
/// Precondition: these depths are finite.
std::uint32_t TautTurnsRepair::depth_by_continuations(std::uint32_t edge) const {
  const Range range = turns_.after_coming_by(graph_, owner(edge), edge);
  std::uint32_t depth = 0;
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    depth = std::max(depth, depth_[tables_.twins[k]] + 1);
  }
  return depth;
}

/// Recomputes the depths of touched edges, and of edges that get a finite depth. The depth of an
/// edge is computed after the depths of all edges that can follow it.
void TautTurnsRepair::find_depths() {
  std::unordered_map<std::uint32_t, std::uint32_t> endless;  // cache of endless_continuations()
  for (const std::uint32_t e : touched_) {
    const std::uint32_t count = endless_continuations(e);
    endless.emplace(e, count);
    if (count == 0) stack_.push_back(e);
  }
  while (!stack_.empty()) {
    const std::uint32_t e = stack_.back();
    stack_.pop_back();
    depth_[e] = depth_by_continuations(e);
    const Range range = before(e);
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      const auto [known, added] = endless.try_emplace(k);
      if (added) {
        known->second = endless_continuations(k);
        touched_.push_back(k);
      } else {
        --known->second;
      }
      if (known->second == 0) stack_.push_back(k);
    }
  }
}

void TautTurnsRepair::close_dead_ends() {
  std::vector<Vertex> owners(vertices_.begin(), vertices_.end());
  const auto is_closed =
      [&](std::uint32_t e) {  // whether e, walked towards its row's vertex, leads into a dead end
        const std::uint32_t depth = depth_[e];
        return depth != TautTurns::kForEver && depth <= depth_[tables_.twins[e]];
      };
  for (const std::uint32_t e : touched_) {
    const std::uint32_t twin = tables_.twins[e];
    tables_.turns[twin].open = !is_closed(e);
    tables_.turns[e].open = !is_closed(twin);
    owners.push_back(owner(e));
    owners.push_back(owner(twin));
  }
  std::ranges::sort(owners);
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  for (const Vertex v : owners) {
    Row& row = tables_.rows[static_cast<std::size_t>(v)];
    row.dead_end_first = row.dead_end_last = 0;
    const std::uint32_t begin = graph_.row_begin(v);
    for (std::uint32_t e = begin; e < graph_.row_end(v); ++e) {
      if (!is_closed(e)) continue;
      if (e - begin < row.split) row.dead_end_first = 1;
      if (e - begin >= row.split || row.split == TautTurns::kUnordered) row.dead_end_last = 1;
    }
  }
}

}  // namespace fairway
