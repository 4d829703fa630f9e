#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Repairs a Polyanya. The first burst rebuilds the mesh and creates the data of later repairs. A
/// later burst splits each polygon with a changed triangle into triangles. Then it merges these
/// triangles with each other and with neighbouring polygons, until no further merge gives a convex
/// polygon. All other polygons keep their numbers. New polygons can get the numbers of removed
/// polygons.
class PolyanyaChanges {
 public:
  /// See IndexChanges.
  PolyanyaChanges(Polyanya& index, const FreeSpace& space);

  /// Always returns true. Let k be the number of triangles in the polygons that contain or touch a
  /// changed triangle. A call takes amortised expected O(k log k). If it links two polygons, it
  /// also takes time linear in the number of blocks between the two polygons. A call that rebuilds
  /// the mesh or recomputes all blocks is linear in the mesh. The first burst rebuilds the mesh,
  /// and so does a burst after most sides became unused. All blocks are recomputed once many
  /// polygons were removed and added.
  bool follow(const SpaceChange& change);
  ///@{ See IndexChanges.
  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const;
  ///@}

 private:
  using Changed = TriangulationEditor::Changed;

  void rebuild();
  void repair(const SpaceChange& change);
  void loosen(const SpaceChange& change);
  void take_apart(PolygonId p);
  void free_polygon(PolygonId p);
  void number_turns(const SpaceChange& change);
  void merge();
  bool stays_convex(HalfEdge h, HalfEdge twin) const;
  void link(HalfEdge a, HalfEdge b);
  PolygonId add_polygon(TriangleId first);
  void make_sides(PolygonId p);
  void link_sides(PolygonId p) const;
  void set_turns(const SpaceChange& change);
  void update_lattice(const SpaceChange& change) const;
  void update_blocks();
  bool is_removed(HalfEdge h) const { return next_[slot_of(h)] == kNoHalfEdge; }
  void walk_ring(HalfEdge first);

  Polyanya& index_;
  PolyanyaMesh& mesh_;
  const FreeSpace& space_;
  const Triangulation& triangles_;
  bool prepared_ = false;
  std::vector<HalfEdge> next_;      // next half-edge in a polygon's ring; none for removed edges
  std::vector<HalfEdge> previous_;  // previous half-edge in a polygon's ring
  std::vector<TriangleId> next_in_polygon_;
  std::vector<TriangleId> first_in_polygon_;
  std::vector<std::int32_t> turn_of_corner_;
  std::vector<PolygonId> free_polygons_;
  std::vector<PolygonId> removed_polygons_;  // removed since all blocks were recomputed
  std::size_t added_polygons_ = 0;           // number of polygons added since then
  std::vector<std::int32_t> free_turns_;
  std::map<std::int32_t, std::vector<std::int32_t>> free_sides_;  // unused runs of sides, by length
  std::size_t unused_sides_ = 0;
  std::vector<TriangleId> loose_;  // scratch of repair(), like the following members
  std::vector<std::uint8_t> is_loose_;
  std::vector<PolygonId> new_polygons_;
  std::vector<HalfEdge> ring_;
  std::vector<TriangleId> open_;
};

}  // namespace fairway
