#include "datasets/formats/plane_faces.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

constexpr std::int32_t kNone = PlaneEdge::kNone;

Point crossing_near(const RingEdge& s, const RingEdge& t) {
  const double a = signed_twice_area(t.from, t.to, s.from);
  const double b = signed_twice_area(t.from, t.to, s.to);
  return s.from + (a / (a - b)) * (s.to - s.from);
}

Point middle(Point a, Point b) { return 0.5 * a + 0.5 * b; }

/// The first two edges that cross, in the order of their numbers. There, the faces on their left
/// sides overlap.
std::optional<FaceOverlap> find_crossing(std::span<const RingEdge> edges,
                                         std::span<const std::int32_t> face_of) {
  std::vector<Box> boxes;
  boxes.reserve(edges.size());
  for (const RingEdge& e : edges) boxes.push_back(box_of(e.from, e.to));
  const BoxTree tree(boxes);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    std::size_t crossed = edges.size();
    tree.visit(boxes[i], [&](std::size_t j) {
      if (j > i && j < crossed &&
          cross_properly(edges[i].from, edges[i].to, edges[j].from, edges[j].to)) {
        crossed = j;
      }
      return true;
    });
    if (crossed < edges.size()) {
      return FaceOverlap{face_of[i], face_of[crossed], crossing_near(edges[i], edges[crossed])};
    }
  }
  return std::nullopt;
}

/// Joins equal pieces. Two with a face on the same side overlap.
std::optional<FaceOverlap> join_pieces(const std::vector<RingEdge>& pieces,
                                       std::span<const std::int32_t> face_of,
                                       std::vector<PlaneEdge>& joined) {
  joined.reserve(pieces.size());
  for (const RingEdge& e : pieces) {
    if (e.from < e.to) {
      joined.push_back({e.from, e.to, kNone, e.ring});
    } else {
      joined.push_back({e.to, e.from, e.ring, kNone});
    }
  }
  const auto ends = [](const PlaneEdge& e) { return std::pair(e.low, e.high); };
  std::stable_sort(joined.begin(), joined.end(),
                   [&](const PlaneEdge& a, const PlaneEdge& b) { return ends(a) < ends(b); });
  std::size_t kept = 0;
  for (const PlaneEdge& e : joined) {
    if (kept == 0 || ends(joined[kept - 1]) != ends(e)) {
      joined[kept++] = e;
      continue;
    }
    PlaneEdge& same = joined[kept - 1];
    std::int32_t& mine = e.above != kNone ? same.above : same.below;
    const std::int32_t other = std::max(e.above, e.below);
    if (mine != kNone) {
      return FaceOverlap{face_of[static_cast<std::size_t>(mine)],
                         face_of[static_cast<std::size_t>(other)], middle(e.low, e.high)};
    }
    mine = other;
  }
  joined.resize(kept);
  return std::nullopt;
}

/// Orders the edges on a sweep line from below.
struct Below {
  bool operator()(const PlaneEdge* e, const PlaneEdge* f) const {
    if (e == f) return false;
    if (e->low == f->low) return orientation(e->low, e->high, f->high) > 0;
    if (e->low < f->low) return orientation(e->low, e->high, f->low) > 0;
    return orientation(f->low, f->high, e->low) < 0;
  }
};

/// Whether the face above each edge is the one below the next edge. Sorts the edges.
std::optional<FaceOverlap> find_cover(std::vector<PlaneEdge>& edges,
                                      std::span<const std::int32_t> face_of) {
  std::sort(edges.begin(), edges.end(), [](const PlaneEdge& a, const PlaneEdge& b) {
    return a.low != b.low ? a.low < b.low : Below()(&a, &b);
  });
  std::vector<const PlaneEdge*> by_high;
  by_high.reserve(edges.size());
  for (const PlaneEdge& e : edges) by_high.push_back(&e);
  std::sort(by_high.begin(), by_high.end(),
            [](const PlaneEdge* a, const PlaneEdge* b) { return a->high < b->high; });
  const auto face = [&](std::int32_t edge) {
    return edge == kNone ? kNone : face_of[static_cast<std::size_t>(edge)];
  };

  std::set<const PlaneEdge*, Below> status;
  auto ending = by_high.begin();
  for (const PlaneEdge& edge : edges) {
    for (; ending != by_high.end() && !(edge.low < (*ending)->high); ++ending) {
      status.erase(*ending);
    }
    const auto place = status.insert(&edge).first;
    const std::int32_t around = place == status.begin() ? kNone : face((*std::prev(place))->above);
    const std::int32_t below = face(edge.below);
    if (around == below) continue;
    // `around` covers the right side of the edge, which is not on its border, and so both sides.
    const std::int32_t other = below != kNone ? below : face(edge.above);
    return FaceOverlap{around == kNone ? other : around, other, middle(edge.low, edge.high)};
  }
  return std::nullopt;
}

}  // namespace

PlaneFaces lay_faces(std::span<const RingEdge> edges, std::span<const std::int32_t> face_of) {
  PlaneFaces faces;
  faces.overlap = find_crossing(edges, face_of);
  if (faces.overlap) return faces;
  std::vector<RingEdge> pieces(edges.begin(), edges.end());
  cut_at_meetings(pieces);
  faces.overlap = join_pieces(pieces, face_of, faces.edges);
  if (!faces.overlap) faces.overlap = find_cover(faces.edges, face_of);
  if (faces.overlap) faces.edges.clear();
  return faces;
}

}  // namespace fairway
