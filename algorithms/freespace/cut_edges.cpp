#include "algorithms/freespace/cut_edges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

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

bool lies_inside(Point p, const RingEdge& e) {
  return orientation(e.from, e.to, p) == 0 && strictly_between(e.from, p, e.to);
}

bool comes_first(const RingEdge& e, Point p, Point q) {
  const Point way = e.to - e.from;
  const bool by_x = std::abs(way.x) >= std::abs(way.y);
  const double way_on_axis = by_x ? way.x : way.y;
  const double a = by_x ? p.x : p.y;
  const double b = by_x ? q.x : q.y;
  if (a != b) return way_on_axis > 0 ? a < b : b < a;
  return p < q;
}

double cutting_grid(int round, double largest) {
  constexpr int kRoundsOfAGrid = 8;
  if (round < kRoundsOfDoubles) return 0;
  return std::ldexp(1.0, std::ilogb(largest) - 52 + (round - kRoundsOfDoubles) / kRoundsOfAGrid);
}

InvalidWorld cutting_does_not_end() {
  return {
      "edges still cross after many rounds of cutting and rounding; expected coordinates with "
      "fewer digits than the precision of a double",
      -1, -1};
}

namespace {

/// A cut of an edge at a point.
struct Cut {
  std::size_t edge;
  Point at;
};

/// Returns the cuts of one round. Adds the numbers of crossings and touches to `counts`.
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
        if (!lies_inside(p, edges[edge])) return;
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

/// Replaces each edge by its pieces between cuts. Sorts the cuts.
void apply_cuts(std::vector<RingEdge>& edges, std::vector<Cut>& cuts) {
  std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) {
    return a.edge != b.edge ? a.edge < b.edge : comes_first(edges[a.edge], a.at, b.at);
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

}  // namespace

CutCounts cut_at_meetings(std::vector<RingEdge>& edges) {
  double largest = 0;
  for (const RingEdge& e : edges) {
    for (const double x : {e.from.x, e.from.y, e.to.x, e.to.y}) {
      largest = std::max(largest, std::abs(x));
    }
  }
  CutCounts counts;
  std::size_t most = std::numeric_limits<std::size_t>::max();
  for (int round = 0; round < kMostRounds; ++round) {
    if (round == kRoundsOfDoubles) most = most_pieces(edges.size());
    if (edges.size() > most) break;
    std::vector<Cut> cuts = find_cuts(edges, cutting_grid(round, largest), counts);
    if (cuts.empty()) return counts;
    apply_cuts(edges, cuts);
  }
  throw cutting_does_not_end();
}

}  // namespace fairway
