#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {

/// The quadtree of the account of 2010: cells are joined unless one is too long, and A* goes from
/// centre to centre. In the account, an edge costs the distance of the centres, the path runs
/// through the middle of the narrower of two facing sides, and its ends are centres. Each is an
/// option, none the default. Immutable.
class PyweekQuadtree : public Quadtree {
 public:
  static constexpr std::string_view kName = "pyweek-quadtree-sound";

  /// What an edge between centres costs.
  enum class EdgeCost : std::uint8_t {
    kRealised,       ///< the path from centre to centre through the passage
    kCentreDistance  ///< the straight line between the centres, wherever that runs; paths run from
                     ///< passage to passage, past the centres between the first and the last
  };
  friend std::span<const std::string_view> option_names(EdgeCost) {
    static constexpr std::array<std::string_view, 2> kNames{"realised", "centre_distance"};
    return kNames;
  }

  /// Where a path between two centres passes from cell to cell.
  enum class Passage : std::uint8_t {
    kShared,       ///< the middle of the portal
    kNarrowerSide  ///< the middle of the shorter of the two facing sides (of the cell on the side
                   ///< of lower coordinates where they are equal): it can lie outside the other
                   ///< cell
  };
  friend std::span<const std::string_view> option_names(Passage) {
    static constexpr std::array<std::string_view, 2> kNames{"shared", "narrower_side"};
    return kNames;
  }

  /// The ends of a path.
  enum class Ends : std::uint8_t {
    kExact,      ///< start and goal
    kCellCentre  ///< the centres of the first and the last cell; no path is direct
  };
  friend std::span<const std::string_view> option_names(Ends) {
    static constexpr std::array<std::string_view, 2> kNames{"exact", "cell_centre"};
    return kNames;
  }

  struct Options {
    double min_size = 0;
    double aspect_limit = 2;
    EdgeCost edge_cost = EdgeCost::kRealised;
    Passage passage = Passage::kShared;
    Ends ends = Ends::kExact;

    static void describe(Options& options, auto&& field) {
      field("min_size", options.min_size, QuadtreeOptions::kMinSizeHelp, kLengthRange);
      field("aspect_limit", options.aspect_limit,
            "how many times longer than wide each of two cells may be when they are joined",
            QuadtreeOptions::kAspectRange);
      field("edge_cost", options.edge_cost,
            "an edge costs what is realised, or the distance of the centres: then paths run from "
            "passage to passage");
      field("passage", options.passage,
            "the way between centres leads through the middle of the shared part of the border or "
            "of the narrower of both sides, which can be outside the other cell");
      field("ends", options.ends, "paths join start and goal, or the centres of their cells");
    }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return Quadtree::parts(space, {.min_size = options.min_size});
  }
  static Guarantees guarantees(const Options& options);

  /// As Quadtree::build.
  static PyweekQuadtree build(const FreeSpace& space, const Options& options) {
    return {space, options};
  }

  /// As Quadtree::attach, but for direct paths.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

 private:
  PyweekQuadtree(const FreeSpace& space, const Options& options);

  Options options_;
};

static_assert(CoveringRepresentation<PyweekQuadtree>);

}  // namespace fairway
