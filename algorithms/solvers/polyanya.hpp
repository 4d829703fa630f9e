#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/reference/polyanya.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// The optimum by Polyanya, as a method of its own.
class PolyanyaSolver {
 public:
  static constexpr std::string_view kName = "polyanya";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  struct Options {
    static void describe(Options&, auto&&) {}
    friend bool operator==(const Options&, const Options&) = default;
  };
  using Scratch = Polyanya::Scratch;

  static std::vector<NamedSolver<Options>> methods() { return {{.name = kName, .options = {}}}; }

  /// Keeps a reference to the free space.
  static PolyanyaSolver build(const FreeSpace& space, const Options& options);

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  /// Nothing: it stands on the free space's triangulation alone.
  std::size_t memory_bytes() const { return 0; }
  const BuildReport& report() const { return report_; }
  /// Free triangles.
  std::size_t vertex_count() const { return triangles_; }
  /// Edges between them that may be crossed.
  std::size_t edge_count() const { return crossings_; }

  /// Calls segment(Point, Point) for each edge of a free triangle. O(triangles).
  void draw(auto&& segment) const {
    const Triangulation& mesh = space_->triangulation();
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      for (int i = 0; i < 3 && mesh.is_free(t); ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (h < mesh.across(h) || mesh.blocked(h)) {
          segment(mesh.origin_point(h), mesh.destination_point(h));
        }
      }
    }
  }

 private:
  explicit PolyanyaSolver(const FreeSpace& space) : space_(&space), search_(space) {}

  const FreeSpace* space_;
  Polyanya search_;
  std::size_t triangles_ = 0;
  std::size_t crossings_ = 0;
  BuildReport report_;
};

}  // namespace fairway
