#include "algorithms/freespace/cut_edges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// The proper crossing of two edges, rounded to multiples of `grid` (to doubles if it is 0) and
/// kept in the boxes of both. The order of the edges does not matter.
Point crossing_of(const RingEdge& one, const RingEdge& other, double grid) {
  const bool in_order = one.from != other.from ? one.from < other.from : one.to < other.to;
  const RingEdge& s = in_order ? one : other;
  const RingEdge& t = in_order ? other : one;
  const auto side = [&](Point p) {
    return (static_cast<long double>(t.to.x) - t.from.x) *
               (static_cast<long double>(p.y) - t.from.y) -
           (static_cast<long double>(t.to.y) - t.from.y) *
               (static_cast<long double>(p.x) - t.from.x);
  };
  const long double a = side(s.from);
  const long double b = side(s.to);
  const long double share = a == b ? 0.5L : a / (a - b);
  const auto between = [&](double from, double to, double low, double high) {
    auto value = static_cast<double>(from + share * (static_cast<long double>(to) - from));
    if (grid > 0) value = grid * std::round(value / grid);
    return usable_coordinate(std::clamp(value, low, high));
  };
  const Box p = box_of(s.from, s.to);
  const Box q = box_of(t.from, t.to);
  return {between(s.from.x, s.to.x, std::max(p.min.x, q.min.x), std::min(p.max.x, q.max.x)),
          between(s.from.y, s.to.y, std::max(p.min.y, q.min.y), std::min(p.max.y, q.max.y))};
}

struct Cut {
  std::size_t edge;
  Point at;
};

bool inside(Point p, const RingEdge& e) {
  return orientation(e.from, e.to, p) == 0 && strictly_between(e.from, p, e.to);
}

std::vector<Cut> find_cuts(const std::vector<RingEdge>& edges, double grid, CutCounts& counts) {
  std::vector<Box> boxes;
  boxes.reserve(edges.size());
  for (const RingEdge& e : edges) boxes.push_back(box_of(e.from, e.to));
  const BoxTree tree(boxes);

  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const RingEdge& s = edges[i];
    tree.visit(boxes[i], [&](std::size_t j) {
      if (j <= i || !overlap(boxes[i], boxes[j])) return true;
      const RingEdge& t = edges[j];
      if (cross_properly(s.from, s.to, t.from, t.to)) {
        const Point p = crossing_of(s, t, grid);
        cuts.push_back({i, p});
        cuts.push_back({j, p});
        ++counts.crossings;
        return true;
      }
      const auto touch = [&](Point p, std::size_t edge) {
        if (!inside(p, edges[edge])) return;
        cuts.push_back({edge, p});
        ++counts.touches;
      };
      touch(t.from, i);
      touch(t.to, i);
      touch(s.from, j);
      touch(s.to, j);
      return true;
    });
  }
  return cuts;
}

void apply_cuts(std::vector<RingEdge>& edges, std::vector<Cut>& cuts) {
  const auto along = [](const RingEdge& e, Point p) {
    const Point way = e.to - e.from;
    const bool by_x = std::abs(way.x) >= std::abs(way.y);
    const double way_on_axis = by_x ? way.x : way.y;
    const double value = by_x ? p.x : p.y;
    return way_on_axis > 0 ? value : -value;
  };
  std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) {
    if (a.edge != b.edge) return a.edge < b.edge;
    const double p = along(edges[a.edge], a.at);
    const double q = along(edges[a.edge], b.at);
    return p != q ? p < q : a.at < b.at;
  });
  std::vector<RingEdge> pieces;
  pieces.reserve(edges.size() + cuts.size());
  auto cut = cuts.begin();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    Point from = edges[i].from;
    for (; cut != cuts.end() && cut->edge == i; ++cut) {
      if (cut->at == from || cut->at == edges[i].to) continue;
      pieces.push_back({from, cut->at, edges[i].ring});
      from = cut->at;
    }
    pieces.push_back({from, edges[i].to, edges[i].ring});
  }
  edges = std::move(pieces);
}

/// The step to which new points are rounded; 0 for doubles. Doubles are finer near an axis, where
/// close edges can bend into each other for ever. Later rounds use an even, ever coarser grid.
double grid_of(int round, double largest) {
  constexpr int kRoundsOfDoubles = 4;
  constexpr int kRoundsOfAGrid = 8;
  if (round < kRoundsOfDoubles) return 0;
  return std::ldexp(1.0, std::ilogb(largest) - 52 + (round - kRoundsOfDoubles) / kRoundsOfAGrid);
}

}  // namespace

CutCounts cut_at_meetings(std::vector<RingEdge>& edges) {
  constexpr int kMaxRounds = 32;
  double largest = 0;
  for (const RingEdge& e : edges) {
    for (const double x : {e.from.x, e.from.y, e.to.x, e.to.y}) {
      largest = std::max(largest, std::abs(x));
    }
  }
  CutCounts counts;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<Cut> cuts = find_cuts(edges, grid_of(round, largest), counts);
    if (cuts.empty()) return counts;
    apply_cuts(edges, cuts);
  }
  throw InvalidWorld(
      "edges still cross after 32 rounds of cutting and rounding; expected coordinates that are "
      "coarser than the precision of a double",
      -1, -1);
}

}  // namespace fairway
