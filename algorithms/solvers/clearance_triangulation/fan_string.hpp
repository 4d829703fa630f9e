#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A triangle side that the path crosses, with the fans at the ends of the side. The fan is
/// CornerFans::kNone at an end without a fan.
struct FanPortal {
  ///@{ The ends and their fans.
  Portal ends;
  FanId left;
  FanId right;
  ///@}
};

/// Pulls a string tight around the fans of corners (see CornerFans). An object can be reused for
/// many queries.
///
/// First, a funnel finds the fans that the string touches; it treats fans as discs. Then exact
/// orientation tests find the turns (vertices) of each fan at which the string arrives and leaves.
/// If the string would pass through another fan, this fan is inserted.
/// Source of the funnel of discs: D. Demyen, M. Buro, "Efficient Triangulation-Based Pathfinding",
/// AAAI 2006.
class FanString {
 public:
  /// Writes a short path from start to goal through the portals. The path stays outside all fans
  /// for this distance and bends only at vertices (turns) of fans. Returns false if it finds no
  /// path. Precondition: a disc of radius `distance` passes all portals and fits at both ends.
  /// Typically O(n + k (log n + fans nearby)) for n portals and k turns.
  bool pull(const CornerFans& fans, double distance, Point start, Point goal,
            std::span<const FanPortal> portals, Path& path);

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(left_, right_, knots_, taut_, bent_); }

 private:
  /// A fan that the string touches, or an end of the string. While find_knots() runs, a knot can
  /// also be a vertex without a fan.
  struct Knot {
    FanId fan;    ///< the fan; kNone if the knot is not a fan
    int side;     ///< +1 if the fan is on the left of the string, -1 on the right, 0 at an end
    Point at;     ///< corner of the fan; position of a knot that is not a fan
    int in = 0;   ///< index of the fan's turn where the string arrives
    int out = 0;  ///< index of the fan's turn where the string leaves
    bool clear = false;  ///< whether the segment after the knot is known to be outside all fans
  };
  /// A turn of the string, or an end of the string.
  struct Turn {
    Point at;
    int side;  ///< see Knot::side
  };
  /// A queue of knots; the first is at index `head`. Knots are removed at both ends.
  struct Chain {
    std::vector<Knot> knots;
    std::size_t head = 0;
    bool empty() const { return head == knots.size(); }
    std::size_t memory_bytes() const { return heap_bytes(knots); }
  };

  void find_knots(Point start, Point goal, std::span<const FanPortal> portals);
  void move_end(const Knot& end, int side, Chain& own, Chain& other);
  bool is_in_way(const Knot& end, const Knot& next) const;
  Point tangent(const Knot& from, const Knot& to) const;
  Point turn(const Knot& knot, int k) const {
    return knot.fan == CornerFans::kNone ? knot.at : fans_->turn(knot.fan, k, distance_);
  }
  void join(std::size_t i);
  bool is_inverted(std::size_t i) const;
  bool leans(std::size_t i) const;
  bool drop_loose(bool (FanString::*is_loose)(std::size_t) const);
  bool insert_hidden();
  bool insert_hidden(std::size_t i);
  bool round_overlaps();
  bool append_turns_across(Point a, Point b);

  const CornerFans* fans_ = nullptr;
  double distance_ = 0;
  Chain left_;
  Chain right_;
  std::vector<Knot> knots_;
  std::vector<Turn> taut_;  ///< the turns of the path
  std::vector<Turn> bent_;  ///< scratch space of round_overlaps()
};

}  // namespace fairway
