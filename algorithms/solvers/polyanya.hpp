#pragma once

#include <cstddef>
#include <cstdint>
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
    bool merged = true;

    static void describe(Options& options, auto&& field) {
      field("merged", options.merged, "triangles are merged to convex polygons");
    }
    friend bool operator==(const Options&, const Options&) = default;
  };
  using Scratch = Polyanya::Scratch;

  static std::vector<NamedSolver<Options>> methods();

  /// Keeps a reference to the free space. O(n log n).
  static PolyanyaSolver build(const FreeSpace& space, const Options& options);

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const { return search_.memory_bytes(); }
  const BuildReport& report() const { return report_; }
  /// Convex polygons.
  std::size_t vertex_count() const { return search_.polygon_count(); }
  /// Sides between them that may be crossed.
  std::size_t edge_count() const { return search_.crossing_count(); }

  /// Calls segment(Point, Point) for each side of a polygon once. O(sides + walls).
  void draw(auto&& segment) const {
    for (const Wall& wall : space_->walls()) segment(wall.a, wall.b);
    const PolyanyaMesh& mesh = search_.mesh();
    for (PolygonId p = 0; static_cast<std::size_t>(p) < mesh.polygon_count(); ++p) {
      const auto first = static_cast<std::size_t>(mesh.begin[static_cast<std::size_t>(p)]);
      const auto end = first + static_cast<std::size_t>(mesh.side_count(p));
      for (std::size_t s = first; s < end; ++s) {
        const PolyanyaMesh::Side& side = mesh.sides[s];
        if (side.across > static_cast<std::int32_t>(s)) {
          segment(side.origin, mesh.sides[s + 1].origin);
        }
      }
    }
  }

 private:
  PolyanyaSolver(const FreeSpace& space, const Options& options)
      : space_(&space), search_(space, options.merged) {}

  const FreeSpace* space_;
  Polyanya search_;
  BuildReport report_;
};

}  // namespace fairway
