#pragma once

#include <cstddef>
#include <set>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

class FreeSpace;

/// The changing border of an eroded world. Each edge has free space on its left side only.
class Border {
 public:
  /// The order of edges: by start, then by end.
  struct Less {
    /// Whether s is before t.
    bool operator()(const BorderEdge& s, const BorderEdge& t) const {
      return s.a != t.a ? s.a < t.a : s.b < t.b;
    }
  };
  using Edges = std::set<BorderEdge, Less>;  ///< A set of edges.
  Border() = default;                        ///< The empty border.
  /// The border of an eroded world. O(n log n).
  explicit Border(const FreeSpace& eroded);

  const Edges& edges() const { return edges_; }  ///< The edges.
  /// Throws InvalidBurst unless the burst changes only the border and is valid:
  /// - Removed edges exist.
  /// - Added edges do not exist and lie in the frame.
  /// - At each point, as many edges begin as end.
  ///
  /// Crossings of edges are not checked here; applying the burst finds them. O(k log n) for k
  /// changed edges.
  void check(const Burst& burst, const Box& frame) const;
  /// Removes and adds the border edges of a burst. Precondition: check() does not throw. O(k log
  /// n).
  void apply_burst(const Burst& burst);
  /// The burst that turns this border into `now`. Linear.
  Burst burst_to(const Border& now) const;

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  Edges edges_;
};

}  // namespace fairway
