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

/// The pruned visibility graph, searched as in the account of 2009. Ends on different sides of a
/// closed boundary are refused without a search. A vertex with a neighbour linked to the goal knows
/// the exact cost over it, its indirect link; the option `indirect` chooses how the own search uses
/// it. Immutable.
class Northstar : public VisibilityGraph {
 public:
  static constexpr std::string_view kName = "northstar-sound";

  enum class Indirect : std::uint8_t {
    kBound,    ///< a vertex linked to the goal bounds the cost as soon as it is reached
    kEstimate  ///< it replaces the estimate, which is too high if it is a detour
  };
  friend std::span<const std::string_view> option_names(Indirect) {
    static constexpr std::array<std::string_view, 2> kNames{"bound", "estimate"};
    return kNames;
  }

  struct Options {
    Indirect indirect = Indirect::kBound;

    static void describe(Options& options, auto&& field) {
      field("indirect", options.indirect,
            "the way over a neighbour that a vertex shares with the goal: it bounds the path's "
            "cost, or is the estimate of what is left, and paths may be longer");
    }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }
  static Guarantees guarantees(const Options& options);

  /// As VisibilityGraph::build, but without sight lists: they also link corners that stand behind
  /// others on a line, which the published search does not know.
  static Northstar build(const FreeSpace& space, const Options& options) {
    return {space, options};
  }

  /// As VisibilityGraph::attach, but returns kNothingVisible for ends without a path between them.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;

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
