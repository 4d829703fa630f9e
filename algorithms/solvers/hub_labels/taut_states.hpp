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

/// Whether a path from `before` over v, the position of s, to p is taut: it goes straight on at v
/// or turns to the side of s. Exact.
[[gnu::always_inline]] inline bool stays_taut(Point before, Point v, StateId s, Point p) {
  const int turn = orientation(before, v, p);
  return (s & 1) != 0 ? turn >= 0 : turn <= 0;
}

/// Number of a bit in sight words and in flags of areas. A state has two bits:
/// - 2 * state: only paths that leave close to the wall, see TautStates::leaves_close().
/// - 2 * state + 1: all paths.
///
/// Without flags, a state has one bit in sight words, with the number of the state.
using FlagId = std::int32_t;

/// The taut links between the states of all reflex corners ("turns"). A shortest path consists of
/// these links between the first and the last corner where it turns. Immutable.
class TautStates {
 public:
  /// A straight link.
  struct Link {
    StateId to;     ///< state at the end of the link
    double length;  ///< length of the link
  };
  /// Tolerance factor for rounding. Two sums of the same lengths, added in different orders, differ
  /// by a smaller factor. Two paths that differ by at most this factor count as equally short.
  static constexpr double kAsShort = 1 + 1e-13;
  /// A path is rejected as not shortest only if it is longer than another path by more than this
  /// factor.
  static constexpr double kClearlyLonger = 1 + 1e-9;

  /// `turns` are all reflex corners in ascending order. O(corners * triangles seen).
  TautStates(const FreeSpace& space, std::span<const CornerId> turns);

  std::size_t turn_count() const { return positions_.size(); }  ///< Number of turns.
  std::size_t state_count() const { return 2 * turn_count(); }  ///< Number of states.
  std::size_t link_count() const { return links_.all.size(); }  ///< Number of links of all states.
  /// Links to the states that a path out of s can reach by one straight segment, in the order of
  /// leaves_nearer_wall(). So the links for which stays_taut() holds come first.
  std::span<const Link> links(StateId s) const { return links_.row(s); }
  /// Position of the state's corner.
  Point position(StateId s) const { return positions_[static_cast<std::size_t>(turn_of(s))]; }
  /// See fairway::stays_taut().
  bool stays_taut(Point before, StateId s, Point p) const {
    return fairway::stays_taut(before, position(s), s, p);
  }
  /// Whether the direction from s to `a` is nearer to the wall around which a path turns in s than
  /// the direction to `b`. A strict weak order. Exact.
  bool leaves_nearer_wall(StateId s, Point a, Point b) const;
  /// Whether a direction out of the corner of s is close to the wall around which a path turns in
  /// s: nearer than every link of s that does not run along the wall. The direction leads to `to`,
  /// or away from `to` if `opposite` is set. False if s has no such link. Exact. Precondition: a
  /// path can leave s in this direction.
  bool leaves_close(StateId s, Point to, bool opposite = false) const {
    const int turn = orientation(position(s), bounds_[static_cast<std::size_t>(s)], to);
    return ((s & 1) != 0) != opposite ? turn > 0 : turn < 0;
  }
  /// Links to the states that a path can reach straight from the turn's corner. The path may leave
  /// the corner in any free direction.
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
  std::vector<Point> positions_;  // position of each turn
  std::vector<Point> walls_;      // for each state: the other end of the wall where a path turns
  std::vector<Point> bounds_;  // for each state: end of its first link that is not along the wall
  Rows links_;                 // links of each state
  Rows begins_;                // links from the corner of each turn, see links_from_point()
};

/// Calls visit(StateId) for each state in which a path that comes straight from p can leave a
/// corner with turn number `turn`. There are two states if p is on the line of a wall of zero width
/// that ends at the corner. Precondition: a path from p can bend at the corner.
template <class Visit>
void for_each_onward(const FreeSpace& space, CornerId corner, std::int32_t turn, Point p,
                     Visit visit) {
  const int side = tangent_side(space.triangulation(), space.corner(corner), p);
  if (side <= 0) visit(2 * turn + 1);
  if (side >= 0) visit(2 * turn);
}

}  // namespace fairway
