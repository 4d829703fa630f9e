#include "algorithms/changes/visibility_graph_changes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changes/taut_turns_repair.hpp"
#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// The directions from a point outside a box to the interior of the box.
class Towards {
 public:
  Towards(Point root, const Box& box) : root_(root), right_(box.min), left_(box.min) {
    for (const Point p : {Point{box.max.x, box.min.y}, box.max, Point{box.min.x, box.max.y}}) {
      if (orientation(root, right_, p) < 0) right_ = p;
      if (orientation(root, left_, p) > 0) left_ = p;
    }
  }

  bool contains(Point p) const {
    return orientation(root_, right_, p) > 0 && orientation(root_, left_, p) < 0;
  }
  /// Clips a cone to these directions. Returns false if nothing is left.
  bool clip(SightBound& right, SightBound& left) const {
    if (side(right, right_) >= 0 && side(left, right_) < 0) {
      right = {right_};
    } else if (side(right, right_) >= 0 || side(right, left_) <= 0) {
      return false;
    }
    if (side(left, left_) <= 0) left = {left_};
    return true;
  }

 private:
  int side(const SightBound& bound, Point p) const {
    const int s = orientation(root_, bound.point, p);
    return bound.opposite ? -s : s;
  }

  Point root_;
  Point right_;
  Point left_;
};

/// A visitor of CornerVisibility. It clips the cones at the root to the directions `towards`, and
/// passes each corner on to `visit`.
template <class Visit>
struct LinksTowards {
  const Towards& towards;
  Visit& visit;

  void operator()(CornerId c) const { visit(c); }
  bool clip(SightBound& right, SightBound& left) const { return towards.clip(right, left); }
};
template <class Visit>
LinksTowards(const Towards&, Visit&) -> LinksTowards<Visit>;

}  // namespace

struct VisibilityGraphChanges::NewRows {
  static constexpr std::int32_t kKept = -1;
  static constexpr std::int32_t kSame = -2;

  /// For each vertex: the index of its new row, kSame if the row was recomputed without a change,
  /// or kKept if the row was not recomputed.
  std::vector<std::int32_t> number;
  std::vector<Vertex> vertices;  ///< vertex of each row
  std::vector<std::size_t> begin;
  std::vector<Vertex> targets;

  void add(Vertex v) {
    std::int32_t& row = number[static_cast<std::size_t>(v)];
    if (row != kKept) return;
    row = static_cast<std::int32_t>(vertices.size());
    vertices.push_back(v);
  }
};

VisibilityGraphChanges::VisibilityGraphChanges(VisibilityGraph& index, const FreeSpace& space)
    : index_(index), tables_(index.tables()), space_(space) {}

bool VisibilityGraphChanges::follow(const SpaceChange& change) {
  if (change.triangles.empty()) return change.cells.empty();
  tables_.sights = {};
  if (index_.knows_turns() && depth_.empty()) depth_ = tables_.turns.find_dead_ends(tables_.graph);
  exchange(relink(change));
  if (tables_.graph.is_wasteful()) pack();
  return true;
}

Vertex VisibilityGraphChanges::number(CornerId c) {
  if (free_.empty()) {
    free_.push_back(static_cast<Vertex>(tables_.corners.size()));
    tables_.corners.push_back(kNoCorner);
    tables_.positions.emplace_back();
  }
  const Vertex v = free_.back();
  free_.pop_back();
  tables_.corners[static_cast<std::size_t>(v)] = c;
  tables_.positions[static_cast<std::size_t>(v)] = space_.position(c);
  tables_.vertex_of[static_cast<std::size_t>(c)] = v;
  return v;
}

VisibilityGraphChanges::NewRows VisibilityGraphChanges::relink(const SpaceChange& change) {
  tables_.vertex_of.resize(space_.corners().size(), kNoVertex);
  NewRows rows;
  rows.number.resize(tables_.corners.size(), NewRows::kKept);
  const auto drop = [&](CornerId c) {
    const Vertex v = std::exchange(tables_.vertex_of[static_cast<std::size_t>(c)], kNoVertex);
    if (v == kNoVertex) return;
    std::ranges::for_each(tables_.graph.neighbours(v), [&](Vertex w) { rows.add(w); });
    rows.add(v);
    tables_.corners[static_cast<std::size_t>(v)] = kNoCorner;
    free_.push_back(v);
  };
  std::ranges::for_each(change.gone_corners, drop);
  const auto links = index_.kind() == VisibilityGraph::Kind::kPruned ? ChangedSight::Links::kTaut
                                                                     : ChangedSight::Links::kAll;
  const std::span<const CornerId> found = sight_.find(space_, change, links);
  // A corner that is new or has different walls gets a new vertex. So each corner that sees this
  // corner gets a new row, even if it sees nothing else of the change.
  std::vector<bool> is_new(tables_.corners.size(), false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Corner& at = space_.corner(found[i]);
    const auto moved = [&](VertexId v) { return sight_.is_moved(v); };
    if (!at.reflex ||
        (i < sight_.at_change() && (moved(at.vertex) || moved(at.right) || moved(at.left)))) {
      drop(found[i]);
    }
    if (!at.reflex) continue;
    Vertex v = tables_.vertex_of[static_cast<std::size_t>(found[i])];
    if (v == kNoVertex) {
      v = number(found[i]);
      rows.number.resize(tables_.corners.size(), NewRows::kKept);
      is_new.resize(tables_.corners.size());
      is_new[static_cast<std::size_t>(v)] = true;
    }
    rows.add(v);
  }
  CornerVisibilityScratch scratch;
  std::vector<Vertex> seen_from(tables_.corners.size(), kNoVertex);
  std::vector<Vertex> row;
  rows.begin.push_back(0);
  for (std::size_t i = 0; i < rows.vertices.size(); ++i) {
    const Vertex v = rows.vertices[i];
    row.clear();
    if (index_.corner(v) != kNoCorner) {
      if (is_new[static_cast<std::size_t>(v)] || sight_.box().contains(index_.position(v))) {
        index_.look_from(v, scratch, seen_from, row);
      } else if (!look_towards_change(v, is_new, scratch, seen_from, row)) {
        rows.number[static_cast<std::size_t>(v)] = NewRows::kSame;
      }
      rows.targets.insert(rows.targets.end(), row.begin(), row.end());
    }
    if (is_new[static_cast<std::size_t>(v)]) {
      std::ranges::for_each(row, [&](Vertex w) { rows.add(w); });
    }
    rows.begin.push_back(rows.targets.size());
  }
  return rows;
}

/// Computes the row of a vertex whose corner existed before. Recomputes the links towards the
/// change and keeps the other links. Returns whether the row changed. If the row did not change,
/// leaves `row` empty.
bool VisibilityGraphChanges::look_towards_change(Vertex v, const std::vector<bool>& is_new,
                                                 CornerVisibilityScratch& scratch,
                                                 std::vector<Vertex>& seen_from,
                                                 std::vector<Vertex>& row) const {
  const Towards towards(index_.position(v), sight_.box());
  bool same = true;
  const auto visit = [&](CornerId c) {
    const Vertex w = tables_.vertex_of[static_cast<std::size_t>(c)];
    if (!towards.contains(index_.position(w))) return;
    if (std::exchange(seen_from[static_cast<std::size_t>(w)], v) == v) return;
    row.push_back(w);
    same = same && !is_new[static_cast<std::size_t>(w)];
  };
  const LinksTowards look{towards, visit};
  if (index_.kind() == VisibilityGraph::Kind::kPruned) {
    taut_corners(space_, index_.corner(v), scratch, look);
  } else {
    visible_corners(space_, index_.corner(v), scratch, look);
  }
  const std::size_t found = row.size();
  std::size_t there = 0;
  for (const Vertex w : tables_.graph.neighbours(v)) {
    const bool gone = index_.corner(w) == kNoCorner || is_new[static_cast<std::size_t>(w)];
    if (!gone && !towards.contains(index_.position(w))) {
      row.push_back(w);
      continue;
    }
    ++there;
    same = same && !gone && seen_from[static_cast<std::size_t>(w)] == v;
  }
  same = same && there == found;
  if (same) row.clear();
  return !same;
}

void VisibilityGraphChanges::exchange(const NewRows& rows) {
  std::vector<Vertex> vertices;
  for (const Vertex v : rows.vertices) {
    if (rows.number[static_cast<std::size_t>(v)] >= 0) vertices.push_back(v);
  }
  std::ranges::sort(vertices);
  std::optional<TautTurnsRepair> repair;
  if (index_.knows_turns()) repair.emplace(tables_.turns, depth_, tables_.graph, vertices);
  std::vector<Vertex> row;
  std::vector<double> costs;
  for (const Vertex v : vertices) {
    const auto number = static_cast<std::size_t>(rows.number[static_cast<std::size_t>(v)]);
    const auto targets = rows.targets.begin();
    row.assign(targets + static_cast<std::ptrdiff_t>(rows.begin[number]),
               targets + static_cast<std::ptrdiff_t>(rows.begin[number + 1]));
    TautTurns turns;
    if (repair && !row.empty()) {
      turns.add_row(space_, space_.corner(index_.corner(v)), tables_.positions, row);
    }
    costs.clear();
    for (const Vertex w : row) costs.push_back(distance(index_.position(v), index_.position(w)));
    if (repair) {
      repair->replace_row(v, row, costs, turns);
    } else {
      tables_.graph.replace_row(v, row, costs);
    }
  }
  if (repair) repair->finish();
}

/// Removes unused slots of edges. Linear.
void VisibilityGraphChanges::pack() {
  CsrGraph& graph = tables_.graph;
  CsrGraph::Builder builder;
  builder.reserve(graph.vertex_count(), graph.edge_count());
  TautTurns packed;
  const TautTurns::Tables from = tables_.turns.tables();
  const TautTurns::Tables to = packed.tables();
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    builder.add_row(graph, v);
    if (!index_.knows_turns()) continue;
    to.turns.insert(to.turns.end(), from.turns.begin() + graph.row_begin(v),
                    from.turns.begin() + graph.row_end(v));
    to.rows.push_back({from.rows[static_cast<std::size_t>(v)].split, 0, 0});
  }
  graph = std::move(builder).build();
  tables_.turns = std::move(packed);
  if (index_.knows_turns()) depth_ = tables_.turns.find_dead_ends(graph);
}

std::size_t VisibilityGraphChanges::memory_bytes() const {
  return sight_.memory_bytes() + heap_bytes(free_, depth_);
}

}  // namespace fairway
