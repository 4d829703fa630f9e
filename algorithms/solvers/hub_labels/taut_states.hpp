#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/turn_states.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// The taut links between the states of all reflex corners ("turns"): all that shortest paths are
/// made of between the corner where they first turn and that where they last turn. Immutable.
class TautStates {
 public:
  struct Link {
    StateId to;
    double length;
  };

  /// Sums of the same lengths in another order differ by less. A path is taken for as short as
  /// another within this, and for no shortest one only if it is longer by far more.
  static constexpr double kAsShort = 1 + 1e-13;
  static constexpr double kClearlyLonger = 1 + 1e-9;

  /// `turns` are all reflex corners in the order of their numbers. O(corners * triangles seen).
  TautStates(const FreeSpace& space, std::span<const CornerId> turns);

  std::size_t turn_count() const { return positions_.size(); }
  std::size_t state_count() const { return 2 * turn_count(); }
  std::size_t link_count() const { return links_.all.size(); }
  /// The states that a path out of s can reach straight.
  std::span<const Link> links(StateId s) const { return links_.row(s); }
  Point position(StateId s) const { return positions_[static_cast<std::size_t>(turn_of(s))]; }
  /// Whether a path from `before` turns at s towards its walls, or goes straight on, to reach p.
  /// Else it can be shortened there. Exact.
  bool stays_taut(Point before, StateId s, Point p) const {
    const int turn = orientation(before, position(s), p);
    return (s & 1) != 0 ? turn >= 0 : turn <= 0;
  }
  /// The states that a path can reach straight that begins at the corner, in any direction of its
  /// wedge.
  std::span<const Link> links_from_point(std::int32_t turn) const { return begins_.row(turn); }

 private:
  struct Rows {
    std::vector<std::size_t> begin{0};
    std::vector<Link> all;
    std::span<const Link> row(std::int32_t i) const {
      const auto at = static_cast<std::size_t>(i);
      return std::span(all).subspan(begin[at], begin[at + 1] - begin[at]);
    }
  };
  std::vector<Point> positions_;  ///< of each turn
  Rows links_;                    ///< of each state
  Rows begins_;                   ///< of each turn
};

/// Calls visit(StateId) for the states at a corner by which a path that comes straight from p can
/// go on: two on the line of a wall that ends at the corner. Precondition: it can bend there.
template <class Visit>
void for_each_onward(const FreeSpace& space, CornerId corner, std::int32_t turn, Point p,
                     Visit visit) {
  const int side = tangent_side(space.triangulation(), space.corner(corner), p);
  if (side <= 0) visit(2 * turn + 1);
  if (side >= 0) visit(2 * turn);
}

}  // namespace fairway
