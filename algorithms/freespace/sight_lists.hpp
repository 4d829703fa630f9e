#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/narrow_numbers.hpp"
#include "algorithms/freespace/turn_states.hpp"
#include "algorithms/geometry/point_numbers.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A list of states (see StateId) for each convex polygon of free space. A state is listed if a
/// path can come straight from some point of the polygon to the state's corner and leave the corner
/// in this state. An entry has two rays out of the corner. The corner sees all points of the
/// polygon between the rays, and none outside. For points on a ray, sight() decides. Immutable.
class SightLists {
 public:
  /// A ray out of a corner: 2 * v if it leads through vertex v of the triangulation, or 2 * v + 1
  /// if it leads away from v.
  using Ray = std::int32_t;
  /// A state in the list of a polygon, with its rays.
  struct Entry {
    StateId state;  ///< the state
    ///@{ The rays that bound the visible part of the polygon.
    Ray right;
    Ray left;
    ///@}
  };

  /// A visitor of CornerVisibility that records the polygons that cones of sight reach. Call
  /// begin() before each corner.
  class Collector {
   public:
    /// Partitions free space into convex polygons.
    explicit Collector(const FreeSpace& space);

    /// Starts to record for a corner with this turn number (see StateId).
    void begin(const Corner& corner, std::int32_t turn) {
      corner_ = &corner;
      turn_ = turn;
      around_ = {kNoPolygon, kNoPolygon};
    }
    ///@{ Members that CornerVisibility calls.
    void operator()(CornerId) const {}
    void look(HalfEdge sector, int side);
    void enter(HalfEdge in, const SightBound& right, const SightBound& left) {
      ++triangles_entered_;
      const PolygonId p = polygon_of(in);
      if (p != polygon_of(mesh_.twin(in))) add(p, ray(right), ray(left));
    }
    ///@}
    std::size_t entry_count() const { return seen_.size(); }  ///< number of recorded entries
    /// Greatest number of bytes that an entry needs in PackedSightLists.
    std::size_t bytes_an_entry() const;
    /// Number of triangles that cones entered.
    std::uint64_t triangles_entered() const { return triangles_entered_; }

   private:
    friend class SightLists;
    friend class PackedSightLists;
    static constexpr VertexId kNoVertexYet = -1;
    static constexpr unsigned kFoundBits = 12;
    struct Found {
      Point point;
      VertexId vertex = kNoVertexYet;
    };
    struct SeenPolygon {
      PolygonId polygon;
      Entry entry;
    };

    PolygonId polygon_of(HalfEdge h) const {
      return partition_.polygon_of(Triangulation::triangle_of(h));
    }
    VertexId vertex_at(Point p);
    Ray ray(const SightBound& bound) {
      return 2 * vertex_at(bound.point) + (bound.opposite ? 1 : 0);
    }
    void add(PolygonId p, Ray right, Ray left) {
      seen_.push_back({p, {2 * turn_ + (leaving_left_ ? 1 : 0), right, left}});
    }

    const Triangulation& mesh_;
    PointNumbers vertices_;
    std::vector<VertexId> vertex_at_;
    ConvexPartition partition_;
    std::vector<Found> found_;  ///< cache of vertex_at(), by hash of the point
    std::vector<SeenPolygon> seen_;
    const Corner* corner_ = nullptr;
    std::int32_t turn_ = 0;
    std::array<PolygonId, 2> around_{};
    bool leaving_left_ = false;
    std::uint64_t triangles_entered_ = 0;
  };

  /// Looks from all corners in `turns`. The index of a corner in `turns` is its turn number (see
  /// StateId). O(corners * triangles seen).
  SightLists(const FreeSpace& space, std::span<const CornerId> turns);
  /// Sorts the recorded entries by polygon. Linear.
  explicit SightLists(Collector collected);

  /// The list of a polygon.
  std::span<const Entry> seen_from(PolygonId p) const {
    const auto at = static_cast<std::size_t>(p);
    return std::span(entries_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  /// The polygon of the half-edge's triangle.
  PolygonId polygon_of(HalfEdge h) const {
    return partition_.polygon_of(Triangulation::triangle_of(h));
  }
  ///@{ Number of polygons and of entries.
  std::size_t polygon_count() const { return partition_.polygon_count(); }
  std::size_t entry_count() const { return entries_.size(); }
  ///@}

 private:
  ConvexPartition partition_;
  std::vector<std::uint32_t> begin_;
  std::vector<Entry> entries_;
};

/// The entries of sight lists as arrays of narrow numbers, which queries read.
struct SightArrays {
  ///@{ Members of SightLists::Entry.
  NarrowNumbers state;
  NarrowNumbers right;
  NarrowNumbers left;
  ///@}
};

/// A range of indices of SightArrays.
struct SightRange {
  ///@{ First index, and one past the last.
  std::uint32_t begin;
  std::uint32_t end;
  ///@}
};

/// The rays of an entry of a sight list.
struct SightRays {
  ///@{ The ray on the right and on the left, as seen from the corner.
  SightLists::Ray right;
  SightLists::Ray left;
  ///@}
};

/// Returns 1 if p is strictly between two rays out of v, 0 if p is on a ray, and -1 if p is
/// outside. Exact.
int place_between(const Triangulation& mesh, Point v, SightRays rays, Point p);

/// Returns place_between(), or 0 if rounding hides it.
[[gnu::always_inline]] inline int clear_place_between(const Triangulation& mesh, Point v,
                                                      SightRays rays, Point p) {
  const double to_right = clear_twice_area(mesh.point(rays.right >> 1), p, v);
  const double right = (rays.right & 1) != 0 ? -to_right : to_right;
  if (right < 0) return -1;
  const double to_left = clear_twice_area(mesh.point(rays.left >> 1), p, v);
  const double left = (rays.left & 1) != 0 ? to_left : -to_left;
  if (left < 0) return -1;
  return right > 0 && left > 0 ? 1 : 0;
}

/// Whether a path can come straight from `from`, bend at `corner`, and leave in `state` (see
/// StateId). The path leaves along a tangent of the state's side, and arrives along a tangent of
/// the opposite side. Exact. O(triangles crossed).
bool sees_tautly(const FreeSpace& space, const Location& from, CornerId corner, StateId state);

/// Calls visit(state, v, between) for each state of a polygon's list that a path can reach straight
/// from the point `from`. `v` is the position of the state's corner. `between` states whether
/// `from` is strictly between the state's rays. The arguments position(StateId) and corner(StateId)
/// return the position and the number of a state's corner. States for which keep(StateId) is false
/// are skipped. Precondition: `from` is in the polygon. Exact. Linear in the list.
template <class PositionOf, class CornerOf, class Keep, class Visit>
void for_each_in_sight(const FreeSpace& space, const Location& from, const SightArrays& sights,
                       SightRange list, PositionOf position, CornerOf corner, Keep keep,
                       Visit visit) {
  const Triangulation& mesh = space.triangulation();
  for (std::uint32_t i = list.begin; i < list.end; ++i) {
    const auto state = static_cast<StateId>(sights.state[i]);
    if (!keep(state)) continue;
    const Point v = position(state);
    const SightRays rays{static_cast<SightLists::Ray>(sights.right[i]),
                         static_cast<SightLists::Ray>(sights.left[i])};
    int place = clear_place_between(mesh, v, rays, from.point);
    if (place == 0) place = place_between(mesh, v, rays, from.point);
    if (place < 0) continue;
    const bool between = place > 0;
    if (between || sees_tautly(space, from, corner(state), state)) visit(state, v, between);
  }
}

/// Sight lists in one block of memory.
class PackedSightLists {
 public:
  PackedSightLists() = default;
  /// Packs the recorded entries. There are no lists if they would need more than `most_bytes` bytes
  /// or have 2^32 entries or more. Linear.
  PackedSightLists(const FreeSpace& space, const SightLists::Collector& collected,
                   std::size_t most_bytes);

  bool empty() const { return bytes_ == 0; }  ///< whether there are no lists
  /// The polygon of the half-edge's free triangle.
  PolygonId polygon_of(HalfEdge h) const {
    return static_cast<PolygonId>(
        polygon_of_[static_cast<std::size_t>(Triangulation::triangle_of(h))]);
  }
  /// The range of arrays() that holds the list of a polygon.
  SightRange list(PolygonId p) const {
    const auto at = static_cast<std::size_t>(p);
    return {begin_[at], begin_[at + 1]};
  }
  const SightArrays& arrays() const { return arrays_; }  ///< the entries of all lists
  std::size_t memory_bytes() const { return bytes_; }    ///< bytes of the block of all lists

 private:
  std::shared_ptr<const std::byte> block_;
  std::size_t bytes_ = 0;
  NarrowNumbers polygon_of_;  ///< polygon of each triangle; 0 if the triangle is not free
  NarrowNumbers begin_;       ///< first entry of each polygon
  SightArrays arrays_;
};

}  // namespace fairway
