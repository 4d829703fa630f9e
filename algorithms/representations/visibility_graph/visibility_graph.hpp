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

/// The visibility graph over reflex corners. The kind `full` links all corners that see each other.
/// If several corners are on one line, only neighbours on the line are linked. The kind `pruned`
/// keeps a link only if a path can bend at both of its ends. Shortest paths use only these links.
/// Source: Y.-H. Liu, S. Arimoto, "Path planning using a tangent graph for mobile robots among
/// polygonal and curved obstacles", IJRR 11 (1992).
class VisibilityGraph {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "visibility-graph";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true, .corridors = false};

  using Graph = CsrGraph;

  /// Which links the graph has.
  enum class Kind : std::uint8_t { kPruned, kFull };
  /// Names of the values of Kind, in order.
  friend std::span<const std::string_view> option_names(Kind) {
    static constexpr std::array<std::string_view, 2> kNames{"pruned", "full"};
    return kNames;
  }

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    Kind kind = Kind::kPruned;
    double sight_list_share = 1;

    static void describe(Options& options, auto&& field) {
      field("kind", options.kind,
            "links of the graph: pruned (a path can bend at both ends of each link) or full (all "
            "links)");
      field("sight_list_share", options.sight_list_share,
            "with kind = pruned: memory limit of the sight lists (the corners that each polygon "
            "sees), as a share of the graph's other memory. Without sight lists, a query searches "
            "the triangulation for visible corners",
            OptionRange{.least = 0, .most = 1000});
    }
    ///@}
  };

  /// Scratch space of a query.
  struct Scratch {
    CornerVisibilityScratch visibility;  ///< scratch space for looking from an end
    std::vector<PolygonId> polygons;     ///< polygons that contain an end
    TautTurns::Marks ways_to_goal;       ///< edges that lead into the dead end of the goal
    Point start;                         ///< start of the query last attached

    /// Bytes on the heap, by capacity.
    std::size_t memory_bytes() const { return heap_bytes(visibility, polygons, ways_to_goal); }
  };

  /// Iterates over the edges of a vertex. Skips edges that lead into a dead end without the goal.
  class SuccessorIterator {
   public:
    /// Iterates over the edges index .. end - 1. If `turns` is null, no edge is skipped.
    SuccessorIterator(const TautTurns* turns, const TautTurns::Marks* marks, Vertex source,
                      std::uint32_t index, std::uint32_t end)
        : turns_(turns), marks_(marks), source_(source), index_(index), end_(end) {
      skip();
    }
    ///@{ Members of an iterator.
    CsrGraph::Edge operator*() const { return {source_, index_}; }
    SuccessorIterator& operator++() {
      ++index_;
      skip();
      return *this;
    }
    bool operator==(const SuccessorIterator& other) const { return index_ == other.index_; }
    ///@}

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

  /// Builds the graph. Expands cones through the triangulation from each reflex corner. O(corners *
  /// triangles seen). Discards the sight lists if they exceed their limit. Keeps a reference to the
  /// free space.
  static VisibilityGraph build(const FreeSpace& space, const Options& options,
                               Pruning pruning = Pruning::kAll);

  /// The tables, for code that edits them in place.
  struct Tables {
    CsrGraph& graph;                 ///< the graph
    TautTurns& turns;                ///< which edges may follow which; empty unless knows_turns()
    PackedSightLists& sights;        ///< sight lists; an editor may empty them
    std::vector<Point>& positions;   ///< position of each vertex
    std::vector<CornerId>& corners;  ///< corner of each vertex, or kNoCorner
    /// Vertex of each corner; kNoVertex if the corner is not reflex.
    std::vector<Vertex>& vertex_of;
  };
  /// Access to the tables.
  Tables tables() { return {graph_, turns_, sights_, positions_, corners_, vertex_of_}; }
  Kind kind() const { return kind_; }  ///< which links the graph has
  /// Whether the graph has TautTurns, which pruning needs.
  bool knows_turns() const { return knows_turns_; }
  /// Writes the neighbours of v to `row`. `seen_from` is scratch space. It has, for each vertex w,
  /// the last vertex from which w was seen.
  void look_from(Vertex v, CornerVisibilityScratch& scratch, std::vector<Vertex>& seen_from,
                 std::vector<Vertex>& row) const;
  /// Updates the report after a change of the graph. Near-linear.
  void update_report();

  /// The graph. Vertices without a corner have no edges.
  const CsrGraph& graph() const { return graph_; }
  /// Position of a vertex.
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  /// Links each end to the corners that it sees. In a pruned graph, links the end only to corners
  /// at which a path can bend. An end can have two links to one corner. Ends that see each other
  /// get only their direct link. Linear in the sight lists of the polygons that contain an end;
  /// without sight lists O(triangles seen).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;

  /// Returns the edges of v that can continue a shortest path from `parent`. The parent is
  /// kNoVertex for links of the start. The goal is the goal of the last attach() with this scratch.
  /// In the full graph, or without pruning, returns all edges of v. In the pruned graph, returns
  /// the edges that turn around v's walls and do not lead into a dead end without the goal. A path
  /// through any other edge could be shortened at v. So, with a consistent heuristic, the omission
  /// of other edges does not change the cost of the path, up to rounding. O(edges of v).
  std::pair<SuccessorIterator, SuccessorIterator> successors(Vertex parent, Vertex v,
                                                             const Scratch& scratch) const {
    const TautTurns::Range range = onward_edges(parent, v, scratch);
    const auto at = [&](std::uint32_t edge) {
      return SuccessorIterator(knows_turns_ ? &turns_ : nullptr, &scratch.ways_to_goal, v, edge,
                               range.end);
    };
    return {at(range.begin), at(range.end)};
  }

  /// Loads what successors() reads of v into the cache.
  void prefetch(Vertex v) const {
    const std::uint32_t edge = graph_.row_begin(v);
    graph_.prefetch_edges(edge);
    turns_.prefetch_turns(edge);
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Number of vertices with a corner.
  std::size_t vertex_count() const { return corners_.size() - without_corner(); }
  /// Number of undirected edges.
  std::size_t edge_count() const { return graph_.edge_count() / 2; }

  /// Component of the free space that contains the corner. Shortest paths connect all corners of a
  /// component.
  std::int32_t component(Vertex v) const {
    return space_->triangulation().component(
        Triangulation::triangle_of(space_->corner(corner(v)).first));
  }

  /// The corner of a vertex, or kNoCorner.
  CornerId corner(Vertex v) const { return corners_[static_cast<std::size_t>(v)]; }
  /// Whether sight lists exist.
  bool has_sight_lists() const { return !sights_.empty(); }
  ///@}

 private:
  VisibilityGraph(const FreeSpace& space, Kind kind, Pruning pruning)
      : space_(&space),
        kind_(kind),
        knows_turns_(kind == Kind::kPruned && pruning == Pruning::kAll) {}

  std::size_t without_corner() const {
    return static_cast<std::size_t>(std::ranges::count(corners_, kNoCorner));
  }
  void number_corners();
  /// `sight_list_share` limits the memory of the sight lists. The limit is this share of the memory
  /// of the rest of the index.
  void link_corners(double sight_list_share);
  /// Calls visit(Vertex, Point, side) for the corners that an end sees. A corner can occur twice.
  /// side() returns the side of the corner on which the end lies; see TautTurns::Side.
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
  TautTurns turns_;          // pairs of edges; empty unless knows_turns_
  PackedSightLists sights_;  // states are 2 * vertex + side; empty if discarded
  std::vector<Point> positions_;
  std::vector<CornerId> corners_;
  std::vector<Vertex> vertex_of_;  // vertex of each corner; kNoVertex if not reflex
  BuildReport report_;
};

static_assert(Representation<VisibilityGraph>);

}  // namespace fairway
