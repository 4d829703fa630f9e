#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// For each convex polygon of free space, the states by which a path may go on that comes straight
/// from a point of it. Each stands with two rays out of its corner: the corner is seen from the
/// points between them, and not from those outside. On a ray, sight() decides. Immutable.
class SightLists {
 public:
  /// 2 * vertex of the triangulation + 1 if the ray runs away from the vertex.
  using Ray = std::int32_t;
  struct Entry {
    StateId state;
    Ray right;
    Ray left;
  };

  /// `turns` are the corners of the states. O(corners * triangles seen).
  SightLists(const FreeSpace& space, std::span<const CornerId> turns);

  std::span<const Entry> seen_from(PolygonId p) const {
    const auto at = static_cast<std::size_t>(p);
    return std::span(entries_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  PolygonId polygon_of(HalfEdge h) const {
    return partition_.polygon_of(Triangulation::triangle_of(h));
  }
  std::size_t polygon_count() const { return partition_.polygon_count(); }
  std::size_t entry_count() const { return entries_.size(); }

 private:
  ConvexPartition partition_;
  std::vector<std::uint32_t> begin_;
  std::vector<Entry> entries_;
};

}  // namespace fairway
