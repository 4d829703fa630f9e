#include "algorithms/solvers/hub_labels/taut_states.hpp"

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
      links_.all.insert(links_.all.end(), row.begin(), row.end());
      links_.begin.push_back(links_.all.size());
      row.clear();
    }
    const auto add_begin = [&](CornerId to) { add(to, begins_.all); };
    CornerVisibility<true, decltype(add_begin)>(space, scratch, add_begin).from_wedge(from);
    begins_.begin.push_back(begins_.all.size());
  }
}

}  // namespace fairway
