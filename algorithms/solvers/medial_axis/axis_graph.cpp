#include "algorithms/solvers/medial_axis/axis_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "algorithms/solvers/medial_axis/axis_builder.hpp"

namespace fairway {

double BorderPlace::meeting(Point from, Point direction) const {
  const Point way = from - a;
  double share = 0;
  double reach = 0;
  if (is_wall()) {
    const Point turn = normal - direction;
    share = dot(turn, turn) / 2;
    reach = std::max(dot(normal, way), 0.0);  // rounding can put `from` behind its own wall
  } else {
    share = -2 * dot(direction, way);
    reach = dot(way, way);
  }
  return share > 0 ? reach / share : std::numeric_limits<double>::infinity();
}

NarrowPlace::NarrowPlace(const FreeSpace& space, const AxisEdge& edge) {
  const BorderPlace l(space, edge.left);
  const BorderPlace r(space, edge.right);
  left = l.nearest(r.a);
  right = r.nearest(l.a);
  middle = left + 0.5 * (right - left);
}

AxisGraph::AxisGraph(const FreeSpace& space, const CornerFans& fans) : space_(&space) {
  AxisBuilder(*this, fans);
  vertices_.shrink_to_fit();
  edges_.shrink_to_fit();
}

std::size_t AxisGraph::chain_slot(Border b) const {
  if (is_corner(b)) return slot_of(corner_of(b));
  return space_->corners().size() + slot_of(space_->corner_at(b));
}

std::span<const AxisGraph::ChainEdge> AxisGraph::chain(Border b) const {
  const std::size_t slot = chain_slot(b);
  return std::span(chain_edges_)
      .subspan(chain_begin_[slot], chain_begin_[slot + 1] - chain_begin_[slot]);
}

void AxisGraph::append_bends(const AxisEdge& edge, Point from, Point to, Bends bends,
                             Path& path) const {
  if (is_corner(edge.left) == is_corner(edge.right)) return;
  const BorderPlace wall(*space_, is_corner(edge.left) ? edge.right : edge.left);
  const Point focus = BorderPlace(*space_, is_corner(edge.left) ? edge.left : edge.right).a;
  const double height = wall.distance_of(focus);
  if (!(height > 0)) return;
  const Point foot = wall.nearest(focus);
  const Point along{wall.normal.y, -wall.normal.x};
  const double step = bends == Bends::kSmooth ? std::numbers::pi / 16 : std::numbers::pi;
  const auto steps_to = [&](Point p) { return std::atan(dot(along, p - foot) / height) / step; };
  const double first = steps_to(from);
  const double last = steps_to(to);
  const auto add = [&](double k) {
    const double shift = height * std::tan(k * step);
    path.push_back(foot + shift * along + ((shift * shift / height + height) / 2) * wall.normal);
  };
  for (double k = std::floor(first) + 1; k < last; ++k) add(k);
  for (double k = std::ceil(first) - 1; k > last; --k) add(k);
}

}  // namespace fairway
