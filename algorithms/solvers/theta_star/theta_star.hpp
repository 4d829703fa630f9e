#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/open_heap.hpp"
#include "algorithms/solvers/centre_sight.hpp"
#include "algorithms/solvers/grid_solver.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A* over the cell centres of a grid. The parent of a node may be any node that sees it, or the
/// start. Theta* tests line of sight from the parent of the expanded node to each neighbour that it
/// reaches. Lazy Theta* assumes sight and tests it once, when the node is expanded. If the test
/// fails, the best closed neighbour becomes the parent. Paths are legal but not optimal. The search
/// finds a path if the grid has a path.
/// Queries do not change the solver. Only repairs after a change of the world edit it.
/// Sources: K. Daniel, A. Nash, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids",
/// JAIR 39 (2010); A. Nash, S. Koenig, C. Tovey, "Lazy Theta*: Any-Angle Path Planning and Path
/// Length Analysis in 3D", AAAI 2010.
class ThetaStar : public GridSolver {
 public:
  static constexpr std::string_view kName = "theta-star";  ///< Member of the concept Solver.
  /// Options of the methods.
  struct Options {
    double cell_size = 0;  ///< as in Grid::Options
    bool lazy = false;     ///< whether to test sight only when a node is expanded

    /// Describes the options, see docs/concepts/representation.md.
    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("lazy", options.lazy, "whether to test lines of sight only when a node is expanded");
    }
  };

  /// Working memory for the queries of one thread. Each query resets it in O(1).
  class Scratch {
   public:
    Scratch() = default;  ///< Allocates nothing.
    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(grid_, attachment_, nodes_, open_); }

   private:
    friend class ThetaStarSearch;

    /// State of a vertex. It is valid for the current query only if mark >= stamp. The difference
    /// mark - stamp holds flags.
    struct Node {
      double g;
      Vertex parent;
      std::uint32_t mark = 0;
    };
    struct Entry {
      double f;
      double g;
      Vertex vertex;
      /// If f is equal, the entry with larger g comes first. The bits of non-negative doubles sort
      /// in the order of the doubles. They are compared as integers, because this is faster.
      bool before(const Entry& other) const {
        const auto own_f = std::bit_cast<std::uint64_t>(f);
        const auto other_f = std::bit_cast<std::uint64_t>(other.f);
        return own_f < other_f || (own_f == other_f && g > other.g);
      }
    };

    Grid::Scratch grid_;
    Attachment attachment_;
    ZeroedArray<Node> nodes_;
    OpenHeap<Entry> open_;
    std::uint32_t stamp_ = 0;
  };

  static std::vector<NamedSolver<Options>> methods();  ///< Member of the concept Solver.

  /// Builds the solver, which keeps a reference to the free space. Throws std::invalid_argument for
  /// an invalid cell size. O(cells + cells met by walls).
  static ThetaStar build(const FreeSpace& space, const Options& options);

  /// The line-of-sight tests, for repairs after a change of the world.
  CentreSight& sight() { return sight_; }

  ///@{ Members of the concept Solver.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const { return grid_.memory_bytes() + sight_.memory_bytes(); }
  ///@}

 private:
  friend class ThetaStarSearch;
  ThetaStar(const FreeSpace& space, Grid grid, bool lazy)
      : GridSolver(std::move(grid)), space_(&space), sight_(space, grid_.graph()), lazy_(lazy) {}

  const FreeSpace* space_;
  CentreSight sight_;
  bool lazy_;
};

}  // namespace fairway
