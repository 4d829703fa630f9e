#include "datasets/arrangement.hpp"

#include <algorithm>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <iterator>
#include <set>
#include <utility>

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

namespace bg = boost::geometry;
using TreePoint = bg::model::d2::point_xy<double>;
using TreeBox = bg::model::box<TreePoint>;
using TreeEntry = std::pair<TreeBox, std::size_t>;

TreeBox box_of(const RingEdge& e) {
  return {TreePoint(std::min(e.from.x, e.to.x), std::min(e.from.y, e.to.y)),
          TreePoint(std::max(e.from.x, e.to.x), std::max(e.from.y, e.to.y))};
}

double usable(double value) { return std::abs(value) < kMinCoordinate ? 0.0 : value; }

/// The crossing of ab and cd, which cross properly, rounded, and kept in both edges' boxes.
Point crossing_of(const RingEdge& s, const RingEdge& t) {
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
    const auto value = static_cast<double>(from + share * (static_cast<long double>(to) - from));
    return usable(std::clamp(value, low, high));
  };
  const TreeBox p = box_of(s);
  const TreeBox q = box_of(t);
  return {between(s.from.x, s.to.x, std::max(p.min_corner().x(), q.min_corner().x()),
                  std::min(p.max_corner().x(), q.max_corner().x())),
          between(s.from.y, s.to.y, std::max(p.min_corner().y(), q.min_corner().y()),
                  std::min(p.max_corner().y(), q.max_corner().y()))};
}

struct Cut {
  std::size_t edge;
  Point at;
};

bool inside(Point p, const RingEdge& e) {
  return orientation(e.from, e.to, p) == 0 && strictly_between(e.from, p, e.to);
}

std::vector<Cut> find_cuts(const std::vector<RingEdge>& edges, CutCounts& counts) {
  std::vector<TreeEntry> entries;
  entries.reserve(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) entries.emplace_back(box_of(edges[i]), i);
  const bg::index::rtree<TreeEntry, bg::index::quadratic<16>> tree(entries);

  std::vector<Cut> cuts;
  std::vector<TreeEntry> near;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    near.clear();
    tree.query(bg::index::intersects(entries[i].first), std::back_inserter(near));
    const RingEdge& s = edges[i];
    for (const auto& [box, j] : near) {
      if (j <= i) continue;
      const RingEdge& t = edges[j];
      if (cross_properly(s.from, s.to, t.from, t.to)) {
        const Point p = crossing_of(s, t);
        cuts.push_back({i, p});
        cuts.push_back({j, p});
        ++counts.crossings;
        continue;
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
    }
  }
  return cuts;
}

/// Splits edges at their cuts, in the order in which an edge meets them.
void apply_cuts(std::vector<RingEdge>& edges, std::vector<Cut>& cuts) {
  const auto along = [](const RingEdge& e, Point p) {
    const Point way{e.to.x - e.from.x, e.to.y - e.from.y};
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

std::vector<ArrangedEdge> join_equal(const std::vector<RingEdge>& edges) {
  std::vector<RingEdge> sorted = edges;
  for (RingEdge& e : sorted) {
    if (e.to < e.from) std::swap(e.from, e.to);
  }
  const auto key = [](const RingEdge& e) { return std::tie(e.from, e.to, e.ring); };
  std::sort(sorted.begin(), sorted.end(),
            [&](const RingEdge& a, const RingEdge& b) { return key(a) < key(b); });
  std::vector<ArrangedEdge> joined;
  for (const RingEdge& e : sorted) {
    if (joined.empty() || joined.back().low != e.from || joined.back().high != e.to) {
      if (!joined.empty() && joined.back().rings.empty()) joined.pop_back();
      joined.push_back({e.from, e.to, {}, {}, {}});
    }
    auto& rings = joined.back().rings;
    if (!rings.empty() && rings.back() == e.ring) {
      rings.pop_back();
    } else {
      rings.push_back(e.ring);
    }
  }
  if (!joined.empty() && joined.back().rings.empty()) joined.pop_back();
  return joined;
}

/// Orders edges that a sweep line meets at once, from below.
struct Below {
  using is_transparent = void;
  bool operator()(const ArrangedEdge* e, const ArrangedEdge* f) const {
    if (e == f) return false;
    if (e->low == f->low) return orientation(e->low, e->high, f->high) > 0;
    if (e->low < f->low) return orientation(e->low, e->high, f->low) > 0;
    return orientation(f->low, f->high, e->low) < 0;
  }
};

}  // namespace

CutCounts cut_at_meetings(std::vector<RingEdge>& edges) {
  constexpr int kMaxRounds = 32;
  CutCounts counts;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<Cut> cuts = find_cuts(edges, counts);
    if (cuts.empty()) return counts;
    apply_cuts(edges, cuts);
  }
  throw InvalidWorld(
      "edges still cross after 32 rounds of cutting and rounding; expected coordinates that are "
      "coarser than the precision of a double",
      -1, -1);
}

std::vector<ArrangedEdge> arrange(const std::vector<RingEdge>& edges) {
  std::vector<ArrangedEdge> arranged = join_equal(edges);
  std::sort(arranged.begin(), arranged.end(), [](const ArrangedEdge& a, const ArrangedEdge& b) {
    return a.low != b.low ? a.low < b.low : Below()(&a, &b);
  });
  std::vector<ArrangedEdge*> by_high;
  by_high.reserve(arranged.size());
  for (ArrangedEdge& e : arranged) by_high.push_back(&e);
  std::sort(by_high.begin(), by_high.end(),
            [](const ArrangedEdge* a, const ArrangedEdge* b) { return a->high < b->high; });

  std::set<ArrangedEdge*, Below> status;
  auto ending = by_high.begin();
  for (std::size_t first = 0; first < arranged.size();) {
    const Point at = arranged[first].low;
    for (; ending != by_high.end() && !(at < (*ending)->high); ++ending) status.erase(*ending);
    for (; first < arranged.size() && arranged[first].low == at; ++first) {
      ArrangedEdge& edge = arranged[first];
      const auto place = status.insert(&edge).first;
      if (place != status.begin()) edge.below = (*std::prev(place))->above;
      std::set_symmetric_difference(edge.below.begin(), edge.below.end(), edge.rings.begin(),
                                    edge.rings.end(), std::back_inserter(edge.above));
    }
  }
  return arranged;
}

}  // namespace fairway
