#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/representation.hpp"
#include "algorithms/representations/visibility_graph/taut_turns.hpp"

namespace fairway {

/// The visibility graph over reflex corners. `full` links all corners that see each other, on one
/// line only neighbours. `pruned` keeps the links at both of whose ends a path can bend: all that
/// shortest paths use.
/// Source: Y.-H. Liu, S. Arimoto, "Path planning using a tangent graph for mobile robots among
/// polygonal and curved obstacles", IJRR 11 (1992).
class VisibilityGraph {
 public:
  static constexpr std::string_view kName = "visibility-graph";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true, .corridors = false};

  using Graph = CsrGraph;

  enum class Kind : std::uint8_t { kPruned, kFull };
  friend std::span<const std::string_view> option_names(Kind) {
    static constexpr std::array<std::string_view, 2> kNames{"pruned", "full"};
    return kNames;
  }

  struct Options {
    Kind kind = Kind::kPruned;
    double sight_list_share = 1;

    static void describe(Options& options, auto&& field) {
      field("kind", options.kind,
            "links: pruned (those along which a path can bend at both ends) or full (all)");
      field("sight_list_share", options.sight_list_share,
            "most memory of the lists of the corners that a polygon sees, as a share of the rest; "
            "where they need more, a query looks through the triangulation. Only if pruned",
            OptionRange{.least = 0, .most = 1000});
    }
  };

  struct Scratch {
    CornerVisibilityScratch visibility;
    std::vector<PolygonId> polygons;  ///< that hold an end
    TautTurns::Marks ways_to_goal;
    Point start;

    std::size_t memory_bytes() const { return heap_bytes(visibility, polygons, ways_to_goal); }
  };

  /// The edges out of a vertex, without those into dead ends that do not hold the goal.
  class SuccessorIterator {
   public:
    /// If `turns` is null, no edge is left out.
    SuccessorIterator(const TautTurns* turns, const TautTurns::Marks* marks, Vertex source,
                      std::uint32_t index, std::uint32_t end)
        : turns_(turns), marks_(marks), source_(source), index_(index), end_(end) {
      skip();
    }
    CsrGraph::Edge operator*() const { return {source_, index_}; }
    SuccessorIterator& operator++() {
      ++index_;
      skip();
      return *this;
    }
    bool operator==(const SuccessorIterator& other) const { return index_ == other.index_; }

   private:
    void skip() {
      while (index_ != end_ && turns_ != nullptr && !turns_->may_take(index_, *marks_)) ++index_;
    }

    const TautTurns* turns_;
    const TautTurns::Marks* marks_;
    Vertex source_;
    std::uint32_t index_;
    std::uint32_t end_;
  };

  static std::vector<NamedMethod<Options>> methods();

  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Expands through the triangulation from each reflex corner: O(corners * triangles seen). Keeps
  /// a reference to the free space. Sight lists that need more than they may are given up.
  static VisibilityGraph build(const FreeSpace& space, const Options& options,
                               Pruning pruning = Pruning::kAll);

  // To edit it in place.
  struct Tables {
    CsrGraph& graph;
    TautTurns& turns;          ///< if they are known
    PackedSightLists& sights;  ///< may be emptied
    std::vector<Point>& positions;
    std::vector<CornerId>& corners;  ///< kNoCorner where there is none
    std::vector<Vertex>& vertex_of;  ///< of each corner; kNoVertex if it is not reflex
  };
  Tables tables() { return {graph_, turns_, sights_, positions_, corners_, vertex_of_}; }
  Kind kind() const { return kind_; }
  bool knows_turns() const { return knows_turns_; }
  /// Finds the vertices that a vertex is linked to. `seen_from` holds for each from which vertex it
  /// was seen last.
  void look_from(Vertex v, CornerVisibilityScratch& scratch, std::vector<Vertex>& seen_from,
                 std::vector<Vertex>& row) const;
  /// Reports on the graph as it is. Near-linear.
  void update_report();

  /// Vertices without a corner have no edges.
  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  /// Links each end to the corners that it sees; in a pruned graph only to those where a path can
  /// bend, perhaps to some twice. Ends that see each other have only their direct link. Linear in
  /// the sight lists of the polygons that hold an end; without them O(triangles seen).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;

  /// The edges of v by which a shortest path from `parent`, or from the start (kNoVertex), can go
  /// on. The goal is the one last attached with the scratch. In the full graph, and without
  /// pruning, these are all edges of v; in the pruned graph those that turn round v's walls,
  /// without dead ends that do not hold the goal. With a consistent heuristic they suffice for the
  /// same cost, up to rounding: if another edge led on to a shortest path, the path could be
  /// shortened at v. O(edges of v).
  std::pair<SuccessorIterator, SuccessorIterator> successors(Vertex parent, Vertex v,
                                                             const Scratch& scratch) const {
    const TautTurns::Range range = onward_edges(parent, v, scratch);
    const auto at = [&](std::uint32_t edge) {
      return SuccessorIterator(knows_turns_ ? &turns_ : nullptr, &scratch.ways_to_goal, v, edge,
                               range.end);
    };
    return {at(range.begin), at(range.end)};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return corners_.size() - without_corner(); }
  /// Undirected edges.
  std::size_t edge_count() const { return graph_.edge_count() / 2; }

  /// That of the free space, in which shortest paths connect all corners.
  std::int32_t component(Vertex v) const {
    return space_->triangulation().component(
        Triangulation::triangle_of(space_->corner(corner(v)).first));
  }

  /// The corner that a vertex stands for; kNoCorner if there is none.
  CornerId corner(Vertex v) const { return corners_[static_cast<std::size_t>(v)]; }
  /// Whether the sight lists were kept.
  bool has_sight_lists() const { return !sights_.empty(); }

 private:
  VisibilityGraph(const FreeSpace& space, Kind kind, Pruning pruning)
      : space_(&space),
        kind_(kind),
        knows_turns_(kind == Kind::kPruned && pruning == Pruning::kAll) {}

  std::size_t without_corner() const {
    return static_cast<std::size_t>(std::ranges::count(corners_, kNoCorner));
  }
  void number_corners();
  /// `sight_list_share` is the most that they may take, as a share of the rest.
  void link_corners(double sight_list_share);
  /// Calls visit(Vertex, Point, side) for the corners that an end sees, perhaps for some twice.
  /// side() tells by which of its tangents.
  template <class Visit>
  void for_each_link(const Location& end, Scratch& scratch, Visit visit) const;
  TautTurns::Side side_of(Vertex v, Point p) const {
    return tangent_side(space_->triangulation(), space_->corner(corner(v)), p);
  }
  TautTurns::Range onward_edges(Vertex parent, Vertex v, const Scratch& scratch) const {
    if (!knows_turns_) return {graph_.row_begin(v), graph_.row_end(v)};
    if (parent != kNoVertex) return turns_.after(graph_, parent, v);
    return turns_.across(graph_, positions_, v, scratch.start, side_of(v, scratch.start));
  }

  const FreeSpace* space_;
  Kind kind_;
  bool knows_turns_;
  CsrGraph graph_;
  TautTurns turns_;          // if they are known
  PackedSightLists sights_;  // states are 2 * vertex + side; empty if they were not kept
  std::vector<Point> positions_;
  std::vector<CornerId> corners_;
  std::vector<Vertex> vertex_of_;  // of each corner; kNoVertex if it is not reflex
  BuildReport report_;
};

static_assert(Representation<VisibilityGraph>);

}  // namespace fairway
