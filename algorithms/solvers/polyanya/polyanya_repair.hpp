#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/polyanya/polyanya_mesh.hpp"

namespace fairway {

/// Keeps Polyanya's mesh true where its free space is repaired in place. Polygons with a triangle
/// that changed fall apart into triangles; these are merged again, with each other and with the
/// polygons beside them, until no edge of them can be removed. Numbers elsewhere stay, free ones
/// are used again.
class PolyanyaRepair {
 public:
  /// For a mesh just made of this partition. `merged`: triangles are merged. Linear.
  PolyanyaRepair(const FreeSpace& space, const ConvexPartition& partition, bool merged);

  /// Expected O(k log k) for k triangles that changed or are of polygons that hold or touch such,
  /// and linear in the blocks between polygons that are linked anew. Once as many polygons came and
  /// went as a fixed share of the mesh, also linear in the mesh, so amortised expected O(k log k).
  void change(const FreeSpace& space, const SpaceChange& change, PolyanyaMesh& mesh);
  /// Whether more sides are unused than used: then a mesh made anew is smaller.
  bool is_wasteful(const PolyanyaMesh& mesh) const {
    return unused_sides_ > mesh.sides.size() - unused_sides_;
  }
  std::size_t memory_bytes() const;

 private:
  using Changed = TriangulationEditor::Changed;

  void loosen(const SpaceChange& change, PolyanyaMesh& mesh);
  void take_apart(PolygonId p, PolyanyaMesh& mesh);
  void free_polygon(PolygonId p, PolyanyaMesh& mesh);
  void number_turns(const FreeSpace& space, const SpaceChange& change, PolyanyaMesh& mesh);
  void merge();
  bool stays_convex(HalfEdge h, HalfEdge twin) const;
  void link(HalfEdge a, HalfEdge b);
  PolygonId add_polygon(TriangleId first, const FreeSpace& space, PolyanyaMesh& mesh);
  void make_sides(PolygonId p, const FreeSpace& space, PolyanyaMesh& mesh);
  void link_sides(PolygonId p, PolyanyaMesh& mesh) const;
  void set_turns(const FreeSpace& space, const SpaceChange& change, PolyanyaMesh& mesh);
  void fit_lattice(const SpaceChange& change, PolyanyaMesh& mesh) const;
  void fit_blocks(PolyanyaMesh& mesh);
  bool is_removed(HalfEdge h) const { return next_[slot_of(h)] == kNoHalfEdge; }
  void walk_ring(HalfEdge first);

  const Triangulation* triangles_;
  bool merged_;
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
  std::vector<TriangleId> loose_;  // scratch of change(), as the following
  std::vector<std::uint8_t> is_loose_;
  std::vector<PolygonId> new_polygons_;
  std::vector<HalfEdge> ring_;
  std::vector<TriangleId> open_;
};

}  // namespace fairway
