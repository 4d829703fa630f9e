#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/open_heap.hpp"
#include "algorithms/solvers/anya/run_components.hpp"
#include "algorithms/solvers/cell_rows.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Optimal any-angle search on a world of cells: A* over intervals of row lines. A node is an
/// interval and its root, the last turning point, which sees all of it. Its successors are the
/// intervals of the next row that the root sees through it, and those round a corner at its end,
/// which becomes their root. Ends may be anywhere in free space. Exact: an interval ends at a
/// lattice point or on the ray from the root through one, and decisions use exact arithmetic on
/// lattice points and the start. Immutable but for its owner.
/// Source: D. Harabor, A. Grastien, D. Oz, V. Aksakalli, "Optimal Any-Angle Pathfinding In
/// Practice", JAIR 56 (2016). Here, rows of equal runs and rows without walls are crossed in one
/// step.
class Anya {
 public:
  static constexpr std::string_view kName = "anya";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  struct Options {
    static void describe(Options&, auto&&) {}
  };

  /// Reset in O(1).
  class Scratch {
   public:
    Scratch() = default;
    std::size_t memory_bytes() const { return heap_bytes(roots_, nodes_, known_, open_); }

   private:
    friend class AnyaSearch;

    struct LatticePoint {
      std::int32_t x;
      std::int32_t y;
    };
    /// A turning point or the start.
    struct Root {
      Point at;
      double g;
      std::int32_t parent;  ///< -1 for the start
      std::size_t place;    ///< its number among lattice points; unused for the start
      bool exact;           ///< products of its differences to lattice points are exact
    };
    /// An end of an interval: where the ray from a root through a lattice point meets the line. The
    /// root is the interval's own, or the one before it, whose ray passes through the own root.
    struct End {
      std::int32_t root;
      LatticePoint through;
    };
    /// An interval of row line y, seen from the root, that leads into the rows at `heading`. If the
    /// path came to a corner along the line in direction `travel`, the interval is the corner
    /// alone, with itself as root.
    struct Node {
      std::int32_t root;
      std::int32_t y;
      std::int32_t heading;
      std::int32_t travel;  ///< 0 if the root is off the line
      std::int32_t column;  ///< column of a free cell at the interval, in the row ahead
      End left;
      End right;
    };
    struct Entry {
      double f;
      double g;
      std::uint32_t node;
      bool before(const Entry& other) const { return f < other.f || (f == other.f && g > other.g); }
    };
    /// The least known length to a lattice point, in the query with that stamp.
    struct Known {
      double g;
      std::uint32_t stamp = 0;
    };

    std::vector<Root> roots_;
    std::vector<Node> nodes_;
    ZeroedArray<Known> known_;
    WaitingHeap<Entry> open_;
    std::uint32_t stamp_ = 0;
  };

  static std::vector<NamedSolver<Options>> methods();

  /// Whether the world is made of cells, without costs and not eroded.
  static bool supports(const FreeSpace& space, const Options& options);

  static PartSet parts(const FreeSpace&, const Options&) { return SpacePart::kCells; }

  /// Throws std::invalid_argument if the world is not supported. O(cells). Keeps a reference to the
  /// free space.
  static Anya build(const FreeSpace& space, const Options& options);

  struct ClassRows {
    Raster::Class cells;
    CellRows rows;
    RunComponents components;
  };
  // To edit it in place.
  std::vector<ClassRows>& classes() { return classes_; }
  /// Adds the classes of the cells of blocks that are not there yet. O(cells) for each.
  void add_classes(std::span<const CellBlock> blocks);
  void update_report();

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// The runs of free cells in rows. O(cells / 64 + runs), as are the two below.
  std::size_t vertex_count() const;
  /// The pairs of runs of neighbouring rows that share a piece of a row line.
  std::size_t edge_count() const;

  /// Calls segment(Point, Point) for the walls and for the pieces that runs of neighbouring rows
  /// share.
  void draw(auto&& segment) const {
    for (const Wall& wall : space_->walls()) segment(wall.a, wall.b);
    visit_runs([&](const CellRows& rows, int j, int begin, int end) {
      visit_runs(rows, j + 1, begin, end, [&](int a, int b) {
        const auto y = static_cast<double>(j + 1);
        segment(Point{static_cast<double>(a), y}, Point{static_cast<double>(b), y});
      });
    });
  }

 private:
  friend class AnyaSearch;
  explicit Anya(const FreeSpace& space) : space_(&space), raster_(space.raster()) {}
  /// Calls visit(begin, end) for the runs of row j, cut to the part between two lattice points.
  static void visit_runs(const CellRows& rows, int j, int from, int to, auto&& visit) {
    for (int k = rows.run_begin<1>(j, from, to); k < to;) {
      const int end = std::min(rows.run_end<1>(j, k), to);
      visit(k, end);
      k = rows.run_begin<1>(j, end, to);
    }
  }
  void visit_runs(auto&& visit) const {
    for (const ClassRows& of : classes_) {
      for (int j = 0; j < raster_->height(); ++j) {
        visit_runs(of.rows, j, 0, raster_->width(),
                   [&](int begin, int end) { visit(of.rows, j, begin, end); });
      }
    }
  }

  const FreeSpace* space_;
  const Raster* raster_;
  std::vector<ClassRows> classes_;  // ascending, one for each class of the world
  BuildReport report_;
};

}  // namespace fairway
