#include "algorithms/smoothing/funnel.hpp"

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Appends p unless the path ends in p. Removes the last point if the path goes straight through it
/// to p.
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

/// Moves one end of the portal to p. Side is +1 if `own` is the left chain, and -1 if it is the
/// right chain. The apex is the last point of the path.
template <int Side>
void move_end(Point p, FunnelScratch::Chain& own, FunnelScratch::Chain& other, Point& apex,
              Path& path) {
  while (!own.empty()) {
    const Point last = own[own.size() - 1];
    if (last == p) return;
    const Point before = own.size() >= 2 ? own[own.size() - 2] : apex;
    if (Side * orientation(before, last, p) > 0) {
      own.push_back(p);
      return;
    }
    own.pop_back();
  }
  own.clear();
  while (p != apex && !other.empty()) {
    const Point first = other[0];
    const int turn = Side * orientation(apex, first, p);
    if (turn > 0 || (turn == 0 && !on_ray(apex, first, p))) break;
    if (turn == 0 && strictly_between(apex, p, first)) {
      apex = p;
    } else {
      apex = first;
      other.pop_front();
    }
    append(apex, path);
  }
  if (p != apex) own.push_back(p);
}

}  // namespace

void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path) {
  auto& [left, right] = scratch;
  left.clear();
  right.clear();
  path.clear();
  path.push_back(start);
  Point apex = start;
  for (const Portal& portal : portals) {
    move_end<+1>(portal.left, left, right, apex, path);
    move_end<-1>(portal.right, right, left, apex, path);
  }
  move_end<+1>(goal, left, right, apex, path);
  for (std::size_t i = 0; i < left.size(); ++i) append(left[i], path);
}

}  // namespace fairway
