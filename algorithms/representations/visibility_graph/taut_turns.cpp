#include "algorithms/representations/visibility_graph/taut_turns.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

void TautTurns::Marks::begin(std::size_t edges) {
  stamps_.fit(edges);
  if (++stamp_ == 0) {
    stamps_.clear();
    stamp_ = 1;
  }
}

void TautTurns::Marks::insert(std::uint32_t edge) {
  if (contains(edge)) return;
  stamps_[edge] = stamp_;
  stack_.push_back(edge);
}

void TautTurns::add_row(const FreeSpace& space, const Corner& corner,
                        std::span<const Point> positions, std::vector<Vertex>& row) {
  const Triangulation& mesh = space.triangulation();
  const Point v = mesh.point(corner.vertex);
  const auto at = [&](Vertex w) { return positions[static_cast<std::size_t>(w)]; };
  const auto side = [&](Vertex w) { return tangent_side(mesh, corner, at(w)); };
  if (row.size() >= kUnordered)
    throw std::length_error("a corner has 2^30 edges or more; expected fewer edges");
  // A path can pass along both sides of a wall of zero width. So the edges along such a wall cannot
  // be sorted.
  if (corner.right == corner.left &&
      std::ranges::any_of(row, [&](Vertex w) { return side(w) == 0; })) {
    turns_.insert(turns_.end(), row.size(), Turn{0, 0, 1});
    rows_.push_back({kUnordered, 0, 0});
    return;
  }

  const auto first = std::partition(row.begin(), row.end(), [&](Vertex w) { return side(w) < 0; });
  const auto clockwise = [&](Vertex a, Vertex b) { return orientation(v, at(a), at(b)) > 0; };
  const auto sort = [&](auto begin, auto end) {
    if (!std::is_sorted(begin, end, clockwise)) std::sort(begin, end, clockwise);
  };
  sort(row.begin(), first);
  sort(first, row.end());
  const std::size_t base = turns_.size();
  auto next = first;
  for (auto w = row.begin(); w != first; ++w) {
    while (next != row.end() && orientation(at(*w), v, at(*next)) < 0) ++next;
    turns_.push_back({static_cast<std::uint32_t>(next - row.begin()) & (kMostEdges - 1), 0, 1});
  }
  std::uint32_t before = 0;
  const auto split = static_cast<std::uint32_t>(first - row.begin());
  for (auto w = first; w != row.end(); ++w) {
    while (before < split && turns_[base + before].bound <= w - row.begin()) ++before;
    turns_.push_back({before & (kMostEdges - 1), 1, 1});
  }
  rows_.push_back({split & (kMostEdges - 1), 0, 0});
}

void TautTurns::find_twins(const CsrGraph& graph) {
  // The edges into each vertex, sorted by source.
  const auto vertices = static_cast<Vertex>(graph.vertex_count());
  struct Incoming {
    std::uint32_t edge;
    Vertex source;
  };
  std::vector<Incoming> incoming(graph.edge_count());
  std::vector<std::uint32_t> place(graph.vertex_count());
  const auto rewind = [&] {
    for (Vertex v = 0; v < vertices; ++v) place[static_cast<std::size_t>(v)] = graph.row_begin(v);
  };
  rewind();
  for (Vertex v = 0; v < vertices; ++v) {
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      incoming[place[static_cast<std::size_t>(graph.target(e))]++] = {e, v};
    }
  }
  // The loop reaches the edges out of each vertex in ascending order of their targets. So the k-th
  // of these edges is the twin of the k-th edge into the vertex.
  twins_.resize(graph.edge_count());
  rewind();
  for (Vertex v = 0; v < vertices; ++v) {
    for (std::uint32_t k = graph.row_begin(v); k < graph.row_end(v); ++k) {
      const Incoming into = incoming[k];
      twins_[into.edge] = incoming[place[static_cast<std::size_t>(into.source)]++].edge;
    }
  }
}

std::vector<std::uint32_t> TautTurns::find_dead_ends(const CsrGraph& graph) {
  turns_.shrink_to_fit();
  rows_.shrink_to_fit();
  find_twins(graph);
  std::vector<std::uint32_t> depth(graph.edge_count(), kForEver);
  std::vector<std::uint32_t> continuations(graph.edge_count());
  std::vector<std::uint32_t> finite;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      const Range next = after_coming_by(graph, v, e);
      continuations[e] = next.end - next.begin;
      turns_[e].open = 1;
      if (next.begin != next.end) continue;
      depth[e] = 0;
      finite.push_back(e);
    }
  }
  for (std::size_t i = 0; i < finite.size(); ++i) {
    const std::uint32_t e = finite[i];
    const Range before = after_coming_by(graph, graph.target(e), twins_[e]);
    for (std::uint32_t k = before.begin; k < before.end; ++k) {
      if (--continuations[k] != 0) continue;
      depth[k] = depth[e] + 1;
      finite.push_back(k);
    }
  }
  for (const std::uint32_t e : finite) {
    const std::uint32_t walked = twins_[e];
    if (depth[e] > depth[walked]) continue;
    turns_[walked].open = 0;
    const Vertex v = graph.target(walked);
    const std::uint32_t at = e - graph.row_begin(v);
    Row& row = rows_[static_cast<std::size_t>(v)];
    if (at < row.split) row.dead_end_first = 1;
    if (at >= row.split || row.split == kUnordered) row.dead_end_last = 1;
  }
  return depth;
}

TautTurns::Range TautTurns::across(const CsrGraph& graph, std::span<const Point> positions,
                                   Vertex v, Point point, Side side) const {
  const Range row{graph.row_begin(v), graph.row_end(v)};
  const std::uint32_t split = rows_[static_cast<std::size_t>(v)].split;
  if (split == kUnordered || side == 0) return row;
  const Point at = positions[static_cast<std::size_t>(v)];
  const auto first = [&](Range range, int least) {
    while (range.begin != range.end) {
      const std::uint32_t middle = range.begin + (range.end - range.begin) / 2;
      const Point other = positions[static_cast<std::size_t>(graph.target(middle))];
      const bool holds = orientation(other, at, point) < least;
      (holds ? range.end : range.begin) = holds ? middle : middle + 1;
    }
    return range.begin;
  };
  if (side > 0) return {row.begin, first({row.begin, row.begin + split}, 0)};
  return {first({row.begin + split, row.end}, 1), row.end};
}

void TautTurns::spread(const CsrGraph& graph, Marks& marks) const {
  while (!marks.stack_.empty()) {
    const std::uint32_t e = marks.stack_.back();
    marks.stack_.pop_back();
    mark_twins(after_coming_by(graph, graph.target(twins_[e]), e), marks);
  }
}

}  // namespace fairway
