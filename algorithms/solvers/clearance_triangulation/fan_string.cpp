#include "algorithms/solvers/clearance_triangulation/fan_string.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

bool FanString::pull(const CornerFans& fans, double distance, Point start, Point goal,
                     std::span<const FanPortal> portals, Path& path) {
  fans_ = &fans;
  distance_ = distance;
  find_knots(start, goal, portals);
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) join(i);
  const std::size_t limit = 100 + 20 * (portals.size() + knots_.size());
  for (std::size_t changes = 0;; ++changes) {
    drop_loose(&FanString::is_inverted);
    // The loop may insert and remove overlapping fans again and again. The number of changes is
    // therefore limited, and round_overlaps() corrects the path.
    if (changes > limit) break;
    if (insert_hidden()) continue;
    // Remove a fan if the string would cross a wall of the fan's corner. There are two causes. The
    // string need not bend around this corner, or a different fan is still missing from the string.
    if (!drop_loose(&FanString::leans)) break;
  }
  taut_.clear();
  for (const Knot& knot : knots_) {
    const int step = knot.side < 0 ? -1 : 1;
    for (int k = knot.in; k != knot.out + step; k += step) {
      taut_.push_back({turn(knot, k), knot.side});
    }
  }
  const auto keeps = [&] {
    path.clear();
    for (const Turn& turn : taut_) append_distinct(path, turn.at);
    return fans.keeps(path, distance);
  };
  return keeps() || (round_overlaps() && keeps());
}

/// Finds the fans that a shortest path through the portals touches, and stores them in knots_.
/// Treats each fan as a disc around its corner, and computes directions with rounding.
void FanString::find_knots(Point start, Point goal, std::span<const FanPortal> portals) {
  for (Chain* chain : {&left_, &right_}) {
    chain->knots.clear();
    chain->head = 0;
  }
  knots_.assign(1, {CornerFans::kNone, 0, start});
  for (const FanPortal& portal : portals) {
    move_end({portal.left, 1, portal.ends.left}, 1, left_, right_);
    move_end({portal.right, -1, portal.ends.right}, -1, right_, left_);
  }
  move_end({CornerFans::kNone, 0, goal}, 1, left_, right_);
  knots_.insert(knots_.end(), left_.knots.begin() + static_cast<std::ptrdiff_t>(left_.head),
                left_.knots.end());
  // Rounding can leave knots for vertices without a fan. Remove these knots, because the string
  // does not bend around such vertices.
  knots_.erase(std::remove_if(knots_.begin() + 1, knots_.end() - 1,
                              [](const Knot& knot) { return knot.fan == CornerFans::kNone; }),
               knots_.end() - 1);
}

void FanString::move_end(const Knot& end, int side, Chain& own, Chain& other) {
  const auto is_end = [&](const Knot& knot) { return knot.at == end.at && knot.side == end.side; };
  if (own.empty() && is_end(knots_.back())) return;
  while (!own.empty()) {
    const Knot& last = own.knots.back();
    if (is_end(last)) return;
    const Knot& before =
        own.knots.size() - own.head >= 2 ? own.knots[own.knots.size() - 2] : knots_.back();
    const Point arriving = tangent(before, last);
    const Point leaving = tangent(last, end);
    // Keep a disc that the string touches without a bend. The final string may bend at this disc
    // instead of the last disc on the same line.
    const double rounding = 1e-9 * std::sqrt(dot(arriving, arriving) * dot(leaving, leaving));
    if (side * cross(arriving, leaving) > -rounding) {
      own.knots.push_back(end);
      return;
    }
    own.knots.pop_back();
  }
  while (!other.empty()) {
    const Knot first = other.knots[other.head];
    if (side * cross(tangent(knots_.back(), first), tangent(knots_.back(), end)) > 0) break;
    if (is_in_way(end, first)) {
      knots_.push_back(end);
      return;
    }
    knots_.push_back(first);
    ++other.head;
  }
  own.knots.push_back(end);
}

/// Whether the string from the last knot in knots_ to the disc at `next` crosses the disc at `end`.
/// If `end` is the goal, returns whether the string reaches the goal before the disc at `next`.
bool FanString::is_in_way(const Knot& end, const Knot& next) const {
  const Knot& from = knots_.back();
  const Point way = tangent(from, next);
  const double length = std::sqrt(dot(way, way));
  if (length == 0) return false;
  const Point ahead = (1 / length) * way;
  const Point touching = from.at + from.side * distance_ * Point{ahead.y, -ahead.x};
  const double along = dot(ahead, end.at - touching);
  const int side = end.side == 0 ? next.side : end.side;
  const double beside = side * cross(ahead, end.at - touching);
  return 0 < along && along < length && 0 < beside && beside < distance_;
}

/// A common tangent of two discs touches each disc at one point. Returns the vector from the
/// touching point on disc `from` to the touching point on disc `to`. Knot::side states on which
/// side of the tangent each disc is.
Point FanString::tangent(const Knot& from, const Knot& to) const {
  const Point way = to.at - from.at;
  const double shift = (to.side - from.side) * distance_;
  const double run = std::sqrt(std::max(dot(way, way) - shift * shift, 0.0));
  if (run == 0) return {};
  const double scale = run / dot(way, way);
  return {scale * (way.x * run + way.y * shift), scale * (way.y * run - way.x * shift)};
}

/// Finds the two turns (vertices of fans) that the segment between knots i and i + 1 connects. If
/// the two fans do not overlap, the result places each fan on the side of the segment that
/// Knot::side states. If the two fans overlap, a change of one turn may require a change of the
/// second turn, and vice versa. The number of changes is therefore limited.
void FanString::join(std::size_t i) {
  constexpr int kMostSteps = 2;
  Knot& from = knots_[i];
  Knot& to = knots_[i + 1];
  from.clear = false;
  const Point way = tangent(from, to);
  const auto first_guess = [&](const Knot& knot) {
    if (knot.fan == CornerFans::kNone) return 0;
    const Point touching = static_cast<double>(knot.side) * Point{way.y, -way.x};
    const double at = std::floor(fans_->fan(knot.fan).steps_to(touching));
    return static_cast<int>(std::clamp(at, 0.0, fans_->turns(knot.fan) - 1.0));
  };
  from.out = first_guess(from);
  to.in = first_guess(to);
  Point a = turn(from, from.out);
  Point b = turn(to, to.in);
  const auto improve = [&](const Knot& knot, int guess, int& at, Point& point) {
    if (knot.fan == CornerFans::kNone) return false;
    for (const int k : {at - 1, at + 1}) {
      if (k < 0 || k >= fans_->turns(knot.fan) || std::abs(k - guess) > kMostSteps) continue;
      const Point other = turn(knot, k);
      if (knot.side * orientation(a, b, other) >= 0) continue;
      at = k;
      point = other;
      return true;
    }
    return false;
  };
  const int out = from.out;
  const int in = to.in;
  for (int round = 0; round < 4 * kMostSteps; ++round) {
    const bool moved = improve(from, out, from.out, a);
    if (!improve(to, in, to.in, b) && !moved) break;
  }
}

/// Whether the string at knot i bends away from the fan instead of around it.
bool FanString::is_inverted(std::size_t i) const {
  const Knot& knot = knots_[i];
  const int passed = knot.side * (knot.out - knot.in);
  return passed < 0 ||
         (passed == 0 &&
          knot.side * orientation(turn(knots_[i - 1], knots_[i - 1].out), turn(knot, knot.in),
                                  turn(knots_[i + 1], knots_[i + 1].in)) <
              0);
}

/// Whether the segment before or after knot i would cross a wall of the knot's corner.
bool FanString::leans(std::size_t i) const {
  const Knot& knot = knots_[i];
  const auto touches = [&](Point from, Point to) {
    const Point way = to - from;
    const double length = std::sqrt(dot(way, way));
    if (length < 1e-6 * distance_) return true;
    const double scale = knot.side / length;
    const double tolerance = 1e-9 + fans_->distance(0) / (16 * length);  // both ends are rounded
    return fans_->fan(knot.fan).extent({scale * way.y, -scale * way.x}, tolerance).has_value();
  };
  return !touches(turn(knots_[i - 1], knots_[i - 1].out), turn(knot, knot.in)) ||
         !touches(turn(knot, knot.out), turn(knots_[i + 1], knots_[i + 1].in));
}

/// Removes inner knots for which `is_loose` returns true, until it returns false for all remaining
/// inner knots. Returns whether a knot was removed.
bool FanString::drop_loose(bool (FanString::*is_loose)(std::size_t) const) {
  const std::size_t count = knots_.size();
  for (std::size_t i = 1; i + 1 < knots_.size();) {
    if (!(this->*is_loose)(i)) {
      ++i;
      continue;
    }
    knots_.erase(knots_.begin() + static_cast<std::ptrdiff_t>(i));
    join(i - 1);
    i = std::max<std::size_t>(i, 2) - 1;
  }
  return knots_.size() != count;
}

/// Finds the first segment of the string that passes through a fan, and inserts this fan. Returns
/// false if no segment passes through a fan.
bool FanString::insert_hidden() {
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    if (knots_[i].clear) continue;
    if (insert_hidden(i)) return true;
    knots_[i].clear = true;
  }
  return false;
}

/// A turn of a fan lies across a segment if the segment separates the turn from the fan's corner.
/// If turns of other fans lie across the segment after knot i, inserts the fan of the turn farthest
/// from the segment and returns true. Otherwise returns false.
bool FanString::insert_hidden(std::size_t i) {
  const Knot& from = knots_[i];
  const Knot& to = knots_[i + 1];
  const Point a = turn(from, from.out);
  const Point b = turn(to, to.in);
  if (a == b) return false;
  const Point way = b - a;
  Knot deepest{CornerFans::kNone, 0, {}};
  double depth = 0;
  const auto examine = [&](FanId f) {
    if (f == from.fan || f == to.fan) return;
    const Point corner = fans_->corner(f);
    const int side = orientation(a, b, corner) < 0 ? -1 : 1;
    for (int k = 0; k < fans_->turns(f); ++k) {
      const Point p = fans_->turn(f, k, distance_);
      if (!cross_properly(a, b, corner, p)) continue;
      const double across = std::max(std::abs(cross(way, p - a)), 1e-300);
      if (across <= depth) continue;
      depth = across;
      deepest = {f, side, corner};
    }
  };
  fans_->visit_along(a, b, distance_, examine);
  if (deepest.fan == CornerFans::kNone) return false;
  knots_.insert(knots_.begin() + static_cast<std::ptrdiff_t>(i) + 1, deepest);
  join(i);
  join(i + 1);
  return true;
}

/// Changes the turns in taut_ so that the path passes around overlapping fans. If the corners of
/// two fans are close together, a segment between turns of one fan can pass through the other fan.
/// Returns false if the path still passes through a fan after kPasses passes.
bool FanString::round_overlaps() {
  constexpr int kPasses = 16;
  bool crossed = true;
  for (int pass = 0; crossed && pass < kPasses; ++pass) {
    crossed = false;
    bent_.assign(1, taut_.front());
    for (std::size_t i = 1; i < taut_.size(); ++i) {
      const Point from = taut_[i - 1].at;
      crossed = (from != taut_[i].at && append_turns_across(from, taut_[i].at)) || crossed;
      bent_.push_back(taut_[i]);
    }
    taut_.clear();
    for (const Turn& next : bent_) {
      // Remove turns at which the string no longer bends around the fan.
      while (taut_.size() >= 2 && taut_.back().side * orientation(taut_[taut_.size() - 2].at,
                                                                  taut_.back().at, next.at) <=
                                      0) {
        taut_.pop_back();
      }
      taut_.push_back(next);
    }
  }
  return !crossed;
}

/// A turn lies across segment ab if the segment separates the turn from the corner of its fan.
/// Appends these turns to bent_, in their order along the segment. Returns whether it appended
/// turns.
bool FanString::append_turns_across(Point a, Point b) {
  const std::size_t first = bent_.size();
  fans_->visit_along(a, b, distance_, [&](FanId f) {
    const Point corner = fans_->corner(f);
    for (int k = 0; k < fans_->turns(f); ++k) {
      const Point p = fans_->turn(f, k, distance_);
      if (cross_properly(a, b, corner, p)) bent_.push_back({p, orientation(a, b, corner)});
    }
  });
  const Point way = b - a;
  std::sort(bent_.begin() + static_cast<std::ptrdiff_t>(first), bent_.end(),
            [&](const Turn& p, const Turn& q) { return dot(way, p.at - a) < dot(way, q.at - a); });
  return bent_.size() != first;
}

}  // namespace fairway
