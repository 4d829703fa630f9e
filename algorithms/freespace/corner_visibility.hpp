#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/wide_fans.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Whether a path that comes straight from u can bend at reflex corner c. It can if both walls of c
/// are on one closed side of the line through u and c. Exact. Precondition: c sees u.
inline bool taut_at(const FreeSpace& space, const Corner& c, Point u) {
  const Triangulation& mesh = space.triangulation();
  const Point v = mesh.point(c.vertex);
  return orientation(v, u, mesh.point(c.right)) * orientation(v, u, mesh.point(c.left)) >= 0;
}

/// Returns the kind of the corner's tangent that passes through p. A path that turns at the corner
/// arrives on a tangent of one kind and leaves on a tangent of the other kind. The kinds are:
/// - -1: tangents from the right wall counter-clockwise to the extension of the left wall.
/// - 1: tangents from the extension of the right wall counter-clockwise to the left wall.
/// - 0: both kinds. The corner is the end of a wall of zero width, and p is on the wall's line.
///
/// Exact. Precondition: a path from p can bend at the corner.
inline int tangent_side(const Triangulation& mesh, const Corner& corner, Point p) {
  const Point v = mesh.point(corner.vertex);
  const int side = orientation(v, p, mesh.point(corner.right));
  return side != 0 ? side : orientation(v, p, mesh.point(corner.left));
}

/// A bound of a cone of sight. It is a ray from the root, the apex of the cone. The ray leads
/// through `point`, or away from `point` if `opposite` is set. A closed bound becomes open when it
/// meets a vertex.
struct SightBound {
  Point point;            ///< a point on the line that contains the ray
  bool opposite = false;  ///< whether the ray leads away from `point`
  bool closed = false;    ///< whether the cone contains the ray
};

/// Scratch space of CornerVisibility, one per thread. `fans` may stay empty. If it is filled,
/// searches from many corners are faster.
struct CornerVisibilityScratch {
  /// A part of the field of view that is still to be expanded. It lies beyond a half-edge.
  struct Cone {
    HalfEdge through;  ///< half-edge through which the cone leaves its last triangle
    ///@{ Bounds of the cone.
    SightBound right;
    SightBound left;
    ///@}
  };
  std::vector<Cone> stack;  ///< cones to expand
  WideFans fans;            ///< lets cones skip triangles; may be empty

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(stack, fans); }
};

/// Finds the reflex corners that a point, the root, sees. Expands cones from the root through the
/// triangulation. On each ray, only the first corner is visited. Calls visit(CornerId) for each of
/// these corners. It calls visit() twice for the end of a wall of zero width that is reached on
/// both sides of the wall. With kTaut, only corners at which a path from the root can bend are
/// visited. The visitor may have these members:
/// - look(HalfEdge, int side): called before each cone out of a corner. The half-edge starts at the
/// corner, in the first triangle of the cone. `side` is the tangent_side() of the points in the
/// cone.
/// - enter(HalfEdge, SightBound right, SightBound left): called for each triangle that a cone
/// enters. Requires that the `fans` of the scratch space are empty.
/// - bool clip(SightBound& right, SightBound& left): called for each cone that starts at the root;
/// may narrow the cone, or return false to drop it.
///
/// Exact. O(triangles seen), at most O(n^2).
/// Source: Q. Bungiu, M. Hemmer, J. Hershberger, K. Huang, A. Kroeller, "Efficient Computation of
/// Visibility Polygons", EuroCG 2014 (triangular expansion).
template <bool kTaut, class Visit>
class CornerVisibility {
 public:
  /// Refers to all arguments except the visitor, which is copied unless Visit is a reference.
  CornerVisibility(const FreeSpace& space, CornerVisibilityScratch& scratch, Visit visit)
      : space_(space),
        mesh_(space.triangulation()),
        stack_(scratch.stack),
        fans_(scratch.fans),
        visit_(visit) {}

  /// Looks from a point. Visits nothing if its place is Place::kBlocked or Place::kCell.
  void from_point(const Location& from) {
    root_ = from.point;
    const HalfEdge h = from.half_edge;
    switch (from.place) {
      case Place::kBlocked:
      case Place::kCell:
        return;
      case Place::kTriangle:
        for (HalfEdge g : {h, next(h), previous(h)}) {
          meet(g);
          look_through(g);
        }
        return;
      case Place::kEdge:
        from_edge(h, true);
        if (const HalfEdge other = mesh_.twin(h);
            other != kNoHalfEdge && mesh_.is_free(Triangulation::triangle_of(other))) {
          from_edge(other, mesh_.blocked(h));
        }
        return;
      case Place::kVertex:
        for (const CornerId c : space_.corners_of(mesh_.origin(h))) from_wedge(c);
        return;
    }
  }

  /// Looks from a corner's vertex into all directions of the corner's wedge, also with kTaut.
  void from_wedge(CornerId from) {
    const Corner& corner = space_.corner(from);
    root_ = mesh_.point(corner.vertex);
    meet(next(corner.first));
    for_each_sector(corner, [&](HalfEdge g) {
      meet(previous(g));
      look_through(next(g));
    });
  }

  /// Looks from a corner. With kTaut, looks only in directions in which a path that bends at the
  /// corner can leave.
  void from_corner(CornerId from) {
    const Corner& corner = space_.corner(from);
    root_ = mesh_.point(corner.vertex);
    meet_from(corner, next(corner.first));
    for_each_sector(corner, [&](HalfEdge g) {
      meet_from(corner, previous(g));
      if constexpr (kTaut) {
        look_tautly(corner, g);
      } else {
        look_through(next(g));
      }
    });
  }

 private:
  static HalfEdge next(HalfEdge h) { return Triangulation::next(h); }
  static HalfEdge previous(HalfEdge h) { return Triangulation::previous(h); }

  /// Calls f(g) for each triangle of the corner's wedge, counter-clockwise. g is the half-edge out
  /// of the corner.
  template <class F>
  void for_each_sector(const Corner& corner, F f) {
    for (HalfEdge g = corner.first; g != kNoHalfEdge; g = mesh_.across(previous(g))) f(g);
  }

  void from_edge(HalfEdge h, bool meet_ends) {
    if (meet_ends) {
      meet(h);
      meet(next(h));
    }
    meet(previous(h));
    look_through(next(h));
    look_through(previous(h));
  }

  void meet_from(const Corner& root, HalfEdge at) {
    if (!kTaut || taut_at(space_, root, mesh_.origin_point(at))) meet(at);
  }

  /// Visits the corner at the origin of `at`, which the root sees. If the line of sight follows a
  /// straight border there, visits the next vertex on the line instead.
  void meet(HalfEdge at) {
    for (;;) {
      const CornerId id = space_.corner_at(at);
      const Corner& corner = space_.corner(id);
      if (corner.reflex) {
        if (!kTaut || taut_at(space_, corner, root_)) visit_(id);
        return;
      }
      const Point v = mesh_.point(corner.vertex);
      const Point right = mesh_.point(corner.right);
      const Point left = mesh_.point(corner.left);
      if (orientation(root_, v, right) != 0 || orientation(root_, v, left) != 0) return;
      at = strictly_between(root_, v, left) ? previous(corner.last) : next(corner.first);
    }
  }

  int side(const SightBound& bound, Point p) const {
    const int s = orientation(root_, bound.point, p);
    return bound.opposite ? -s : s;
  }

  /// Whether the whole box is outside the bound. Points on a closed bound are inside. `outer` is
  /// the value of side() outside the bound: -1 for a right bound, 1 for a left bound.
  bool beyond(const SightBound& bound, const Box& box, int outer) const {
    const int least = bound.closed ? 1 : 0;
    return outer * side(bound, box.min) >= least && outer * side(bound, box.max) >= least &&
           outer * side(bound, {box.min.x, box.max.y}) >= least &&
           outer * side(bound, {box.max.x, box.min.y}) >= least;
  }

  HalfEdge skip_right(HalfEdge out, SightBound right) const {
    return fans_.skip_counter_clockwise(mesh_, out,
                                        [&](const Box& box) { return beyond(right, box, -1); });
  }

  HalfEdge skip_left(HalfEdge out, SightBound left) const {
    return fans_.skip_clockwise(out, [&](const Box& box) { return beyond(left, box, 1); });
  }

  void look_through(HalfEdge h) {
    expand(h, {mesh_.origin_point(h)}, {mesh_.destination_point(h)});
  }

  void begin_side(HalfEdge sector, int side) {
    if constexpr (requires { visit_.look(sector, side); }) visit_.look(sector, side);
  }

  /// Expands two cones within the sector of g's triangle. A path that bends at the corner can leave
  /// in these cones. One cone lies between the direction of `right` and the opposite of `left`.
  /// The other cone lies between the opposite of `right` and the direction of `left`.
  void look_tautly(const Corner& corner, HalfEdge g) {
    const HalfEdge out = next(g);
    const VertexId a = mesh_.origin(out);
    const VertexId b = mesh_.destination(out);
    const Point pa = mesh_.point(a);
    const Point pb = mesh_.point(b);
    const Point right = mesh_.point(corner.right);
    const Point left = mesh_.point(corner.left);
    const bool wall_end = corner.left == corner.right;

    const bool a_before_end =
        (wall_end && a == corner.right && g == corner.first) || orientation(root_, pa, left) < 0;
    if (a_before_end) {
      begin_side(g, -1);
      const bool b_within = b != corner.left && orientation(root_, pb, left) <= 0;
      expand(out, {pa}, b_within ? SightBound{pb} : SightBound{left, true, true});
    }
    const bool b_after_begin =
        (wall_end && b == corner.left && g == corner.last) || orientation(root_, right, pb) < 0;
    if (b_after_begin) {
      begin_side(g, 1);
      const int a_side = a == corner.right ? 1 : orientation(root_, right, pa);
      expand(out, a_side <= 0 ? SightBound{pa} : SightBound{right, true, !wall_end}, {pb});
    }
  }

  void expand(HalfEdge through, SightBound right, SightBound left) {
    if constexpr (requires { visit_.clip(right, left); }) {
      if (!visit_.clip(right, left)) return;
    }
    if (fans_.empty()) {
      expand_cones<false>(through, right, left);
    } else {
      expand_cones<true>(through, right, left);
    }
  }

  template <bool kSkip>
  void expand_cones(HalfEdge through, SightBound right, SightBound left) {
    stack_.push_back({through, right, left});
    while (!stack_.empty()) {
      const CornerVisibilityScratch::Cone cone = stack_.back();
      stack_.pop_back();
      HalfEdge out = cone.through;
      right = cone.right;
      left = cone.left;
      [[maybe_unused]] int until_skip = WideFans::kWide;
      for (;;) {
        const HalfEdge in = mesh_.across(out);
        if (in == kNoHalfEdge) break;
        if constexpr (requires { visit_.enter(in, right, left); }) visit_.enter(in, right, left);
        const Point apex = mesh_.apex_point(in);
        const int from_right = side(right, apex);
        const int from_left = side(left, apex);
        if (from_right > 0 && from_left < 0) {
          meet(previous(in));
          stack_.push_back({previous(in), {apex}, left});
          left = {apex};
          out = next(in);
        } else if (from_right <= 0) {
          if (from_right == 0 && right.closed) {
            meet(previous(in));
            right = {apex};
          }
          out = previous(in);
          if (kSkip && --until_skip == 0) {
            until_skip = WideFans::kWide;
            out = skip_right(out, right);
          }
        } else {
          if (from_left == 0 && left.closed) {
            meet(previous(in));
            left = {apex};
          }
          out = next(in);
          if (kSkip && --until_skip == 0) {
            until_skip = WideFans::kWide;
            out = skip_left(out, left);
          }
        }
      }
    }
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  std::vector<CornerVisibilityScratch::Cone>& stack_;
  const WideFans& fans_;
  Visit visit_;
  Point root_;
};

/// Calls visit(CornerId) for the reflex corners that a point sees.
template <class Visit>
void visible_corners(const FreeSpace& space, const Location& from, CornerVisibilityScratch& scratch,
                     Visit&& visit) {
  CornerVisibility<false, Visit&>(space, scratch, visit).from_point(from);
}

/// Calls visit(CornerId) for the reflex corners that a point sees and at which a path from the
/// point can bend.
template <class Visit>
void taut_corners(const FreeSpace& space, const Location& from, CornerVisibilityScratch& scratch,
                  Visit&& visit) {
  CornerVisibility<true, Visit&>(space, scratch, visit).from_point(from);
}

/// Calls visit(CornerId) for the reflex corners that a corner sees.
template <class Visit>
void visible_corners(const FreeSpace& space, CornerId from, CornerVisibilityScratch& scratch,
                     Visit&& visit) {
  CornerVisibility<false, Visit&>(space, scratch, visit).from_corner(from);
}

/// Calls visit(CornerId) for each reflex corner w that corner v (`from`) sees, if a path along vw
/// can bend at both v and w.
template <class Visit>
void taut_corners(const FreeSpace& space, CornerId from, CornerVisibilityScratch& scratch,
                  Visit&& visit) {
  CornerVisibility<true, Visit&>(space, scratch, visit).from_corner(from);
}

}  // namespace fairway
