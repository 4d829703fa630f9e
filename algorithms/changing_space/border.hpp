#pragma once

#include <cstddef>
#include <set>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

class FreeSpace;

/// The border of an eroded world, which changes. Each edge has free space on one side.
class Border {
 public:
  struct Less {
    bool operator()(const BorderEdge& s, const BorderEdge& t) const {
      return s.a != t.a ? s.a < t.a : s.b < t.b;
    }
  };
  using Edges = std::set<BorderEdge, Less>;

  Border() = default;
  /// O(n log n).
  explicit Border(const FreeSpace& eroded);

  const Edges& edges() const { return edges_; }
  /// Throws InvalidBurst unless the burst changes nothing but the border: what goes is there, what
  /// comes is not and lies in the frame, and as many edges begin at each point as end there.
  /// Whether edges cross shows when the burst is applied. O(k log n) for k edges that change.
  void check(const Burst& burst, const Box& frame) const;
  /// Precondition: check() finds nothing. O(k log n).
  void take(const Burst& burst);
  /// The burst that makes this border another one. Linear.
  Burst burst_to(const Border& now) const;

  std::size_t memory_bytes() const;

 private:
  Edges edges_;
};

}  // namespace fairway
