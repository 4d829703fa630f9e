#include "datasets/enclosures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/point_numbers.hpp"
#include "datasets/outlines.hpp"

namespace fairway {

namespace {

/// Keeps one edge of each set of equal or opposite edges. Drops edges without length.
void make_distinct(std::vector<RingEdge>& edges) {
  for (RingEdge& e : edges) {
    if (e.to < e.from) std::swap(e.from, e.to);
  }
  std::erase_if(edges, [](const RingEdge& e) { return e.from == e.to; });
  const auto ends = [](const RingEdge& e) { return std::tie(e.from, e.to); };
  std::sort(edges.begin(), edges.end(),
            [&](const RingEdge& a, const RingEdge& b) { return ends(a) < ends(b); });
  edges.erase(std::unique(edges.begin(), edges.end(),
                          [&](const RingEdge& a, const RingEdge& b) { return ends(a) == ends(b); }),
              edges.end());
}

}  // namespace

std::vector<Polygons::Segment> gaps_between(std::span<const Ring> lines, double close) {
  std::vector<Point> points;
  for (const Ring& line : lines) points.insert(points.end(), {line.front(), line.back()});
  const PointNumbers ends = PointNumbers::ascending(std::move(points));
  const std::vector<Point>& at = ends.points();
  std::vector<int> lines_at(at.size(), 0);
  // If a line of two points ends at point i, straight_to[i] is its other end; otherwise -1.
  std::vector<std::int32_t> straight_to(at.size(), -1);
  for (const Ring& line : lines) {
    const std::int32_t from = ends.number(line.front());
    const std::int32_t to = ends.number(line.back());
    ++lines_at[static_cast<std::size_t>(from)];
    ++lines_at[static_cast<std::size_t>(to)];
    if (line.size() > 2) continue;
    straight_to[static_cast<std::size_t>(from)] = to;
    straight_to[static_cast<std::size_t>(to)] = from;
  }
  std::vector<Box> boxes;
  boxes.reserve(at.size());
  for (const Point p : at) boxes.push_back({p, p});
  const BoxTree tree(boxes);

  struct Gap {
    double square;
    std::size_t from;
    std::size_t to;
  };
  std::vector<Gap> gaps;
  const double most = std::nextafter(close * close, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (lines_at[i] > 1) continue;
    const auto nearest = tree.nearest(boxes[i], most, [&](std::size_t j) {
      const bool own = j == i || static_cast<std::int32_t>(j) == straight_to[i];
      return own ? std::numeric_limits<double>::infinity() : squared_distance(at[i], at[j]);
    });
    if (nearest) gaps.push_back({nearest->square, i, nearest->item});
  }
  std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
    return std::tie(a.square, a.from) < std::tie(b.square, b.from);
  });
  std::vector<bool> joined(at.size(), false);
  std::vector<Polygons::Segment> segments;
  for (const Gap& gap : gaps) {
    if (joined[gap.from]) continue;
    joined[gap.from] = joined[gap.to] = true;
    segments.push_back({at[gap.from], at[gap.to]});
  }
  return segments;
}

CutCounts cut_together(std::span<Ring* const> lines) {
  std::vector<RingEdge> edges;
  for (const Ring* line : lines) {
    for (std::size_t i = 1; i < line->size(); ++i) edges.push_back({(*line)[i - 1], (*line)[i], 0});
  }
  make_distinct(edges);
  const std::vector<RingEdge> distinct = edges;
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i].ring = static_cast<std::int32_t>(i);
  const CutCounts counts = cut_at_meetings(edges);
  // The pieces of edge i are edges[begin[i]] to edges[begin[i + 1] - 1], because cut_at_meetings()
  // keeps the order of the edges.
  std::vector<std::size_t> begin(distinct.size() + 1, 0);
  for (const RingEdge& piece : edges) ++begin[static_cast<std::size_t>(piece.ring) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];

  const auto pieces_of = [&](Point low, Point high) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), RingEdge{low, high, 0},
                                        [](const RingEdge& a, const RingEdge& b) {
                                          return std::tie(a.from, a.to) < std::tie(b.from, b.to);
                                        });
    const auto i = static_cast<std::size_t>(found - distinct.begin());
    return std::span(edges).subspan(begin[i], begin[i + 1] - begin[i]);
  };
  for (Ring* line : lines) {
    Ring cut{line->front()};
    for (std::size_t i = 1; i < line->size(); ++i) {
      const Point a = (*line)[i - 1];
      const Point b = (*line)[i];
      if (a == b) continue;
      const auto pieces = pieces_of(std::min(a, b), std::max(a, b));
      if (a < b) {
        for (const RingEdge& piece : pieces) cut.push_back(piece.to);
      } else {
        for (std::size_t k = pieces.size(); k-- > 0;) cut.push_back(pieces[k].from);
      }
    }
    *line = std::move(cut);
  }
  return counts;
}

Enclosures enclose(std::span<const Polygons::Segment> segments) {
  Enclosures enclosures;
  std::vector<RingEdge> edges;
  edges.reserve(segments.size());
  for (const Polygons::Segment& segment : segments) edges.push_back({segment.a, segment.b, 0});
  make_distinct(edges);
  enclosures.repeated = segments.size() - edges.size();
  const CutCounts cuts = cut_at_meetings(edges);
  enclosures.meetings = cuts.crossings + cuts.touches;
  make_distinct(edges);

  // `sides` contains each edge in both directions. trace_rings() joins these directed edges to
  // rings. A ring of two points is an edge that encloses nothing. A clockwise ring is the outer
  // border of an enclosed area.
  std::vector<DirectedEdge> sides;
  sides.reserve(2 * edges.size());
  for (const RingEdge& e : edges) {
    sides.emplace_back(e.from, e.to);
    sides.emplace_back(e.to, e.from);
  }
  for (Polygons::Part& part : trace_rings(sides).parts) {
    if (part.ring.size() == 2) {
      enclosures.open.push_back({part.ring[0], part.ring[1]});
    } else if (!part.outline) {
      enclosures.outlines.push_back(std::move(part.ring));
    }
  }
  return enclosures;
}

}  // namespace fairway
