#include "algorithms/smoothing/funnel.hpp"

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Appends p unless the path ends in p. If the last point is on the segment from the point before
/// it to p, replaces it by p.
void append(Point p, Path& path) {
  if (!path.empty() && path.back() == p) return;
  if (path.size() >= 2) {
    const Point before = path[path.size() - 2];
    const Point last = path.back();
    if (orientation(before, last, p) == 0 && strictly_between(before, last, p)) path.pop_back();
  }
  path.push_back(p);
}

/// Whether p is on the ray from apex through q. Precondition: p is collinear with apex and q.
bool on_ray(Point apex, Point q, Point p) {
  return q == p || strictly_between(apex, q, p) || strictly_between(apex, p, q);
}

/// Moves the end of one chain of the funnel to p: the left chain if Side is +1, the right chain if
/// Side is -1. `own` is the end of this chain, `other` the end of the opposite chain. own[Side] is
/// the next point towards `other`. The apex is the last point of `path`. If the apex moves, the new
/// apex is appended to `path`.
template <int Side>
[[gnu::always_inline]] inline void move_end(Point p, Point*& own, const Point* other, Point*& apex,
                                            Path& path) {
  for (; own != apex; own += Side) {
    const Point last = *own;
    if (last == p) return;
    if (Side * orientation(own[Side], last, p) > 0) {
      own -= Side;
      *own = p;
      return;
    }
  }
  while (p != *apex && apex != other) {
    const Point first = apex[Side];
    const int turn = Side * orientation(*apex, first, p);
    if (turn > 0 || (turn == 0 && !on_ray(*apex, first, p))) break;
    if (turn == 0 && strictly_between(*apex, p, first)) {
      *apex = p;
    } else {
      apex += Side;
    }
    append(*apex, path);
  }
  own = apex;
  if (p == *apex) return;
  own -= Side;
  *own = p;
}

}  // namespace

void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path) {
  // Counts the points that each chain of the funnel can get. A portal adds a point to the left
  // chain only if its left end differs from the left end of the previous portal. The same rule
  // holds for the right chain.
  std::size_t left_ends = 1;  // counts the goal
  std::size_t right_ends = 0;
  for (std::size_t i = 0; i < portals.size(); ++i) {
    if (i == 0 || portals[i].left != portals[i - 1].left) ++left_ends;
    if (i == 0 || portals[i].right != portals[i - 1].right) ++right_ends;
  }
  const std::size_t most = left_ends + 1 + right_ends;
  if (scratch.points.size() < most) {
    scratch.points.reserve(most);  // resize() alone would reserve more
    scratch.points.resize(most);
  }
  Point* apex = scratch.points.data() + left_ends;
  Point* left = apex;
  Point* right = apex;
  *apex = start;
  path.clear();
  path.push_back(start);
  for (const Portal& portal : portals) {
    move_end<+1>(portal.left, left, right, apex, path);
    move_end<-1>(portal.right, right, left, apex, path);
  }
  move_end<+1>(goal, left, right, apex, path);
  while (apex != left) append(*--apex, path);
}

}  // namespace fairway
