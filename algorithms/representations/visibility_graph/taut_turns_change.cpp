#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/visibility_graph/taut_turns.hpp"

namespace fairway {

TautTurns::Repair::Repair(TautTurns& turns, CsrGraph& graph, std::span<const Vertex> vertices)
    : turns_(turns), graph_(graph), vertices_(vertices) {
  for (const Vertex v : vertices) {
    if (v >= static_cast<Vertex>(graph.vertex_count())) break;
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      if (is_exchanged(graph.target(e))) continue;
      kept_twins_.push_back({v, graph.target(e), turns_.twins_[e]});
      if (turns_.depth_[e] != kForEver) lose(e);
    }
  }
  while (!stack_.empty()) {
    const std::uint32_t e = stack_.back();
    stack_.pop_back();
    if (!is_exchanged(graph.target(e))) lose(e);
  }
}

bool TautTurns::Repair::is_exchanged(Vertex v) const {
  return std::ranges::binary_search(vertices_, v);
}

/// The depth of an edge may be infinite now, and with it that of those before it.
void TautTurns::Repair::lose(std::uint32_t edge) {
  const Range range = before(edge);
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    ++turns_.continuations_[k];
    if (turns_.depth_[k] == kForEver) continue;
    turns_.depth_[k] = kForEver;
    touched_.push_back(k);
    stack_.push_back(k);
  }
}

void TautTurns::Repair::replace_row(Vertex v, std::span<const Vertex> row,
                                    std::span<const double> costs, const TautTurns& turns) {
  graph_.replace_row(v, row, costs);
  turns_.rows_.resize(graph_.vertex_count(), Row{0, 0, 0});
  turns_.rows_[static_cast<std::size_t>(v)] = turns.rows_.empty() ? Row{0, 0, 0} : turns.rows_[0];
  const std::size_t limit = graph_.index_limit();
  if (limit > turns_.turns_.capacity()) {
    turns_.turns_.reserve(limit + limit / 8);
    turns_.twins_.reserve(limit + limit / 8);
    turns_.depth_.reserve(limit + limit / 8);
    turns_.continuations_.reserve(limit + limit / 8);
  }
  turns_.turns_.resize(limit);
  turns_.twins_.resize(limit);
  turns_.depth_.resize(limit);
  turns_.continuations_.resize(limit);
  std::ranges::copy(turns.turns_, turns_.turns_.begin() + graph_.row_begin(v));
}

void TautTurns::Repair::finish() {
  find_twins();
  count_continuations();
  for (std::size_t i = 0, count = touched_.size(); i < count; ++i) {
    if (turns_.continuations_[touched_[i]] == 0) settle(touched_[i]);
  }
  while (!stack_.empty()) {
    const std::uint32_t e = stack_.back();
    stack_.pop_back();
    const Range range = before(e);
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      if (--turns_.continuations_[k] != 0) continue;
      touched_.push_back(k);
      settle(k);
    }
  }
  close_dead_ends();
}

void TautTurns::Repair::find_twins() {
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
    turns_.twins_[halves[i].edge] = kept_twins_[i].edge;
    turns_.twins_[kept_twins_[i].edge] = halves[i].edge;
  }
}

void TautTurns::Repair::count_continuations() {
  const std::size_t first = touched_.size();
  for (const Vertex v : vertices_) {
    for (std::uint32_t e = graph_.row_begin(v); e < graph_.row_end(v); ++e) {
      turns_.depth_[e] = kForEver;
      touched_.push_back(e);
    }
  }
  for (std::size_t i = first; i < touched_.size(); ++i) {
    const std::uint32_t e = touched_[i];
    const Range range = turns_.after_coming_by(graph_, owner(e), e);
    std::uint32_t count = 0;
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      count += turns_.depth_[turns_.twins_[k]] == kForEver;
    }
    turns_.continuations_[e] = count;
  }
}

/// The depth of an edge whose continuations all have a finite one.
void TautTurns::Repair::settle(std::uint32_t edge) {
  const Range range = turns_.after_coming_by(graph_, owner(edge), edge);
  std::uint32_t depth = 0;
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    depth = std::max(depth, turns_.depth_[turns_.twins_[k]] + 1);
  }
  turns_.depth_[edge] = depth;
  stack_.push_back(edge);
}

void TautTurns::Repair::close_dead_ends() {
  std::vector<Vertex> owners(vertices_.begin(), vertices_.end());
  const auto is_closed = [&](std::uint32_t e) {  // walked towards its vertex
    const std::uint32_t depth = turns_.depth_[e];
    return depth != kForEver && depth <= turns_.depth_[turns_.twins_[e]];
  };
  for (const std::uint32_t e : touched_) {
    const std::uint32_t twin = turns_.twins_[e];
    turns_.turns_[twin].open = !is_closed(e);
    turns_.turns_[e].open = !is_closed(twin);
    owners.push_back(owner(e));
    owners.push_back(owner(twin));
  }
  std::ranges::sort(owners);
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  for (const Vertex v : owners) {
    Row& row = turns_.rows_[static_cast<std::size_t>(v)];
    row.dead_end_first = row.dead_end_last = 0;
    const std::uint32_t begin = graph_.row_begin(v);
    for (std::uint32_t e = begin; e < graph_.row_end(v); ++e) {
      if (!is_closed(e)) continue;
      if (e - begin < row.split) row.dead_end_first = 1;
      if (e - begin >= row.split || row.split == kUnordered) row.dead_end_last = 1;
    }
  }
}

}  // namespace fairway
