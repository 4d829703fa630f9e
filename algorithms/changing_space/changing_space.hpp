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

/// What a burst changed in a free space.
struct SpaceChange {
  /// Triangles that are new, gone, or have other vertices, blocked sides or components, as they
  /// were before: with equal vertices if there was none.
  std::span<const TriangulationEditor::Changed> triangles;
  std::span<const CornerId> gone_corners;  ///< numbers of what is no corner now, or another one
  std::span<const CornerId> new_corners;   ///< numbers of corners that are new
  std::span<const CellBlock> cells;        ///< of the raster, that were set
};

/// A free space that is repaired as its world changes. space() is as at_moment() makes
/// it of the same world, but for the numbers of vertices, triangles, corners and components, which
/// stay where nothing changed and may have gaps: a triangle that is gone is not free, a corner that
/// is gone not reflex.
class ChangingSpace {
 public:
  /// For users of these parts. Of a world of cells whose triangulation they do not include, only
  /// the cells are repaired, and other parts made anew when they are asked for. O(n log n). Throws
  /// InvalidBurst for a world with terrain.
  explicit ChangingSpace(const FreeSpace& world, PartSet parts = PartSet::all());
  /// For an eroded world, whose obstacles are not known: bursts change its border, in the frame.
  ChangingSpace(const FreeSpace& eroded, const Box& frame);
  ChangingSpace(const ChangingSpace&) = delete;
  ChangingSpace& operator=(const ChangingSpace&) = delete;

  /// The world as it is. The reference stays valid; nobody may use it while change() works.
  const FreeSpace& space() const { return space_; }
  /// Repairs the space. What it returns is valid until the next call. Expected linear in the
  /// triangles that are made anew and those inside the burst's obstacles; where components part,
  /// also in the smaller part. Throws InvalidBurst; then nothing changes. After any other
  /// exception the content is as before, but nothing else may be used.
  SpaceChange change(const Burst& burst);
  /// The content of the world. The content of an eroded world is its border.
  WorldContent content() const;
  /// The content before the last change(). Precondition: that did not throw.
  WorldContent content_before() const;

  /// Of an eroded world, else null.
  const Border* border() const { return border_ ? &*border_ : nullptr; }
  /// Obstacles that are there.
  std::vector<Obstacle> obstacles() const { return content().obstacles(); }
  /// Of what repairs need besides the space.
  std::size_t memory_bytes() const;

 private:
  using Mark = TriangulationEditor::Mark;
  /// An input edge between vertices.
  struct Edge {
    VertexId from;
    VertexId to;
    Mark mark;
  };
  struct Present {
    Obstacle obstacle;
    std::vector<Edge> edges;
  };

  std::vector<Edge> take_ends(std::span<const BoundaryEdge> edges);
  std::vector<Edge> find_ends(std::span<const BoundaryEdge> edges);
  void exchange(std::span<const Edge> gone, std::span<const Edge> come);
  void set_area();
  void count_free_cells(const Raster& cells);
  void patch(const CellPatch& patch);
  void replace_cells(const CellPatch& patch);
  void set_cells(const CellPatch& patch);
  void begin_change();
  /// Makes triangles and cells as they were when the change began.
  void undo();
  bool winds_round(TriangleId t);
  void follow_border();
  void change_border(const Burst& burst);
  void check_sides() const;
  /// Returns what came.
  std::map<std::int32_t, Present> swap_obstacles(const Burst& burst);
  void begin_flood();
  void reach(TriangleId t);
  /// Calls visit(TriangleId) once for each triangle that was reached, which may reach others.
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
  void tell_corners();
  bool mark_blocked();
  void begin(ConstraintRecord record);
  void change_cells(const Burst& burst);
  TriangleId near(Point p);

  FreeSpace::Content content_;
  FreeSpace space_;                            ///< of the content
  std::optional<Border> border_;               ///< of an eroded world
  std::optional<TriangulationEditor> editor_;  ///< empty if only cells are repaired
  ComponentLabels labels_;
  std::map<std::int32_t, Present> present_;
  std::map<std::int32_t, Present> gone_;  ///< in the last change, as the following
  std::vector<std::int32_t> came_;
  std::vector<CellPatch> cells_before_;
  std::vector<std::uint32_t> barrier_;  ///< stamps of half-edges
  std::vector<std::uint32_t> seen_;     ///< stamps of triangles
  std::uint32_t stamp_ = 0;
  std::vector<TriangleId> open_;
  std::vector<std::pair<HalfEdge, int>> pieces_;  ///< of a ring
  CornerChanges corners_;
  std::vector<CellBlock> cells_;
  std::ptrdiff_t free_cells_ = 0;
  TriangleId last_ = 0;
  std::ptrdiff_t free_triangles_ = 0;  ///< before the changes of the editor
};

}  // namespace fairway
