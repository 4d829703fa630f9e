#include "algorithms/freespace/path_checker.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "algorithms/geometry/direction_order.hpp"
#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Returns a point as text. Its coordinates have the fewest digits that identify the doubles.
std::string text(Point p) {
  std::array<char, 32> buffer;
  std::string out = "(";
  out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), p.x).ptr);
  out += ", ";
  out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), p.y).ptr);
  return out + ")";
}

/// Indices of the wedges to the left and to the right of a direction. Rays out of a point bound the
/// wedges: wedge i runs counter-clockwise from ray i to the next ray. If the direction is inside a
/// wedge, both indices are equal.
struct Wedges {
  std::size_t left;
  std::size_t right;
};

/// Returns the wedges beside the direction from `at` to `to`. Precondition: the rays start at `at`
/// and are sorted counter-clockwise.
template <class Rays>
Wedges wedges(const Rays& rays, Point at, Point to) {
  const auto first = std::lower_bound(rays.begin(), rays.end(), to, [&](const auto& ray, Point p) {
    return direction_before(at, ray.to, p);
  });
  const auto i = static_cast<std::size_t>(first - rays.begin());
  const std::size_t previous = (i + rays.size() - 1) % rays.size();
  const bool along = first != rays.end() && !direction_before(at, to, first->to);
  return {along ? i : previous, previous};
}

/// Whether a wedge is free space.
template <class Rays>
bool is_free(const Rays& rays, std::size_t wedge) {
  return rays[wedge].free_left && rays[(wedge + 1) % rays.size()].free_right;
}

}  // namespace

PathChecker::PathChecker(const FreeSpace& space)
    : PathChecker(std::vector<Wall>(space.walls().begin(), space.walls().end())) {}

PathChecker::PathChecker(std::vector<Wall> walls)
    : walls_(std::move(walls)), tree_(boxes_of(walls_)), wall_end_(walls_.size()) {
  struct Placed {
    Point at;
    std::size_t wall;
    std::size_t end;
  };
  std::vector<Placed> placed;
  placed.reserve(2 * walls_.size());
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    placed.push_back({walls_[w].a, w, 0});
    placed.push_back({walls_[w].b, w, 1});
  }
  std::sort(placed.begin(), placed.end(),
            [](const Placed& p, const Placed& q) { return p.at < q.at; });
  rays_.reserve(placed.size());
  for (std::size_t i = 0; i < placed.size();) {
    const Point at = placed[i].at;
    const auto first = static_cast<std::ptrdiff_t>(rays_.size());
    ends_.push_back({at, static_cast<std::int32_t>(first)});
    for (; i < placed.size() && placed[i].at == at; ++i) {
      const Wall& wall = walls_[placed[i].wall];
      wall_end_[placed[i].wall][placed[i].end] = static_cast<std::int32_t>(ends_.size()) - 1;
      rays_.push_back(placed[i].end == 0 ? Ray{wall.b, wall.free_left, wall.free_right}
                                         : Ray{wall.a, wall.free_right, wall.free_left});
    }
    std::sort(rays_.begin() + first, rays_.end(),
              [&](const Ray& r, const Ray& s) { return direction_before(at, r.to, s.to); });
  }
  ends_.push_back({{}, static_cast<std::int32_t>(rays_.size())});
}

bool PathChecker::inside(Point p) const {
  if (!within_limits(p)) return false;
  if (tree_.empty() || !tree_.box().contains(p)) return false;
  bool odd = false;
  bool on_wall = false;
  tree_.visit(p, {tree_.box().max.x, p.y}, [&](std::size_t w) {
    const Wall& wall = walls_[w];
    on_wall = on_segment(p, wall.a, wall.b);
    if (on_wall) return false;
    const bool upward = wall.a.y < wall.b.y;
    const Point low = upward ? wall.a : wall.b;
    const Point high = upward ? wall.b : wall.a;
    if (wall.free_left != wall.free_right && low.y <= p.y && p.y < high.y &&
        orientation(low, high, p) > 0) {
      odd = !odd;
    }
    return true;
  });
  return on_wall || odd;
}

/// Appends the contacts of a segment (see PathChecker) in any order. Leaves out contacts at `to`.
/// Returns the index of a wall that the segment crosses properly, or nullopt if there is none.
std::optional<std::size_t> PathChecker::collect(Point from, Point to,
                                                std::vector<Contact>& contacts) const {
  std::optional<std::size_t> crossed;
  tree_.visit(from, to, [&](std::size_t w) {
    const Wall& wall = walls_[w];
    const int a = orientation(from, to, wall.a);
    const int b = orientation(from, to, wall.b);
    if (a * b > 0) return true;
    if (a * b < 0) {
      const int start = orientation(wall.a, wall.b, from);
      const int goal = orientation(wall.a, wall.b, to);
      if (start * goal < 0) {
        crossed = w;
        return false;
      }
      if (start == 0) contacts.push_back({from, w, -1});
      return true;
    }
    if (a == 0 && (wall.a == from || strictly_between(from, wall.a, to))) {
      contacts.push_back({wall.a, w, wall_end_[w][0]});
    }
    if (b == 0 && (wall.b == from || strictly_between(from, wall.b, to))) {
      contacts.push_back({wall.b, w, wall_end_[w][1]});
    }
    if (a == 0 && b == 0 && strictly_between(wall.a, from, wall.b)) {
      contacts.push_back({from, w, -1});
    }
    return true;
  });
  return crossed;
}

/// Returns the rays at a contact, counter-clockwise. At a wall's end, these are the rays along all
/// walls that end there. Between the ends of a wall, `inner` receives the two rays along the wall.
std::span<const PathChecker::Ray> PathChecker::rays(const Contact& contact,
                                                    std::array<Ray, 2>& inner) const {
  if (contact.end >= 0) {
    const auto end = static_cast<std::size_t>(contact.end);
    const auto first = static_cast<std::size_t>(ends_[end].first_ray);
    const auto last = static_cast<std::size_t>(ends_[end + 1].first_ray);
    return std::span(rays_).subspan(first, last - first);
  }
  const Wall& wall = walls_[contact.wall];
  inner = {Ray{wall.b, wall.free_left, wall.free_right},
           Ray{wall.a, wall.free_right, wall.free_left}};
  if (direction_before(contact.at, inner[1].to, inner[0].to)) std::swap(inner[0], inner[1]);
  return inner;
}

PathChecker::Verdict PathChecker::check(std::span<const Point> path) const {
  if (path.empty()) return {false, 0, "has no points"};
  if (!inside(path.front()))
    return {false, 0, "starts outside free space at " + text(path.front())};

  std::vector<Contact> contacts;
  std::array<Ray, 2> inner;
  std::optional<Point> came_from;
  Sides sides;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Point from = path[i];
    const Point to = path[i + 1];
    if (from == to) continue;
    if (!within_limits(to) || !tree_.box().contains(to)) {
      return {false, i, "leaves the world towards " + text(to)};
    }
    contacts.clear();
    if (const auto crossed = collect(from, to, contacts)) {
      return {false, i,
              "crosses the wall " + text(walls_[*crossed].a) + "-" + text(walls_[*crossed].b)};
    }
    std::sort(contacts.begin(), contacts.end(), [&](const Contact& c, const Contact& d) {
      return from < to ? c.at < d.at : d.at < c.at;
    });
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const Contact& contact = contacts[k];
      if (k > 0 && contact.at == contacts[k - 1].at) continue;
      const auto around = rays(contact, inner);
      const Wedges out = wedges(around, contact.at, to);
      Sides next{is_free(around, out.left), is_free(around, out.right)};
      const bool enters_free = next.left || next.right;
      if (contact.at != from || came_from) {
        // `in` has the wedges beside the direction back along the path, so left and right are
        // swapped.
        const Wedges in = wedges(around, contact.at, contact.at == from ? *came_from : from);
        const auto reached = [&](std::size_t wedge) {
          return (sides.left && wedge == in.right) || (sides.right && wedge == in.left);
        };
        next.left = next.left && reached(out.left);
        next.right = next.right && reached(out.right);
      }
      if (!next.left && !next.right) {
        if (!enters_free) return {false, i, "leaves free space at " + text(contact.at)};
        if (contact.end >= 0) return {false, i, "squeezes through " + text(contact.at)};
        const Wall& wall = walls_[contact.wall];
        return {false, i, "crosses the wall " + text(wall.a) + "-" + text(wall.b)};
      }
      sides = next;
    }
    came_from = from;
  }
  return {true, 0, ""};
}

}  // namespace fairway
