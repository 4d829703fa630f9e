#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {

/// A quadtree that was published in 2010 (docs/ancestors.md). Cells are joined unless one of them
/// is too long, and A* goes from centre to centre. Options select further behaviour of the
/// publication that is off by default:
/// - An edge costs the distance of the centres.
/// - A path crosses a border at the middle of the shorter of the two facing sides.
/// - A path ends at the centres of its first and its last cell.
///
/// Immutable.
class PyweekQuadtree : public Quadtree {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "pyweek-quadtree-sound";

  /// How the cost of an edge between centres is measured.
  enum class EdgeCost : std::uint8_t {
    kRealised,  ///< length of the path from centre to centre through the passage
    /// Length of the straight line between the centres; paths omit the centres of inner cells.
    kCentreDistance
  };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(EdgeCost) {
    static constexpr std::array<std::string_view, 2> kNames{"realised", "centre_distance"};
    return kNames;
  }

  /// Where a path between two centres crosses the border of their cells.
  enum class Passage : std::uint8_t {
    kShared,  ///< the middle of the shared part of the border
    /// The two cells touch along one side of each cell. The path crosses at the middle of the
    /// shorter of these two sides, possibly outside the cell with the longer side. If both sides
    /// have equal length, the side of the cell with the lower coordinates is used.
    kNarrowerSide
  };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Passage) {
    static constexpr std::array<std::string_view, 2> kNames{"shared", "narrower_side"};
    return kNames;
  }

  /// Where a path begins and ends.
  enum class Ends : std::uint8_t {
    kExact,      ///< at the start and the goal
    kCellCentre  ///< at the centres of its first and last cells, even if these are the same cell
  };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Ends) {
    static constexpr std::array<std::string_view, 2> kNames{"exact", "cell_centre"};
    return kNames;
  }

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    double min_size = 0;
    double aspect_limit = 2;
    EdgeCost edge_cost = EdgeCost::kRealised;
    Passage passage = Passage::kShared;
    Ends ends = Ends::kExact;

    static void describe(Options& options, auto&& field) {
      field("min_size", options.min_size, QuadtreeOptions::kMinSizeHelp, kLengthRange);
      field("aspect_limit", options.aspect_limit,
            "limit of the ratio of length to width: only cells within this limit are joined; the "
            "joined cell may exceed the limit",
            QuadtreeOptions::kAspectRange);
      field(
          "edge_cost", options.edge_cost,
          "cost of an edge: realised (length of the path from centre to centre) or centre_distance "
          "(straight distance between the centres; paths do not pass through the centres)");
      field("passage", options.passage,
            "where a path crosses the border of two cells: shared (middle of the shared part) or "
            "narrower_side (middle of the shorter of the two sides; this point can lie outside the "
            "other cell)");
      field("ends", options.ends,
            "ends of a path: exact (start and goal) or cell_centre (the centres of their cells)");
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return Quadtree::parts(space, {.min_size = options.min_size});
  }
  static Guarantees guarantees(const Options& options);

  /// Builds the quadtree; see Quadtree::build().
  static PyweekQuadtree build(const FreeSpace& space, const Options& options) {
    return {space, options};
  }

  /// Like Quadtree::attach(), with one exception. If `ends` is `cell_centre`, a start and goal in
  /// one cell get no direct link.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  ///@}

 private:
  PyweekQuadtree(const FreeSpace& space, const Options& options);

  Options options_;
};

static_assert(CoveringRepresentation<PyweekQuadtree>);

}  // namespace fairway
