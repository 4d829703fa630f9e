#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// A tree of boxes over the far ends of the edges out of corners with very many triangles. A cone
/// of sight can cross such a fan in logarithmic time, if a few boxes suffice.
class WideFans {
 public:
  WideFans() = default;
  /// Linear.
  explicit WideFans(const FreeSpace& space);

  bool empty() const { return slots_.empty(); }
  std::size_t memory_bytes() const { return heap_bytes(slots_, slot_of_, boxes_); }

  /// A wedge with this many triangles is wide. A cone should also cross this many before it tries
  /// to skip.
  static constexpr int kWide = 64;

  /// The edge where a cone at edge `out` may go on: `out`, or one clockwise of it about its origin,
  /// if the far ends of those between are all outside. outside(Box) tells whether a whole box is
  /// outside; it must not hold for a box around the world. Precondition: not empty.
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

  /// The nearest slot before or after `slot` that may be inside.
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

  /// For each fan, the half-edges out of its corner, counter-clockwise, and one for the closing
  /// edge. A slot with a box around the world stands before, between and after the fans.
  std::vector<HalfEdge> slots_;
  std::vector<std::int32_t> slot_of_;  ///< of each half-edge
  std::vector<Box> boxes_;             ///< a binary tree: the parts of node i are 2 i and 2 i + 1
};

}  // namespace fairway
