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
#include "algorithms/search/bucket_queue.hpp"
#include "algorithms/search/pool.hpp"
#include "algorithms/solvers/anya/run_components.hpp"
#include "algorithms/solvers/cell_rows.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// Optimal any-angle search in a world of cells. It is A* over intervals of row lines. A row line
/// is the line between two rows of cells. A node is an interval with its root. The root is the last
/// turning point of the path and sees the whole interval. A successor is an interval of the next
/// row line that the root sees through the node. If a path can turn at an end of the interval, this
/// end becomes the root of further successors. Start and goal may be anywhere in free space.
/// Exact: an interval ends at a lattice point or on the ray from the root through a lattice point.
/// All decisions use exact arithmetic on lattice points and the start.
/// Queries do not change the solver. Only repairs after a change of the world edit it.
/// Source: D. Harabor, A. Grastien, D. Oz, V. Aksakalli, "Optimal Any-Angle Pathfinding In
/// Practice", JAIR 56 (2016). Addition to the source: one step crosses several rows if their runs
/// are equal or no wall is near.
class Anya {
 public:
  static constexpr std::string_view kName = "anya";  ///< Member of the concept Solver.
  /// Member of the concept Solver.
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};
  /// There are no options.
  struct Options {
    static void describe(Options&, auto&&) {}  ///< Does nothing.
  };

  /// Working memory for the queries of one thread. Each query resets it in O(1).
  class Scratch {
   public:
    Scratch() = default;  ///< Allocates nothing.
    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(roots_, nodes_, known_, open_); }

   private:
    friend class AnyaSearch;

    struct LatticePoint {
      std::int32_t x;
      std::int32_t y;
    };
    /// A turning point of a path, or the start of the query.
    struct Root {
      Point at;
      double g;
      std::int32_t parent;  ///< index of the previous root; -1 for the start
      std::size_t place;    ///< index of the root's lattice point in known_; unused for the start
      bool exact;           ///< whether the products in AnyaSearch::cross() are exact
    };
    /// An end of an interval: the point where a ray meets the row line. The ray starts at root
    /// number `root` and passes through lattice point `through`. `root` is the root of the interval
    /// or the parent of this root. If it is the parent, the ray also passes through the root of the
    /// interval.
    struct End {
      std::int32_t root;
      LatticePoint through;
    };
    /// An interval of row line y that its root sees. A path crosses the interval in direction
    /// `heading`: 1 towards larger y, -1 towards smaller y. If a path came along the row line to a
    /// corner, the interval consists of the corner only, and the corner is also the root.
    struct Node {
      std::int32_t root;
      std::int32_t y;
      std::int32_t heading;
      /// If a path came along the row line: its direction, 1 or -1. For all other nodes: 0.
      std::int32_t travel;
      std::int32_t column;  ///< column of a free cell in the row ahead that touches the interval
      End left;
      End right;
    };
    /// Length of the shortest known path to a lattice point. Valid only if `stamp` equals stamp_.
    struct Known {
      double g;
      std::uint32_t stamp = 0;
    };

    Pool<Root> roots_;
    Pool<Node> nodes_;
    ZeroedArray<Known> known_;
    BucketQueue<std::uint32_t> open_;  ///< indices in nodes_
    std::uint32_t stamp_ = 0;
  };

  static std::vector<NamedSolver<Options>> methods();  ///< Member of the concept Solver.

  /// Whether the world is made of cells, has no costs and is not eroded.
  static bool supports(const FreeSpace& space, const Options& options);

  /// Structures derived from free space that the solver uses, see SpacePart.
  static PartSet parts(const FreeSpace&, const Options&) { return SpacePart::kCells; }

  /// Builds the solver, which keeps a reference to the free space. Throws std::invalid_argument if
  /// the world is not supported. O(cells).
  static Anya build(const FreeSpace& space, const Options& options);

  /// The cells of one class, see Raster.
  struct ClassRows {
    Raster::Class cells;       ///< the class
    CellRows rows;             ///< cells of this class
    RunComponents components;  ///< connected components of these cells
  };
  ///@{ Members for repairs after a change of the world.
  /// The rows of each class of cells, in ascending order of the class.
  std::vector<ClassRows>& classes() { return classes_; }
  /// Adds the classes that occur in the blocks and are not in classes() yet. O(cells) per new
  /// class.
  void add_classes(std::span<const CellBlock> blocks);
  /// Updates the covered area and the number of components in report().
  void update_report();
  ///@}

  ///@{ Members of the concept Solver.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  ///@}
  /// Number of runs of free cells, counted row by row. O(cells / 64 + runs).
  std::size_t vertex_count() const;
  /// Number of pairs of runs that touch along a row line. O(cells / 64 + runs).
  std::size_t edge_count() const;

  /// Calls segment(Point, Point) for the walls, and for the parts of row lines along which runs of
  /// neighbouring rows touch. O(cells / 64 + runs).
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
  /// Calls visit(begin, end) for the runs of row j between lattice points `from` and `to`. Runs
  /// that extend beyond these points are cut there.
  static void visit_runs(const CellRows& rows, int j, int from, int to, auto&& visit) {
    for (int k = rows.run_begin<1>(j, from, to); k < to;) {
      const int end = std::min(rows.run_end<1>(j, k), to);
      visit(k, end);
      k = rows.run_begin<1>(j, end, to);
    }
  }
  /// Calls visit(rows, j, begin, end) for the runs of all classes.
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
  std::vector<ClassRows> classes_;  // in ascending order, one for each class of the world
  BuildReport report_;
};

}  // namespace fairway
