#include "algorithms/preprocessing/contraction_hierarchy.hpp"

#include <algorithm>
#include <span>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/preprocessing/cost_bound.hpp"

namespace fairway {
namespace {

/// A vertex is stalled (not expanded) only if a path to it through a higher vertex is cheaper by
/// more than this relative difference. A smaller difference can be a rounding error, and the vertex
/// may be on the only least path.
constexpr double kRounding = 1e-12;

constexpr std::size_t kActiveLandmarks = 2;

std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }

}  // namespace

ContractionHierarchy::Rows ContractionHierarchy::rows_of(
    const Contraction& contraction, std::span<const Vertex> vertices,
    const std::vector<Vertex>& rank, const std::vector<Arc>& (Contraction::*arcs)(Vertex) const) {
  Rows rows;
  std::size_t count = 0;
  for (const Vertex v : vertices) count += (contraction.*arcs)(v).size();
  rows.arcs.reserve(count);
  rows.offsets.reserve(vertices.size() + 1);
  rows.offsets.push_back(0);
  for (const Vertex v : vertices) {
    for (const Arc& arc : (contraction.*arcs)(v)) {
      const Vertex middle = arc.middle == kNoVertex ? kNoVertex : rank[index(arc.middle)];
      rows.arcs.push_back({rank[index(arc.to)], middle, arc.cost});
    }
    rows.offsets.push_back(static_cast<std::uint32_t>(rows.arcs.size()));
  }
  return rows;
}

ContractionHierarchy ContractionHierarchy::build(const GraphCopy& graph, Contraction::Depth depth,
                                                 int landmarks, const BuildBudget& budget) {
  const Contraction contraction(graph, depth, budget);
  ContractionHierarchy result;
  result.symmetric_ = graph.symmetric();
  result.vertex_ = contraction.order();
  result.core_ = static_cast<Vertex>(contraction.contracted());
  result.rank_.resize(graph.vertex_count());
  for (std::size_t r = 0; r < result.vertex_.size(); ++r) {
    result.rank_[index(result.vertex_[r])] = static_cast<Vertex>(r);
  }
  const std::span<const Vertex> order = result.vertex_;
  result.up_ = rows_of(contraction, order, result.rank_, &Contraction::up);
  if (!result.symmetric_) {
    const auto below_core = order.first(contraction.contracted());
    result.down_ = rows_of(contraction, below_core, result.rank_, &Contraction::down);
  }
  result.position_.reserve(graph.vertex_count());
  for (const Vertex v : result.vertex_) result.position_.push_back(graph.bound().position(v));
  result.heuristic_ = graph.bound().heuristic();
  result.factor_ = graph.bound().factor();
  result.landmarks_ = Landmarks(graph, landmarks, budget);
  result.landmarks_.renumber(result.vertex_);
  budget.check_bytes(result.memory_bytes());
  return result;
}

/// The two searches of a query. Side 0 searches from the start, side 1 from the goal. The open
/// lists return vertices nearly in the order of f. A vertex that is reached at less cost after its
/// expansion is expanded again.
template <HeuristicKind kind>
class ContractionHierarchy::Run {
 public:
  Run(const ContractionHierarchy& hierarchy, const LinkedQuery& query, Scratch& scratch)
      : hierarchy_(hierarchy), scratch_(scratch), target_{query.goal, query.start} {
    scratch.nodes_.fit(hierarchy.vertex_.size());
    if (++scratch.stamp_ == 0) {
      scratch.nodes_.clear();
      scratch.stamp_ = 1;
    }
    nodes_ = scratch.nodes_.data();
    stamp_ = scratch.stamp_;
    result_.cost = query.links.direct;
    seed<0>(query.links.start, query.links.goal);
    seed<1>(query.links.goal, query.links.start);
  }

  SearchResult search() {
    for (bool forward = true, backward = true; forward || backward;) {
      forward = forward && settle_next<0>();
      backward = backward && settle_next<1>();
    }
    result_.found = result_.cost < kInfinity;
    return result_;
  }

  /// The vertex where both searches met on the best path; kNoVertex for the direct link.
  Vertex top() const { return top_; }

 private:
  using Label = Scratch::Label;
  using Node = Scratch::Node;
  using Open = Scratch::Open;

  /// Starts the search from one end of the query. `links` are the links of this end, `others` the
  /// links of the opposite end.
  template <int side>
  void seed(std::span<const Link> links, std::span<const Link> others) {
    factor_[side] = hierarchy_.factor_;
    for (const Link& link : others) {
      const double least = metric<kind>(target_[side], position(rank(link.vertex)));
      if (least * factor_[side] > link.cost) factor_[side] = link.cost / least;
    }
    hierarchy_.landmarks_.activate(
        others, links, side == 1, kActiveLandmarks,
        [this](const Link& link) { return rank(link.vertex); }, scratch_.active_[side]);
    double least_f = kInfinity;
    for (const Link& link : links) {
      const Vertex v = rank(link.vertex);
      Label& label = nodes_[index(v)].sides[side];
      label = {kInfinity, bound<side>(v), kNoVertex, stamp_};
      least_f = std::min(least_f, link.cost + label.bound);
    }
    scratch_.open_[side].clear(links.empty() ? 0 : least_f);
    result_.generated += links.size();
    for (const Link& link : links) reach<side>(rank(link.vertex), link.cost, kNoVertex);
  }

  Vertex rank(Vertex v) const { return hierarchy_.rank_[index(v)]; }
  Point position(Vertex v) const { return hierarchy_.position_[index(v)]; }
  template <int side>
  double metric_bound(Vertex v) const {
    return factor_[side] * metric<kind>(position(v), target_[side]);
  }
  template <int side>
  double bound(Vertex v) const {
    double least = metric_bound<side>(v);
    for (const Landmarks::Active& landmark : scratch_.active_[side]) {
      least = std::max(least, hierarchy_.landmarks_.bound(landmark, v, side == 1));
    }
    return least;
  }

  template <int side>
  [[gnu::always_inline]] void reach(Vertex v, double g, Vertex parent) {
    Node& node = nodes_[index(v)];
    Label& label = node.sides[side];
    if (label.stamp != stamp_) {
      if (g + metric_bound<side>(v) >= result_.cost) return;
      label = {kInfinity, bound<side>(v), kNoVertex, stamp_};
    } else if (label.g <= g) {
      return;
    }
    const double f = g + label.bound;
    if (f >= result_.cost) return;
    label.g = g;
    label.parent = parent;
    if (side == 0 || v < hierarchy_.core_) scratch_.open_[side].push(f, {g, v});
    const Label& other = node.sides[1 - side];
    if (other.stamp != stamp_ || g + other.g >= result_.cost) return;
    result_.cost = g + other.g;
    top_ = v;
  }

  /// Expands the next vertex of one search (side 0: from the start, side 1: from the goal). Returns
  /// false if no open vertex can improve on the best path.
  template <int side>
  bool settle_next() {
    typename BucketQueue<Open>::Entry next;
    do {
      if (!scratch_.open_[side].pop(result_.cost, next)) return false;
    } while (next.key >= result_.cost ||
             next.value.g > nodes_[index(next.value.vertex)].sides[side].g);
    settle<side>(next.value.vertex, next.value.g);
    return true;
  }

  template <int side>
  void settle(Vertex v, double g) {
    ++result_.expanded;
    if (v < hierarchy_.core_ && is_stalled<side>(v, g)) return;
    const Rows& rows = hierarchy_.rows(side);
    const Arc* const begin = rows.arcs.data() + rows.offsets[index(v)];
    const Arc* const end = rows.arcs.data() + rows.offsets[index(v) + 1];
    result_.generated += static_cast<std::size_t>(end - begin);
    for (const Arc* arc = begin; arc != end; ++arc) reach<side>(arc->to, g + arc->cost, v);
  }

  /// Whether a path through a higher vertex reaches v at a cost below g by more than rounding
  /// errors.
  template <int side>
  bool is_stalled(Vertex v, double g) const {
    const double less = g - g * kRounding;
    const Rows& rows = hierarchy_.rows(1 - side);
    const Arc* const end = rows.arcs.data() + rows.offsets[index(v) + 1];
    for (const Arc* arc = rows.arcs.data() + rows.offsets[index(v)]; arc != end; ++arc) {
      const Label& higher = nodes_[index(arc->to)].sides[side];
      if (higher.stamp == stamp_ && higher.g + arc->cost < less) return true;
    }
    return false;
  }

  const ContractionHierarchy& hierarchy_;
  Scratch& scratch_;
  Node* nodes_;
  std::uint32_t stamp_;
  Point target_[2];
  double factor_[2];
  SearchResult result_;
  Vertex top_ = kNoVertex;
};

SearchResult ContractionHierarchy::find(const LinkedQuery& query, Scratch& scratch,
                                        std::vector<Vertex>& vertices) const {
  return with_metric(heuristic_, [&]<HeuristicKind kind>() {
    Run<kind> run(*this, query, scratch);
    const SearchResult result = run.search();
    vertices.clear();
    if (run.top() != kNoVertex) collect_path(run.top(), scratch, vertices);
    return result;
  });
}

/// Returns the edge or shortcut between two vertices. Precondition: a search reached one of them
/// from the other.
const ContractionHierarchy::Arc& ContractionHierarchy::arc(Vertex from, Vertex to) const {
  const bool rises = from < to || to >= core_;
  const Rows& all = rows(rises ? 0 : 1);
  const Vertex lower = rises ? from : to;
  const Vertex higher = rises ? to : from;
  std::uint32_t k = all.offsets[index(lower)];
  while (all.arcs[k].to != higher) ++k;
  return all.arcs[k];
}

/// Expands the edge or shortcut between two vertices into a path of edges. Appends all vertices of
/// this path except `from`.
void ContractionHierarchy::unpack(Vertex from, Vertex to, Scratch& scratch,
                                  std::vector<Vertex>& vertices) const {
  for (;;) {
    const Vertex middle = arc(from, to).middle;
    if (middle != kNoVertex) {
      scratch.stack_.push(to);
      to = middle;
      continue;
    }
    vertices.push_back(vertex_[index(to)]);
    if (scratch.stack_.empty()) return;
    from = to;
    to = scratch.stack_.pop();
  }
}

void ContractionHierarchy::collect_path(Vertex top, Scratch& scratch,
                                        std::vector<Vertex>& vertices) const {
  scratch.climb_.clear();
  for (Vertex v = top; v != kNoVertex; v = scratch.nodes_[index(v)].sides[0].parent) {
    scratch.climb_.push_back(v);
  }
  vertices.push_back(vertex_[index(scratch.climb_.back())]);
  for (std::size_t i = scratch.climb_.size() - 1; i > 0; --i) {
    unpack(scratch.climb_[i], scratch.climb_[i - 1], scratch, vertices);
  }
  for (Vertex v = top;;) {
    const Vertex next = scratch.nodes_[index(v)].sides[1].parent;
    if (next == kNoVertex) break;
    unpack(v, next, scratch, vertices);
    v = next;
  }
}

}  // namespace fairway
