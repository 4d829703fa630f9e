#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

class SearchObserver;
class SearchScratch;

// The optional members of a representation. Code tests for them only by these concepts. See
// docs/concepts/representation.md.

/// static Guarantees guarantees(const Options&): the promises of the adapter with these options.
/// kGuarantees has the promises of the adapter's first method. Representations and solvers may have
/// this member.
template <class R>
concept HasGuaranteesByOptions = requires(const typename R::Options& options) {
  { R::guarantees(options) } -> std::same_as<Guarantees>;
};

/// static R build(const FreeSpace&, const Options&, Pruning): a build with a third argument. If
/// this argument is Pruning::kNone, the build omits the data that only pruned searches need.
template <class R>
concept BuildsForPruning = requires(const FreeSpace& space, const typename R::Options& options,
                                    Pruning pruning) {
  { R::build(space, options, pruning) } -> std::same_as<R>;
};

/// static PartSet parts(const FreeSpace&, const Options&): the parts of the free space (see
/// SpacePart) that build() and queries use. Parts that only the smoother uses are not included.
/// Without this member, all parts count as used. Representations and solvers may have this member.
template <class A>
concept DeclaresParts = requires(const FreeSpace& space, const typename A::Options& options) {
  { A::parts(space, options) } -> std::same_as<PartSet>;
};

/// std::size_t vertex_count() const: the number of vertices in use. A graph that also has unused
/// vertices needs this member.
template <class R>
concept HasVertexCount = requires(const R& r) {
  { r.vertex_count() } -> std::convertible_to<std::size_t>;
};

/// std::size_t edge_count() const: the number of undirected edges. Without this member,
/// the number is computed from the edges of all vertices.
template <class R>
concept HasEdgeCount = requires(const R& r) {
  { r.edge_count() } -> std::convertible_to<std::size_t>;
};

/// std::int32_t component(Vertex) const: the connected component of a vertex. If the links of start
/// and goal lead to different components, the answer is "no path", without a search.
template <class R>
concept HasComponents = requires(const R& r, Vertex v) {
  { r.component(v) } -> std::same_as<std::int32_t>;
};

/// double least_cost_factor() const: the least ratio of a path's cost to its length. A search
/// multiplies its heuristic by this factor. Representations that consider terrain have this member.
template <class R>
concept HasLeastCostFactor = requires(const R& r) {
  { r.least_cost_factor() } -> std::convertible_to<double>;
};

/// auto octile_to(Point goal, std::span<const Link> goal_links) const: the octile heuristic, a
/// function that maps a vertex to an estimate. `goal` is the exact goal of the query, and
/// `goal_links` are the links of the goal.
/// static bool octile_is_bound(const Options&): whether the estimate is a lower bound of the cost
/// with these options. Methods may use the octile heuristic only if this member returns true.
template <class R>
concept HasOctileHeuristic = requires(const R& r, Point goal, const std::vector<Link>& links,
                                      Vertex v, const typename R::Options& options) {
  { r.octile_to(goal, links)(v) } -> std::convertible_to<double>;
  { R::octile_is_bound(options) } -> std::same_as<bool>;
};

/// double tie_unit() const: the cost of a short edge, or 0. A positive value means that all costs
/// and octile distances are exact sums of a few numbers. Many vertices then have equal f (cost so
/// far + estimate), and the search uses a TiedList as open list.
template <class R>
concept HasTieUnit = HasOctileHeuristic<R> && requires(const R& r) {
  { r.tie_unit() } -> std::same_as<double>;
};

/// auto successors(Vertex parent, Vertex v, const Scratch&) const: begin and end of the edges of v
/// that can continue a shortest path from `parent` to the goal. `parent` is kNoVertex if v was
/// reached by a link of the start. The goal is the goal of the last attach() with this scratch.
/// Called only if the setting `pruning` is `all`.
template <class R>
concept HasSuccessors = requires(const R& r, Vertex v, const typename R::Scratch& scratch) {
  {*r.successors(v, v, scratch).first};
};

/// void prefetch(Vertex v) const: asks the processor to load what successors() reads of v into its
/// cache. The search of a large graph calls it for the vertex that it probably expands next.
template <class R>
concept HasPrefetch = HasSuccessors<R> && requires(const R& r, Vertex v) {
  r.prefetch(v);
};

/// SearchResult search(Point goal, const Attachment&, SearchScratch&, std::vector<Vertex>&,
/// SearchObserver*) const: the representation's own search from start to goal. It runs after
/// attach() and returns the same kind of result as astar(). The observer may be null. Methods with
/// the setting `search` = `own` use this member.
template <class R>
concept HasOwnSearch = requires(const R& r, Point goal, const Attachment& attachment,
                                SearchScratch& scratch, std::vector<Vertex>& vertices,
                                SearchObserver* observer) {
  { r.search(goal, attachment, scratch, vertices, observer) } -> std::same_as<SearchResult>;
};

/// bool accepts_blocked_ends() const: whether a query may start or end outside free space. If true,
/// attach() is also called with locations whose place is Place::kBlocked.
template <class R>
concept MayAcceptBlockedEnds = requires(const R& r) {
  { r.accepts_blocked_ends() } -> std::same_as<bool>;
};

/// void corridor(const FoundPath&, Scratch&, std::vector<Portal>&) const: writes the portals that a
/// path crosses, in order from start to goal. Called only if Guarantees::corridors is true.
template <class R>
concept CorridorRepresentation = Representation<R> &&
    requires(const R& r, const FoundPath& found, typename R::Scratch& scratch,
             std::vector<Portal>& portals) {
  { r.corridor(found, scratch, portals) } -> std::same_as<void>;
};

/// bool covers(Point a, Point b, Scratch&) const: whether segment ab is a legal path within the
/// represented area. Requirement: around each inner vertex of a path from realise(), the
/// represented area contains all free space nearby. So two covered segments that meet at such a
/// vertex form a legal path.
template <class R>
concept CoveringRepresentation = Representation<R> &&
    requires(const R& r, Point a, Point b, typename R::Scratch& scratch) {
  { r.covers(a, b, scratch) } -> std::same_as<bool>;
};

/// The two members that the promise any_radius needs.
/// AttachStatus attach(const Location& start, const Location& goal, double radius, Scratch&,
/// Attachment&) const: attach() for an agent of this radius. Links and the direct path are legal in
/// the world eroded by the radius. Radius 0 gives the same result as attach() without a radius.
/// auto graph(double radius) const: a model of SearchGraph with the vertices of graph() and the
/// edges that are legal in the eroded world. Returns a view by value; O(1), allocates nothing.
/// graph(0) has all edges. realise() finds the radius in FoundPath::radius.
template <class R>
concept ServesAnyRadius = requires(const R& r, const Location& end, double radius,
                                   typename R::Scratch& scratch, Attachment& attachment) {
  { r.attach(end, end, radius, scratch, attachment) } -> std::same_as<AttachStatus>;
  requires SearchGraph<std::remove_cvref_t<decltype(r.graph(radius))>>;
};

/// void draw(auto&& segment) const: calls segment(Point, Point) for the sides of the cells. Without
/// this member, pictures show the edges of the graph.
template <class R>
concept DrawsCells = requires(const R& r, void (*segment)(Point, Point)) {
  r.draw(segment);
};

///@{ Returns the result of an optional member, or a default if the adapter lacks the member.
template <class A>
Guarantees guarantees_of(const typename A::Options& options) {
  if constexpr (HasGuaranteesByOptions<A>) return A::guarantees(options);
  return A::kGuarantees;
}

/// Returns the parts of the free space that an adapter uses, with all parts that they depend on.
template <class A>
PartSet parts_of(const FreeSpace& space, const typename A::Options& options) {
  if constexpr (DeclaresParts<A>) {
    return space.with_needed(A::parts(space, options));
  } else {
    return space.with_needed(PartSet::all());
  }
}

template <Representation R>
R build_of(const FreeSpace& space, const typename R::Options& options, Pruning pruning) {
  if constexpr (BuildsForPruning<R>) {
    return R::build(space, options, pruning);
  } else {
    return R::build(space, options);
  }
}

template <Representation R>
std::size_t vertex_count_of(const R& r) {
  if constexpr (HasVertexCount<R>) return r.vertex_count();
  return num_vertices(r.graph());
}

template <Representation R>
std::size_t edge_count_of(const R& r) {
  if constexpr (HasEdgeCount<R>) {
    return r.edge_count();
  } else {
    const auto& graph = r.graph();
    std::size_t directed = 0;
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      directed += out_degree(v, graph);
    }
    return directed / 2;
  }
}

/// The component of a vertex; std::nullopt if the representation does not label components.
template <Representation R>
std::optional<std::int32_t> component_of(const R& r, Vertex v) {
  if constexpr (HasComponents<R>) return r.component(v);
  return std::nullopt;
}

template <Representation R>
double least_cost_factor_of(const R& r) {
  if constexpr (HasLeastCostFactor<R>) return r.least_cost_factor();
  return 1;
}

template <Representation R>
bool accepts_blocked_ends(const R& r) {
  if constexpr (MayAcceptBlockedEnds<R>) return r.accepts_blocked_ends();
  return false;
}
///@}

}  // namespace fairway
