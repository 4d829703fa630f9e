#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// A wide fan consists of very many triangles at one corner. This class helps cones of sight to
/// skip triangles of wide fans. A tree of boxes contains the far ends of the edges out of the
/// corners of wide fans. If few boxes meet the bounds of a cone, the triangles outside the cone are
/// skipped in logarithmic time.
class WideFans {
 public:
  WideFans() = default;
  /// Finds the wide fans of a world. Linear.
  explicit WideFans(const FreeSpace& space);

  ///@{ Whether the world has no wide fan, and bytes on the heap by capacity.
  bool empty() const { return slots_.empty(); }
  std::size_t memory_bytes() const { return heap_bytes(slots_, slot_of_, boxes_); }
  ///@}

  /// A fan with at least this number of triangles is wide. A cone should cross this number of
  /// triangles before it tries to skip triangles.
  static constexpr int kWide = 64;

  /// Skips edges that a cone of sight need not cross. The cone is at edge `out` and moves clockwise
  /// around the origin of `out`. Returns the edge at which the cone continues. The far ends of all
  /// skipped edges are outside the cone. outside(box) returns whether a whole box is outside the
  /// cone. outside() must return false for a box around the world. Precondition: not empty().
  template <class Outside>
  HalfEdge skip_clockwise(HalfEdge out, Outside outside) const {
    const std::int32_t at = slot_of(out);
    return at == kNoSlot ? out : slots_[next_inside<true>(at, outside) + 1];
  }

  /// Like skip_clockwise(), but counter-clockwise around the destination of `out`.
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

  /// Returns the slot nearest to `slot` for which outside(box) is false. Looks before `slot` if
  /// kBefore is true, otherwise after `slot`.
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

  /// For each fan, the half-edges out of its corner, counter-clockwise, and one slot for the edge
  /// that closes the fan. Separator slots stand before the first fan, between fans, and after the
  /// last fan. The box of a separator in `boxes_` is the whole world.
  std::vector<HalfEdge> slots_;
  std::vector<std::int32_t> slot_of_;  ///< slot of each half-edge
  std::vector<Box> boxes_;  ///< a binary tree; the children of node i are 2 i and 2 i + 1
};

}  // namespace fairway
