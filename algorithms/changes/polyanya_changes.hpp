#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Repairs a Polyanya. The first burst rebuilds the mesh and makes the state of repairs.
/// After that polygons with a triangle that changed fall apart into triangles; these are merged
/// again, with each other and with the polygons beside them, until no edge of them can be removed.
/// Numbers elsewhere stay, free ones are used again.
class PolyanyaChanges {
 public:
  PolyanyaChanges(Polyanya& index, const FreeSpace& space);

  /// Always true. Expected O(k log k) for k triangles that changed or are of polygons that hold or
  /// touch such, and linear in the blocks between polygons that are linked anew. Once as many
  /// polygons were removed and added as a fixed share of the mesh, also linear in the mesh, so
  /// amortised expected O(k log k). Rebuilds the mesh if most sides are unused.
  bool follow(const SpaceChange& change);
  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const;

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
  void fit_lattice(const SpaceChange& change) const;
  void fit_blocks();
  bool is_removed(HalfEdge h) const { return next_[slot_of(h)] == kNoHalfEdge; }
  void walk_ring(HalfEdge first);

  Polyanya& index_;
  PolyanyaMesh& mesh_;
  const FreeSpace& space_;
  const Triangulation& triangles_;
  bool prepared_ = false;
  std::vector<HalfEdge> next_;      ///< in the ring of a polygon; none of a removed half-edge
  std::vector<HalfEdge> previous_;  ///< likewise
  std::vector<TriangleId> next_in_polygon_;
  std::vector<TriangleId> first_in_polygon_;
  std::vector<std::int32_t> turn_of_corner_;
  std::vector<PolygonId> free_polygons_;
  std::vector<PolygonId> gone_polygons_;  ///< since all blocks were found
  std::size_t came_ = 0;                  ///< polygons since then
  std::vector<std::int32_t> free_turns_;
  std::map<std::int32_t, std::vector<std::int32_t>> free_sides_;  ///< first sides, by their number
  std::size_t unused_sides_ = 0;
  std::vector<TriangleId> loose_;  // scratch of repair(), as the following
  std::vector<std::uint8_t> is_loose_;
  std::vector<PolygonId> new_polygons_;
  std::vector<HalfEdge> ring_;
  std::vector<TriangleId> open_;
};

}  // namespace fairway
