#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

namespace fairway {

/// The pruned visibility graph with a search that was published in 2009 (docs/ancestors.md). If a
/// closed boundary separates the start from the goal, attach() refuses the query without a search.
/// An indirect link consists of an edge to a neighbour and the neighbour's link to the goal. The
/// cost of an indirect link is known exactly. The option `indirect` chooses how the search `own`
/// uses indirect links. Immutable.
class Northstar : public VisibilityGraph {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "northstar-sound";

  /// How the search uses an indirect link.
  enum class Indirect : std::uint8_t {
    kBound,    ///< a reached vertex with a goal link gives an upper bound of the path's cost
    kEstimate  ///< the cost of the indirect link replaces the estimate, and can be too high
  };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Indirect) {
    static constexpr std::array<std::string_view, 2> kNames{"bound", "estimate"};
    return kNames;
  }

  /// Options of the adapter.
  struct Options {
    Indirect indirect = Indirect::kBound;  ///< how the search uses an indirect link

    /// Calls field(name, value, help) for each option.
    static void describe(Options& options, auto&& field) {
      field("indirect", options.indirect,
            "how the search uses a path through a neighbour that sees the goal: bound (the cost of "
            "this path is an upper bound) or estimate (the cost of this path replaces the "
            "heuristic, so results may be longer)");
    }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }
  static Guarantees guarantees(const Options& options);

  /// Builds the graph like VisibilityGraph::build(), but without sight lists. With sight lists, the
  /// start and goal would also get links to corners behind another corner on the same line. The
  /// published search has no such links.
  static Northstar build(const FreeSpace& space, const Options& options) {
    return {space, options};
  }

  /// Like VisibilityGraph::attach(), but returns kNothingVisible if no path joins the start and the
  /// goal.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;
  ///@}

 private:
  Northstar(const FreeSpace& space, const Options& options)
      : VisibilityGraph(VisibilityGraph::build(space, {.sight_list_share = 0})),
        space_(&space),
        indirect_(options.indirect) {}

  const FreeSpace* space_;
  Indirect indirect_;
};

static_assert(HasOwnSearch<Northstar>);

}  // namespace fairway
