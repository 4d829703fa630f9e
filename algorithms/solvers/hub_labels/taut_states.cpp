#include "algorithms/solvers/hub_labels/taut_states.hpp"

#include <algorithm>
#include <array>

namespace fairway {

TautStates::TautStates(const FreeSpace& space, std::span<const CornerId> turns) {
  std::vector<std::int32_t> turn_at(space.corners().size(), -1);
  for (std::size_t t = 0; t < turns.size(); ++t) {
    turn_at[static_cast<std::size_t>(turns[t])] = static_cast<std::int32_t>(t);
  }
  CornerVisibilityScratch scratch;
  scratch.fans = WideFans(space);
  std::array<std::vector<Link>, 2> rows;
  for (const CornerId from : turns) {
    const Corner& corner = space.corner(from);
    const Point v = space.position(from);
    positions_.push_back(v);
    walls_.push_back(space.triangulation().point(corner.right));
    walls_.push_back(space.triangulation().point(corner.left));
    const auto add = [&](CornerId to, std::vector<Link>& row) {
      const double length = distance(v, space.position(to));
      for_each_onward(space, to, turn_at[static_cast<std::size_t>(to)], v, [&](StateId s) {
        row.push_back({s, length});
      });
    };
    const auto add_tautly = [&](CornerId to) {
      const int side = tangent_side(space.triangulation(), corner, space.position(to));
      if (side <= 0) add(to, rows[0]);
      if (side >= 0) add(to, rows[1]);
    };
    taut_corners(space, from, scratch, add_tautly);
    for (std::vector<Link>& row : rows) {
      const auto s = static_cast<StateId>(links_.begin.size() - 1);
      const auto to = [&](const Link& link) {
        return space.position(turns[static_cast<std::size_t>(turn_of(link.to))]);
      };
      std::ranges::sort(
          row, [&](const Link& a, const Link& b) { return leaves_nearer_wall(s, to(a), to(b)); });
      const auto inner = std::ranges::find_if(row, [&](const Link& link) {
        return orientation(v, walls_[static_cast<std::size_t>(s)], to(link)) != 0;
      });
      bounds_.push_back(inner == row.end() ? v : to(*inner));
      links_.all.insert(links_.all.end(), row.begin(), row.end());
      links_.begin.push_back(links_.all.size());
      row.clear();
    }
    const auto add_begin = [&](CornerId to) { add(to, begins_.all); };
    CornerVisibility<true, decltype(add_begin)>(space, scratch, add_begin).from_wedge(from);
    begins_.begin.push_back(begins_.all.size());
  }
}

bool TautStates::leaves_nearer_wall(StateId s, Point a, Point b) const {
  const Point v = position(s);
  const Point wall = walls_[static_cast<std::size_t>(s)];
  // The directions span at most a straight angle. Only its two sides are collinear with the wall.
  const auto place = [&](Point to) {
    if (orientation(v, wall, to) != 0) return 1;
    return dot(wall - v, to - v) > 0 ? 0 : 2;
  };
  const int place_a = place(a);
  const int place_b = place(b);
  if (place_a != place_b || place_a != 1) return place_a < place_b;
  return orientation(v, a, b) == ((s & 1) != 0 ? -1 : 1);
}

}  // namespace fairway
