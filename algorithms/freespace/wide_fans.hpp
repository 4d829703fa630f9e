#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The corners whose wedge holds very many triangles, with a tree of bounding boxes over the far
/// ends of the edges out of each. A cone of sight that crosses such a fan passes in logarithmic
/// time, where a few boxes suffice, edges that it would else cross one by one.
class WideFans {
 public:
  /// None: nothing is skipped.
  WideFans() = default;
  /// Those of a world. Linear.
  explicit WideFans(const FreeSpace& space);

  bool empty() const { return slots_.empty(); }

  /// Triangles that a wedge must hold, and that should be crossed before it is asked whether more
  /// can be skipped.
  static constexpr int kWide = 64;

  /// Where a cone that has come to the edge `out` may go on: there or, after edges about the origin
  /// of `out` whose far ends are all outside, an edge clockwise of it. `outside(Box)` tells whether
  /// all points of a box are; it must not say so of a box around all the world. Precondition: not
  /// empty.
  template <class Outside>
  HalfEdge skip_clockwise(HalfEdge out, Outside outside) const {
    const std::int32_t at = slot_of(out);
    return at == kNoSlot ? out : slots_[next_inside<true>(at, outside) + 1];
  }

  /// The same about the destination of `out`, counter-clockwise.
  template <class Outside>
  HalfEdge skip_counter_clockwise(const Triangulation& mesh, HalfEdge out, Outside outside) const {
    const HalfEdge in = mesh.across(out);
    const std::int32_t at = in == kNoHalfEdge ? kNoSlot : slot_of(in);
    if (at == kNoSlot) return out;
    const std::size_t end = next_inside<false>(at, outside);
    return end == static_cast<std::size_t>(at) + 1 ? out : Triangulation::previous(slots_[end - 2]);
  }

 private:
  static constexpr std::int32_t kNoSlot = -1;

  std::int32_t slot_of(HalfEdge h) const { return slot_of_[static_cast<std::size_t>(h)]; }

  /// The nearest slot before or after one that is not known to be outside.
  template <bool kBefore, class Outside>
  std::size_t next_inside(std::int32_t slot, Outside outside) const {
    const std::size_t leaves = boxes_.size() / 2;
    std::size_t node = leaves + static_cast<std::size_t>(slot);
    for (bool past = true;; past = outside(boxes_[node])) {
      if (past) {
        while ((node & 1U) == (kBefore ? 0U : 1U)) node >>= 1U;
        node ^= 1U;
      } else if (node >= leaves) {
        return node - leaves;
      } else {
        node = 2 * node + (kBefore ? 1U : 0U);
      }
    }
  }

  /// Of each fan, counter-clockwise, the half-edges out of its corner and one for the edge that
  /// closes it; before, between and after the fans one with a box around all the world.
  std::vector<HalfEdge> slots_;
  std::vector<std::int32_t> slot_of_;  ///< of each half-edge
  std::vector<Box> boxes_;             ///< a binary tree: of node i the parts are 2 i and 2 i + 1
};

}  // namespace fairway
