#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/offset_pieces.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// Number of a fan.
using FanId = std::int32_t;

/// The fans of a world's reflex corners: the tangents that replace the arcs around the corners when
/// the world is eroded. A corner of 180 degrees has a fan without steps, because the eroded world
/// has a vertex there too. The turns of a fan are the vertices of the eroded world near its corner,
/// counter-clockwise around the corner, with equal coordinates.
class CornerFans {
 public:
  static constexpr FanId kNone = -1;  ///< no fan

  /// Finds the fans. Keeps a reference to the space. O(n log n).
  explicit CornerFans(const FreeSpace& space);

  /// The distance that erosion by a radius keeps from walls.
  double distance(double radius) const { return radius + margin_; }
  /// The fan of a corner of the world, or kNone.
  FanId of(CornerId corner) const { return of_[static_cast<std::size_t>(corner)]; }
  ///@{ A fan, and the position of its corner.
  const Fan& fan(FanId f) const { return fans_[static_cast<std::size_t>(f)]; }
  Point corner(FanId f) const { return fan(f).corner(); }
  ///@}
  ///@{ Number of turns, and turn k for a distance from the walls.
  int turns(FanId f) const { return fan(f).steps() > 0 ? fan(f).steps() : 1; }
  Point turn(FanId f, int k, double distance) const { return fan(f).apex(k, distance); }
  ///@}

  /// Whether a disc at p keeps this distance from all walls and fans. O(log n + walls nearby).
  bool fits(Point p, double distance) const;
  /// Calls visit(fan) for each fan with its corner in a box.
  template <class Visit>
  void visit(const Box& near, const Visit& visit) const {
    tree_.visit(near, [&](std::size_t f) {
      visit(static_cast<FanId>(f));
      return true;
    });
  }
  std::size_t memory_bytes() const;  ///< bytes on the heap

 private:
  const FreeSpace* space_;
  double margin_;
  std::vector<Fan> fans_;
  std::vector<FanId> of_;
  BoxTree tree_;
  BoxTree walls_;
};

}  // namespace fairway
