#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A position of a path. At a wall, the state also has the side of the wall on which the path is.
struct PathState {
  /// Where the path is. If kTriangle, the path is in the triangle of half_edge. If kEdge, it is on
  /// half_edge, on the side of the triangle. If kVertex, it is at the origin of half_edge, in the
  /// wedge that contains the triangle.
  Place place = Place::kTriangle;
  HalfEdge half_edge = kNoHalfEdge;  ///< see `place`
  std::int32_t trail = -1;           ///< result of the last call of log() for the path, or -1
};

/// The possible states of a path at one point. After the first move, there is at most one state, or
/// two while the path slides along a wall of zero width.
class PathStates {
 public:
  ///@{ Members as in a vector. add() ignores states beyond the capacity.
  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const PathState* begin() const { return states_.data(); }
  const PathState* end() const { return states_.data() + size_; }
  const PathState& front() const { return states_.front(); }
  void add(const PathState& state) {
    if (size_ < states_.size()) states_[size_++] = state;
  }
  ///@}

 private:
  std::array<PathState, 4> states_;
  std::size_t size_ = 0;
};

/// Walks segments through free triangles. Only this class decides how a segment touches vertices,
/// slides along edges and turns within a wedge. Exact. For each crossed edge, calls log(half_edge,
/// trail). The half-edge belongs to the triangle that the walk leaves. `trail` is the result of the
/// previous call for the same path, or -1.
template <class Log>
class SegmentWalk {
 public:
  /// Refers to the space.
  SegmentWalk(const FreeSpace& space, Log log)
      : space_(space), mesh_(space.triangulation()), log_(log) {}

  /// Calls visit(PathState) for each state in which a path can start.
  template <class Visit>
  void for_each_start(const Location& at, Visit visit) const {
    switch (at.place) {
      case Place::kBlocked:
      case Place::kCell:
        return;
      case Place::kTriangle:
        visit(PathState{at.place, at.half_edge});
        return;
      case Place::kEdge:
        visit(PathState{at.place, at.half_edge});
        if (const HalfEdge other = wall_twin(at.half_edge); other != kNoHalfEdge) {
          visit(PathState{at.place, other});
        }
        return;
      case Place::kVertex:
        for (const CornerId c : space_.corners_of(mesh_.origin(at.half_edge))) {
          visit(PathState{at.place, space_.corner(c).first});
        }
        return;
    }
  }

  /// The twin of h if h lies on a wall of zero width, otherwise kNoHalfEdge.
  HalfEdge wall_twin(HalfEdge h) const {
    if (!mesh_.blocked(h)) return kNoHalfEdge;
    const HalfEdge other = mesh_.twin(h);
    return other != kNoHalfEdge && mesh_.is_free(Triangulation::triangle_of(other)) ? other
                                                                                    : kNoHalfEdge;
  }

  /// A path in state `from` at p goes straight to q. Adds its possible states at q to `ends`; adds
  /// none if the segment is not a legal path.
  void advance(const PathState& from, Point p, Point q, PathStates& ends) {
    if (p == q) {
      add_end(from, ends);
      return;
    }
    p_ = p;
    q_ = q;
    arrivals_.clear();
    leave(from, ends);
    while (!arrivals_.empty()) {
      const PathStates at = arrivals_;
      arrivals_.clear();
      for (const PathState& state : at) turn(state, ends);
    }
  }

 private:
  static HalfEdge next(HalfEdge h) { return Triangulation::next(h); }
  static HalfEdge previous(HalfEdge h) { return Triangulation::previous(h); }
  int side_of_edge(HalfEdge h, Point p) const {
    return orientation(mesh_.origin_point(h), mesh_.destination_point(h), p);
  }
  int side_of_walk(VertexId v) const { return orientation(p_, q_, mesh_.point(v)); }

  bool same_side(const PathState& a, const PathState& b) const {
    if (a.place != b.place) return false;
    if (a.place == Place::kVertex) {
      return space_.corner_at(a.half_edge) == space_.corner_at(b.half_edge);
    }
    return a.half_edge == b.half_edge || a.place == Place::kTriangle ||
           wall_twin(a.half_edge) == kNoHalfEdge;
  }
  void add_once(const PathState& state, PathStates& states) const {
    for (const PathState& other : states) {
      if (same_side(state, other)) return;
    }
    states.add(state);
  }
  void add_end(const PathState& state, PathStates& ends) const { add_once(state, ends); }
  void arrive(HalfEdge at, std::int32_t trail) { add_once({Place::kVertex, at, trail}, arrivals_); }

  void leave(const PathState& from, PathStates& ends) {
    switch (from.place) {
      case Place::kTriangle:
        leave_triangle(from, ends);
        return;
      case Place::kEdge:
        leave_edge(from, ends);
        return;
      default:
        add_once(from, arrivals_);
    }
  }

  void leave_triangle(const PathState& from, PathStates& ends) {
    const TriangleId t = Triangulation::triangle_of(from.half_edge);
    int side[3];
    for (int i = 0; i < 3; ++i) side[i] = side_of_walk(mesh_.triangle(t).vertex[i]);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const int right = side[i];
      const int left = side[i == 2 ? 0 : i + 1];
      if (right < 0 && left > 0) {
        leave_through(h, from.trail, ends);
        return;
      }
      if (right < 0 && left == 0) {
        reach_vertex(next(h), h, from.trail, ends);
        return;
      }
    }
  }

  void leave_edge(const PathState& from, PathStates& ends) {
    const HalfEdge h = from.half_edge;
    const int side = side_of_edge(h, q_);
    if (side > 0) {
      enter(h, from.trail, ends);
    } else if (side < 0) {
      if (const HalfEdge other = mesh_.across(h); other != kNoHalfEdge) {
        enter(other, log_(h, from.trail), ends);
      }
    } else {
      const Point a = mesh_.origin_point(h);
      const Point b = mesh_.destination_point(h);
      if (q_ == b || strictly_between(p_, b, q_)) {
        arrive_or_end(next(h), from.trail, ends);
      } else if (q_ == a || strictly_between(p_, a, q_)) {
        arrive_or_end(h, from.trail, ends);
      } else {
        add_end({Place::kEdge, h, from.trail}, ends);
      }
    }
  }

  void arrive_or_end(HalfEdge at, std::int32_t trail, PathStates& ends) {
    if (mesh_.origin_point(at) == q_) {
      add_end({Place::kVertex, at, trail}, ends);
    } else {
      arrive(at, trail);
    }
  }

  /// Follows the segment from h's triangle through the interior of edge h. The segment may also end
  /// in the triangle or on the edge.
  void leave_through(HalfEdge h, std::int32_t trail, PathStates& ends) {
    const int side = side_of_edge(h, q_);
    if (side > 0) {
      add_end({Place::kTriangle, h, trail}, ends);
    } else if (side == 0) {
      add_end({Place::kEdge, h, trail}, ends);
    } else if (const HalfEdge other = mesh_.across(h); other != kNoHalfEdge) {
      enter(other, log_(h, trail), ends);
    }
  }

  /// Follows the segment from inside a triangle to the origin of `at`, or to q if q comes first.
  /// `at` and `edge` are half-edges of the triangle, and both touch this vertex.
  void reach_vertex(HalfEdge at, HalfEdge edge, std::int32_t trail, PathStates& ends) {
    if (mesh_.origin_point(at) != q_ && side_of_edge(edge, q_) > 0) {
      add_end({Place::kTriangle, at, trail}, ends);
    } else {
      arrive_or_end(at, trail, ends);
    }
  }

  /// Follows the segment after it has entered e's triangle through the interior of edge e.
  void enter(HalfEdge e, std::int32_t trail, PathStates& ends) {
    for (;;) {
      const int side = side_of_walk(mesh_.apex(e));
      if (side == 0) {
        reach_vertex(previous(e), next(e), trail, ends);
        return;
      }
      const HalfEdge exit = side > 0 ? next(e) : previous(e);
      const int beyond = side_of_edge(exit, q_);
      if (beyond > 0) {
        add_end({Place::kTriangle, exit, trail}, ends);
        return;
      }
      if (beyond == 0) {
        add_end({Place::kEdge, exit, trail}, ends);
        return;
      }
      const HalfEdge other = mesh_.across(exit);
      if (other == kNoHalfEdge) return;
      trail = log_(exit, trail);
      e = other;
    }
  }

  /// Continues from a vertex towards q, inside the wedge of the state.
  void turn(const PathState& state, PathStates& ends) {
    const Corner& corner = space_.corner(space_.corner_at(state.half_edge));
    const bool wall_end = corner.left == corner.right;
    std::int32_t trail = state.trail;
    bool found = false;
    for (HalfEdge h = state.half_edge;;) {
      if (try_sector(h, trail, ends)) {
        found = true;
        if (!wall_end) return;
      }
      const HalfEdge out = previous(h);
      h = mesh_.across(out);
      if (h == kNoHalfEdge) break;
      trail = log_(out, trail);
    }
    if (found && !wall_end) return;
    trail = state.trail;
    for (HalfEdge h = state.half_edge;;) {
      const HalfEdge other = mesh_.across(h);
      if (other == kNoHalfEdge) return;
      trail = log_(h, trail);
      h = next(other);
      if (try_sector(h, trail, ends) && !wall_end) return;
    }
  }

  /// If the direction to q is in the closed sector of h's triangle at h's origin, continues through
  /// the triangle. Returns whether the direction is in the sector.
  bool try_sector(HalfEdge h, std::int32_t trail, PathStates& ends) {
    const Point v = mesh_.origin_point(h);
    const int right = orientation(v, mesh_.destination_point(h), q_);
    if (right < 0) return false;
    const int left = orientation(v, mesh_.apex_point(h), q_);
    if (left > 0 || (right == 0 && left == 0)) return false;
    if (right > 0 && left < 0) {
      leave_through(next(h), trail, ends);
    } else if (right == 0) {
      slide(h, next(h), trail, ends);
    } else {
      slide(previous(h), previous(h), trail, ends);
    }
    return true;
  }

  /// Follows the segment along `edge`. The half-edge `far` starts at the end of `edge` that lies in
  /// the direction of q.
  void slide(HalfEdge edge, HalfEdge far, std::int32_t trail, PathStates& ends) {
    const Point u = mesh_.origin_point(far);
    const Point v = far == edge ? mesh_.destination_point(edge) : mesh_.origin_point(edge);
    if (strictly_between(v, q_, u)) {
      add_end({Place::kEdge, edge, trail}, ends);
    } else {
      arrive_or_end(far, trail, ends);
    }
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  Log log_;
  Point p_;
  Point q_;
  PathStates arrivals_;
};

}  // namespace fairway
