#include "datasets/arrangement.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

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

/// Orders the edges on a sweep line from bottom to top.
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
