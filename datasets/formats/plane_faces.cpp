#include "datasets/formats/plane_faces.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

constexpr std::int32_t kNone = PlaneEdge::kNone;

/// Orders pieces of edges on a sweep line from bottom to top. Also compares a piece with a point:
/// they are equal if the point lies on the piece.
struct BelowPiece {
  using is_transparent = void;
  bool operator()(const PlaneEdge& e, const PlaneEdge& f) const {
    if (e.low == f.low) return orientation(e.low, e.high, f.high) > 0;
    if (e.low < f.low) return orientation(e.low, e.high, f.low) > 0;
    return orientation(f.low, f.high, e.low) < 0;
  }
  bool operator()(const PlaneEdge& e, Point p) const { return orientation(e.low, e.high, p) > 0; }
  bool operator()(Point p, const PlaneEdge& e) const { return orientation(e.low, e.high, p) < 0; }
};

/// Moves a sweep line from left to right over the ends of edges. A piece is a part of an edge that
/// the line crosses, or a common part of two edges with faces on opposite sides. The sweep stops
/// where faces overlap:
/// - two edges cross,
/// - two edges have a face on the same side, or
/// - the face above a piece differs from the face below the next piece.
class FaceSweep {
 public:
  FaceSweep(std::span<const RingEdge> edges, std::span<const std::int32_t> face_of)
      : edges_(edges), face_of_(face_of) {
    points_.reserve(2 * edges.size());
    by_low_.reserve(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      points_.insert(points_.end(), {edges[i].from, edges[i].to});
      by_low_.push_back(static_cast<std::int32_t>(i));
    }
    std::sort(points_.begin(), points_.end());
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    std::sort(by_low_.begin(), by_low_.end(),
              [&](std::int32_t a, std::int32_t b) { return low(a) < low(b); });
  }

  PlaneFaces run() {
    next_ = by_low_.begin();
    for (const Point p : points_) {
      pass(p);
      if (!result_.overlap) continue;
      result_.edges.clear();
      break;
    }
    return std::move(result_);
  }

 private:
  using Status = std::set<PlaneEdge, BelowPiece>;

  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  Point low(std::int32_t edge) const {
    return std::min(edges_[at(edge)].from, edges_[at(edge)].to);
  }
  Point high(std::int32_t edge) const {
    return std::max(edges_[at(edge)].from, edges_[at(edge)].to);
  }
  bool has_face_above(std::int32_t edge) const {
    return edges_[at(edge)].from < edges_[at(edge)].to;
  }
  std::int32_t face(std::int32_t edge) const { return edge == kNone ? kNone : face_of_[at(edge)]; }

  void pass(Point p) {
    beginning_.clear();
    Status::iterator above = end_pieces(p);
    for (; next_ != by_low_.end() && low(*next_) == p; ++next_) beginning_.push_back(*next_);
    std::sort(beginning_.begin(), beginning_.end(),
              [&](std::int32_t a, std::int32_t b) { return orientation(p, high(a), high(b)) > 0; });
    for (std::size_t i = 0; i < beginning_.size();) {
      PlaneEdge piece{p, high(beginning_[i])};
      const std::size_t first = i;
      for (; i < beginning_.size() && is_along(p, beginning_[first], beginning_[i]); ++i) {
        if (!add_side(piece, beginning_[i])) return;
      }
      const Status::iterator place = status_.insert(above, piece);
      if (!fits_below(place)) return;
      if (first == 0) expect_no_crossing(place);
    }
    if (above != status_.end()) expect_no_crossing(above);
  }

  /// Removes the pieces that contain p from the sweep line. An edge that continues to the right of
  /// p starts a new piece. Returns the next piece above p.
  Status::iterator end_pieces(Point p) {
    const auto [first, last] = status_.equal_range(p);
    for (auto piece = first; piece != last; ++piece) {
      result_.edges.push_back({piece->low, p, piece->below, piece->above});
      for (const std::int32_t edge : {piece->below, piece->above}) {
        if (edge != kNone && high(edge) != p) beginning_.push_back(edge);
      }
    }
    return status_.erase(first, last);
  }

  bool is_along(Point p, std::int32_t a, std::int32_t b) const {
    return a == b || orientation(p, high(a), high(b)) == 0;
  }

  /// Records in `piece` that the face of `edge` lies above or below the piece. Returns false if the
  /// piece already has a face on this side.
  bool add_side(PlaneEdge& piece, std::int32_t edge) {
    std::int32_t& side = has_face_above(edge) ? piece.above : piece.below;
    if (side != kNone) {
      result_.overlap = {face(side), face(edge), piece.low};
      return false;
    }
    side = edge;
    piece.high = std::min(piece.high, high(edge));
    return true;
  }

  bool fits_below(Status::iterator piece) {
    const std::int32_t around = piece == status_.begin() ? kNone : face(std::prev(piece)->above);
    const std::int32_t below = face(piece->below);
    if (around == below) return true;
    // The face `around` covers the right side of the piece. The piece is not on the border of this
    // face, so the face also covers the left side.
    const std::int32_t other = below != kNone ? below : face(piece->above);
    result_.overlap = {around == kNone ? other : around, other, piece->low};
    return false;
  }

  void expect_no_crossing(Status::iterator piece) {
    if (piece == status_.begin() || result_.overlap) return;
    const PlaneEdge& e = *std::prev(piece);
    const PlaneEdge& f = *piece;
    if (!cross_properly(e.low, e.high, f.low, f.high)) return;
    const double a = signed_twice_area(f.low, f.high, e.low);
    const double b = signed_twice_area(f.low, f.high, e.high);
    result_.overlap = {face(std::max(e.below, e.above)), face(std::max(f.below, f.above)),
                       e.low + (a / (a - b)) * (e.high - e.low)};
  }

  std::span<const RingEdge> edges_;
  std::span<const std::int32_t> face_of_;
  std::vector<Point> points_;
  std::vector<std::int32_t> by_low_;
  std::vector<std::int32_t>::const_iterator next_;
  std::vector<std::int32_t> beginning_;
  Status status_;
  PlaneFaces result_;
};

}  // namespace

PlaneFaces lay_faces(std::span<const RingEdge> edges, std::span<const std::int32_t> face_of) {
  return FaceSweep(edges, face_of).run();
}

}  // namespace fairway
