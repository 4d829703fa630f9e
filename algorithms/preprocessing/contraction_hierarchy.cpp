#include "algorithms/preprocessing/contraction_hierarchy.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/preprocessing/cost_bound.hpp"

namespace fairway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A path reaches a vertex at less cost than another only if the costs differ by more than this
/// share: rounding must not stall the one vertex that a least path needs.
constexpr double kRounding = 1e-12;

std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }

}  // namespace

ContractionHierarchy::Rows ContractionHierarchy::rows_of(
    const Contraction& contraction, const std::vector<Vertex>& rank,
    const std::vector<Arc>& (Contraction::*arcs)(Vertex) const) {
  Rows rows;
  std::size_t count = 0;
  for (const Vertex v : contraction.order()) count += (contraction.*arcs)(v).size();
  rows.arcs.reserve(count);
  rows.offsets.reserve(rank.size() + 1);
  rows.offsets.push_back(0);
  for (const Vertex v : contraction.order()) {
    for (const Arc& arc : (contraction.*arcs)(v)) {
      const Vertex middle = arc.middle == kNoVertex ? kNoVertex : rank[index(arc.middle)];
      rows.arcs.push_back({rank[index(arc.to)], middle, arc.cost});
    }
    rows.offsets.push_back(static_cast<std::uint32_t>(rows.arcs.size()));
  }
  return rows;
}

ContractionHierarchy ContractionHierarchy::build(const GraphCopy& graph,
                                                 const BuildBudget& budget) {
  const Contraction contraction(graph, budget);
  ContractionHierarchy result;
  result.symmetric_ = graph.symmetric();
  result.vertex_ = contraction.order();
  result.rank_.resize(graph.vertex_count());
  for (std::size_t r = 0; r < result.vertex_.size(); ++r) {
    result.rank_[index(result.vertex_[r])] = static_cast<Vertex>(r);
  }
  result.up_ = rows_of(contraction, result.rank_, &Contraction::up);
  if (!result.symmetric_) result.down_ = rows_of(contraction, result.rank_, &Contraction::down);
  result.position_.reserve(graph.vertex_count());
  for (const Vertex v : result.vertex_) result.position_.push_back(graph.bound().position(v));
  result.heuristic_ = graph.bound().heuristic();
  result.factor_ = graph.bound().factor();
  budget.check_bytes(result.memory_bytes());
  return result;
}

/// The two searches of a query. Side 0 searches from the start, side 1 from the goal.
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
    scratch.open_[0].clear();
    scratch.open_[1].clear();
    result_.cost = query.links.direct;
    factor_[0] = factor_towards(query.goal, query.links.goal);
    factor_[1] = factor_towards(query.start, query.links.start);
    for (const Link& link : query.links.start) seed<0>(link);
    for (const Link& link : query.links.goal) seed<1>(link);
  }

  SearchResult search() {
    OpenHeap<Open>& forward = scratch_.open_[0];
    OpenHeap<Open>& backward = scratch_.open_[1];
    for (;;) {
      const double f = forward.empty() ? kInfinity : forward.top().f;
      const double b = backward.empty() ? kInfinity : backward.top().f;
      if (std::min(f, b) >= result_.cost) break;
      if (f <= b) {
        settle<0>(forward.pop());
      } else {
        settle<1>(backward.pop());
      }
    }
    result_.found = result_.cost < kInfinity;
    return result_;
  }

  /// The vertex at which both searches met; kNoVertex for the direct link.
  Vertex top() const { return top_; }

 private:
  using Node = Scratch::Node;
  using Open = Scratch::Open;

  double factor_towards(Point end, const std::vector<Link>& links) const {
    double factor = hierarchy_.factor_;
    for (const Link& link : links) {
      const double least = metric<kind>(end, position(hierarchy_.rank_[index(link.vertex)]));
      if (least * factor > link.cost) factor = link.cost / least;
    }
    return factor;
  }

  Point position(Vertex v) const { return hierarchy_.position_[index(v)]; }

  template <int side>
  void seed(const Link& link) {
    ++result_.generated;
    reach<side>(hierarchy_.rank_[index(link.vertex)], link.cost, kNoVertex);
  }

  template <int side>
  void reach(Vertex v, double g, Vertex parent) {
    Node& node = scratch_.nodes_[index(v)];
    if (node.stamp[side] == scratch_.stamp_ && node.g[side] <= g) return;
    const double f = g + factor_[side] * metric<kind>(position(v), target_[side]);
    if (f >= result_.cost) return;
    node.g[side] = g;
    node.parent[side] = parent;
    node.stamp[side] = scratch_.stamp_;
    scratch_.open_[side].push({f, g, v});
    if (node.stamp[1 - side] != scratch_.stamp_) return;
    const double cost = g + node.g[1 - side];
    if (cost >= result_.cost) return;
    result_.cost = cost;
    top_ = v;
  }

  template <int side>
  void settle(const Open& least) {
    const Vertex v = least.vertex;
    if (least.g > scratch_.nodes_[index(v)].g[side]) return;
    ++result_.expanded;
    if (is_stalled<side>(v, least.g)) return;
    const Rows& rows = hierarchy_.rows(side);
    const std::uint32_t end = rows.offsets[index(v) + 1];
    for (std::uint32_t k = rows.offsets[index(v)]; k < end; ++k) {
      ++result_.generated;
      reach<side>(rows.arcs[k].to, least.g + rows.arcs[k].cost, v);
    }
  }

  /// Whether a path that comes down to v costs clearly less than g.
  template <int side>
  bool is_stalled(Vertex v, double g) const {
    const double less = g - g * kRounding;
    const Rows& rows = hierarchy_.rows(1 - side);
    const std::uint32_t end = rows.offsets[index(v) + 1];
    for (std::uint32_t k = rows.offsets[index(v)]; k < end; ++k) {
      const Node& higher = scratch_.nodes_[index(rows.arcs[k].to)];
      if (higher.stamp[side] == scratch_.stamp_ && higher.g[side] + rows.arcs[k].cost < less) {
        return true;
      }
    }
    return false;
  }

  const ContractionHierarchy& hierarchy_;
  Scratch& scratch_;
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

/// The edge or shortcut between two vertices of which one was reached from the other.
const ContractionHierarchy::Arc& ContractionHierarchy::arc(Vertex from, Vertex to) const {
  const bool rises = from < to;
  const Rows& all = rows(rises ? 0 : 1);
  const Vertex lower = rises ? from : to;
  const Vertex higher = rises ? to : from;
  std::uint32_t k = all.offsets[index(lower)];
  while (all.arcs[k].to != higher) ++k;
  return all.arcs[k];
}

/// Appends the vertices after `from` of the path that an edge or a shortcut stands for.
void ContractionHierarchy::unpack(Vertex from, Vertex to, Scratch& scratch,
                                  std::vector<Vertex>& vertices) const {
  scratch.stack_.push_back({from, to});
  while (!scratch.stack_.empty()) {
    const Scratch::Hop hop = scratch.stack_.back();
    scratch.stack_.pop_back();
    const Vertex middle = arc(hop.from, hop.to).middle;
    if (middle == kNoVertex) {
      vertices.push_back(vertex_[index(hop.to)]);
    } else {
      scratch.stack_.push_back({middle, hop.to});
      scratch.stack_.push_back({hop.from, middle});
    }
  }
}

void ContractionHierarchy::collect_path(Vertex top, Scratch& scratch,
                                        std::vector<Vertex>& vertices) const {
  scratch.climb_.clear();
  for (Vertex v = top; v != kNoVertex; v = scratch.nodes_[index(v)].parent[0]) {
    scratch.climb_.push_back(v);
  }
  vertices.push_back(vertex_[index(scratch.climb_.back())]);
  for (std::size_t i = scratch.climb_.size() - 1; i > 0; --i) {
    unpack(scratch.climb_[i], scratch.climb_[i - 1], scratch, vertices);
  }
  for (Vertex v = top;;) {
    const Vertex next = scratch.nodes_[index(v)].parent[1];
    if (next == kNoVertex) break;
    unpack(v, next, scratch, vertices);
    v = next;
  }
}

}  // namespace fairway
