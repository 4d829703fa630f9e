#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
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
  const std::size_t room = graph_.index_room();
  turns_.turns_.reserve(room);
  turns_.twins_.reserve(room);
  turns_.depth_.reserve(room);
  turns_.turns_.resize(limit);
  turns_.twins_.resize(limit);
  turns_.depth_.resize(limit);
  std::ranges::copy(turns.turns_, turns_.turns_.begin() + graph_.row_begin(v));
}

void TautTurns::Repair::finish() {
  find_twins();
  forget_new_depths();
  find_depths();
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

void TautTurns::Repair::forget_new_depths() {
  for (const Vertex v : vertices_) {
    for (std::uint32_t e = graph_.row_begin(v); e < graph_.row_end(v); ++e) {
      turns_.depth_[e] = kForEver;
      touched_.push_back(e);
    }
  }
}

std::uint32_t TautTurns::Repair::endless_continuations(std::uint32_t edge) const {
  const Range range = turns_.after_coming_by(graph_, owner(edge), edge);
  std::uint32_t count = 0;
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    count += turns_.depth_[turns_.twins_[k]] == kForEver;
  }
  return count;
}

/// Of an edge whose continuations all have a finite depth.
std::uint32_t TautTurns::Repair::depth_by_continuations(std::uint32_t edge) const {
  const Range range = turns_.after_coming_by(graph_, owner(edge), edge);
  std::uint32_t depth = 0;
  for (std::uint32_t k = range.begin; k < range.end; ++k) {
    depth = std::max(depth, turns_.depth_[turns_.twins_[k]] + 1);
  }
  return depth;
}

/// Those of touched edges, and of others that have a finite one now. An edge is taken from the
/// stack once all of its continuations were.
void TautTurns::Repair::find_depths() {
  std::unordered_map<std::uint32_t, std::uint32_t> endless;  // continuations of an edge
  for (const std::uint32_t e : touched_) {
    const std::uint32_t count = endless_continuations(e);
    endless.emplace(e, count);
    if (count == 0) stack_.push_back(e);
  }
  while (!stack_.empty()) {
    const std::uint32_t e = stack_.back();
    stack_.pop_back();
    turns_.depth_[e] = depth_by_continuations(e);
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
