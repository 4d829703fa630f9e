#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/changing_space/burst.hpp"
#include "algorithms/changing_space/component_labels.hpp"
#include "algorithms/changing_space/triangulation_editor.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The changes of a free space by a burst.
struct SpaceChange {
  /// The changed triangles, in their state before the burst: triangles that were added or removed,
  /// and triangles with changed vertices, blocked sides or component. See Changed::was_there().
  std::span<const TriangulationEditor::Changed> triangles;
  std::span<const CornerId> gone_corners;  ///< numbers of removed or replaced corners
  std::span<const CornerId> new_corners;   ///< numbers of added corners
  std::span<const CellBlock> cells;        ///< blocks of cells that the burst set
};

/// A free space that is repaired when its world changes. space() equals at_moment() of the same
/// world up to the numbers of vertices, triangles, corners and components. Unchanged elements keep
/// their numbers. A number can be unused: a removed triangle is not free, and a removed corner is
/// not reflex.
class ChangingSpace {
 public:
  /// Prepares repairs of these parts of the free space. If the world has cells and `parts` lacks
  /// the triangulation, bursts repair only the cells; other parts are rebuilt on demand. O(n log
  /// n). Throws InvalidBurst for a world with terrain.
  explicit ChangingSpace(const FreeSpace& world, PartSet parts = PartSet::all());
  /// Prepares repairs of an eroded world. A burst of such a world changes border edges inside
  /// `frame`, not obstacles.
  ChangingSpace(const FreeSpace& eroded, const Box& frame);
  ChangingSpace(const ChangingSpace&) = delete;
  ChangingSpace& operator=(const ChangingSpace&) = delete;

  /// The current world. The reference stays valid. It may not be used while change() runs.
  const FreeSpace& space() const { return space_; }
  /// Applies a burst. The result is valid until the next call. Expected linear in the rebuilt
  /// triangles and the triangles inside changed obstacles. If a component is split, also linear in
  /// its smaller part. Changes nothing if it throws InvalidBurst. After any other exception,
  /// content() and border() return the state before the burst; no other member may be used.
  SpaceChange change(const Burst& burst);
  /// The content of the world without the border.
  WorldContent content() const;
  /// The content before the last change(). Precondition: the last change() did not throw.
  WorldContent content_before() const;

  /// The border of an eroded world; null for other worlds.
  const Border* border() const { return border_ ? &*border_ : nullptr; }
  /// The present obstacles.
  std::vector<Obstacle> obstacles() const { return content().obstacles(); }
  /// Bytes of the data that repairs need, without the bytes of the free space.
  std::size_t memory_bytes() const;

 private:
  using Mark = TriangulationEditor::Mark;
  /// An input edge between vertices.
  struct Edge {
    VertexId from;
    VertexId to;
    Mark mark;
  };
  /// An obstacle with its edges.
  struct Present {
    Obstacle obstacle;
    std::vector<Edge> edges;
  };

  std::vector<Edge> take_ends(std::span<const BoundaryEdge> edges);
  std::vector<Edge> find_ends(std::span<const BoundaryEdge> edges);
  void replace_edges(std::span<const Edge> gone, std::span<const Edge> come);
  void set_area();
  void count_free_cells(const Raster& cells);
  void patch(const CellPatch& patch);
  void replace_cells(const CellPatch& patch);
  void set_cells(const CellPatch& patch);
  void begin_change();
  /// Restores triangles and cells to the state before the burst.
  void undo();
  bool winds_round(TriangleId t);
  void update_inside();
  void replace_border(const Burst& burst);
  void check_sides() const;
  /// Removes and adds obstacles. Returns the added obstacles.
  std::map<std::int32_t, Present> replace_obstacles(const Burst& burst);
  void begin_flood();
  void reach(TriangleId t);
  /// Calls visit(TriangleId) once for each triangle of the flood. visit() may add further triangles
  /// by reach().
  template <class Visit>
  void flood(Visit visit) {
    while (!open_.empty()) {
      const TriangleId t = open_.back();
      open_.pop_back();
      visit(t);
    }
  }
  void cover_ring(std::span<const Edge> ring, int sign);
  void cover_cells(const CellBlock& block);
  void finish();
  void report_corners();
  bool mark_blocked();
  void begin(ConstraintRecord record);
  void apply_patches(const Burst& burst);
  TriangleId near(Point p);

  FreeSpace::Content content_;
  FreeSpace space_;                            // shares content_
  std::optional<Border> border_;               // border of an eroded world, otherwise empty
  std::optional<TriangulationEditor> editor_;  // empty if only cells are repaired
  ComponentLabels labels_;
  std::map<std::int32_t, Present> present_;
  std::map<std::int32_t, Present> removed_;  // obstacles removed by the last change()
  std::vector<std::int32_t> added_;
  std::vector<CellPatch> cells_before_;
  std::vector<std::uint32_t> barrier_;  // for each half-edge: last flood that must not cross it
  std::vector<std::uint32_t> seen_;     // for each triangle: last flood that reached it
  std::uint32_t stamp_ = 0;
  std::vector<TriangleId> open_;
  std::vector<std::pair<HalfEdge, int>> pieces_;  // pieces of a ring, with their direction
  CornerChanges corners_;
  std::vector<CellBlock> cells_;
  std::ptrdiff_t free_cells_ = 0;
  TriangleId last_ = 0;
  std::ptrdiff_t free_triangles_ = 0;  // number of free triangles
};

}  // namespace fairway
