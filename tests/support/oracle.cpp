#include "tests/support/oracle.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace fairway {

RationalOracle::RationalOracle(const FreeSpace& space) {
  for (const Wall& wall : space.walls()) {
    walls_.push_back({wall, box_of(wall.a, wall.b), Vector(wall.a), Vector(wall.b)});
  }
}

int RationalOracle::cross_sign(const Vector& v, const Vector& w) {
  return Rational(v.x * w.y).compare(Rational(v.y * w.x));
}

int RationalOracle::dot_sign(const Vector& v, const Vector& w) {
  return Rational(v.x * w.x).compare(Rational(-v.y * w.y));
}

bool RationalOracle::on(const ExactWall& wall, const Vector& p) const {
  return cross_sign(wall.b - wall.a, p - wall.a) == 0 && dot_sign(p - wall.a, p - wall.b) <= 0;
}

bool RationalOracle::interior(const Vector& p) const {
  bool odd = false;
  for (const ExactWall& w : walls_) {
    if (w.wall.free_left && w.wall.free_right) continue;
    const bool upward = w.wall.a.y < w.wall.b.y;
    const Vector& low = upward ? w.a : w.b;
    const Vector& high = upward ? w.b : w.a;
    if (low.y <= p.y && p.y < high.y && cross_sign(high - low, p - low) > 0) odd = !odd;
  }
  return odd;
}

bool RationalOracle::inside(Point p) const {
  const Vector exact(p);
  for (const ExactWall& w : walls_) {
    if (w.box.contains(p) && on(w, exact)) return true;
  }
  return interior(exact);
}

bool RationalOracle::sees(Point a, Point b) const {
  return a == b ? inside(a) : follow(a, b, kBoth) != 0;
}

unsigned RationalOracle::follow(Point a, Point b, unsigned from) const {
  // Finds the points of the segment at which walls meet it. The key says how far along the segment
  // the point is, from 0 to 1. The value says on which sides of the segment the walls at the point
  // are.
  std::map<Rational, unsigned> gates{{0, 0}, {1, 0}};
  struct Along {
    Rational first;
    Rational last;
    unsigned free;
  };
  std::vector<Along> along;
  const Vector start(a);
  const Vector direction = Vector(b) - start;
  const Rational square = direction.x * direction.x + direction.y * direction.y;
  const Box box = box_of(a, b);
  for (const ExactWall& w : walls_) {
    if (!overlap(box, w.box)) continue;
    const Vector to_a = w.a - start;
    const Vector to_b = w.b - start;
    const int side_a = cross_sign(direction, to_a);
    const int side_b = cross_sign(direction, to_b);
    if (side_a * side_b > 0) continue;
    if (side_a == 0 && side_b == 0) {
      const auto share = [&](const Vector& v) {
        return Rational((v.x * direction.x + v.y * direction.y) / square);
      };
      const Rational ta = share(to_a);
      const Rational tb = share(to_b);
      const Rational first = std::max(Rational(0), std::min(ta, tb));
      const Rational last = std::min(Rational(1), std::max(ta, tb));
      if (last < first) continue;
      gates.try_emplace(first, 0);
      gates.try_emplace(last, 0);
      const bool same = ta < tb;
      const bool left = same ? w.wall.free_left : w.wall.free_right;
      const bool right = same ? w.wall.free_right : w.wall.free_left;
      along.push_back({first, last, (left ? kLeft : 0) | (right ? kRight : 0)});
      continue;
    }
    const Vector run = w.b - w.a;
    const Rational t =
        (to_a.x * run.y - to_a.y * run.x) / (direction.x * run.y - direction.y * run.x);
    if (t < 0 || t > 1) continue;
    unsigned& sides = gates[t];
    if (side_a > 0 || side_b > 0) sides |= kLeft;
    if (side_a < 0 || side_b < 0) sides |= kRight;
  }

  unsigned sides = from;
  for (auto gate = gates.begin(); std::next(gate) != gates.end(); ++gate) {
    if (gate != gates.begin()) sides &= ~gate->second;
    const Rational middle = (gate->first + std::next(gate)->first) / 2;
    const auto wall = std::find_if(along.begin(), along.end(), [&](const Along& piece) {
      return piece.first < middle && middle < piece.last;
    });
    if (wall != along.end()) {
      sides &= wall->free;
    } else if (sides != 0) {
      const bool is_free =
          interior({start.x + middle * direction.x, start.y + middle * direction.y});
      sides = is_free ? kBoth : 0;
    }
    if (sides == 0) return 0;
  }
  return sides;
}

int RationalOracle::wedge(Point at, Point to, unsigned side) const {
  const Vector v(at);
  const Vector direction = Vector(to) - v;
  // Finds the first wall that follows the direction in clockwise order. Compares walls first by
  // their quarter turn from the direction, then by their angle.
  int best = -1;
  int best_class = 0;
  std::optional<Vector> best_ray;
  const auto offer = [&](int number, const Vector& end) {
    const Vector ray = end - v;
    const int turn = cross_sign(direction, ray);
    int order = turn < 0 ? 1 : 3;
    if (turn == 0) order = dot_sign(direction, ray) < 0 ? 2 : side == kLeft ? 0 : 4;
    if (best < 0 || order < best_class || (order == best_class && cross_sign(*best_ray, ray) > 0)) {
      best = number;
      best_class = order;
      best_ray = ray;
    }
  };
  for (std::size_t i = 0; i < walls_.size(); ++i) {
    const ExactWall& w = walls_[i];
    if (!w.box.contains(at) || !on(w, v)) continue;
    if (w.wall.b != at) offer(2 * static_cast<int>(i), w.b);
    if (w.wall.a != at) offer(2 * static_cast<int>(i) + 1, w.a);
  }
  return best;
}

bool RationalOracle::legal(std::span<const Point> path) const {
  if (path.empty() || !inside(path.front())) return false;
  unsigned sides = kBoth;
  std::optional<Point> before;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Point at = path[i];
    const Point to = path[i + 1];
    if (at == to) continue;
    if (before) {
      unsigned next = 0;
      for (const unsigned out : {kLeft, kRight}) {
        const int leaving = wedge(at, to, out);
        if (((sides & kLeft) != 0 && wedge(at, *before, kRight) == leaving) ||
            ((sides & kRight) != 0 && wedge(at, *before, kLeft) == leaving)) {
          next |= out;
        }
      }
      sides = next;
    }
    sides = sides == 0 ? 0 : follow(at, to, sides);
    if (sides == 0) return false;
    before = at;
  }
  return true;
}

}  // namespace fairway
