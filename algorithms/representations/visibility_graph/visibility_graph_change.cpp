#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

namespace fairway {
namespace {

/// The directions from a point outside of a box that meet its inside.
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
  /// Narrows a cone, or tells that nothing of it is left.
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

/// Finds links in some directions only.
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

struct VisibilityGraph::NewRows {
  static constexpr std::int32_t kKept = -1;
  static constexpr std::int32_t kSame = -2;

  std::vector<std::int32_t>
      number;                    ///< of each vertex's new row; or kKept, or kSame if it was sought
  std::vector<Vertex> vertices;  ///< of the rows
  std::vector<std::size_t> begin;
  std::vector<Vertex> targets;

  void add(Vertex v) {
    std::int32_t& row = number[static_cast<std::size_t>(v)];
    if (row != kKept) return;
    row = static_cast<std::int32_t>(vertices.size());
    vertices.push_back(v);
  }
};

bool VisibilityGraph::change(const SpaceChange& change) {
  if (change.triangles.empty()) return change.cells.empty();
  sights_ = {};
  if (knows_turns_ && !changes_) turns_.find_dead_ends(graph_, TautTurns::Use::kChanges);
  changes_ = true;
  exchange(relink(change));
  if (graph_.is_wasteful()) pack();
  return true;
}

Vertex VisibilityGraph::number(CornerId c) {
  if (free_.empty()) {
    free_.push_back(static_cast<Vertex>(corners_.size()));
    corners_.push_back(kNoCorner);
    positions_.emplace_back();
  }
  const Vertex v = free_.back();
  free_.pop_back();
  corners_[static_cast<std::size_t>(v)] = c;
  positions_[static_cast<std::size_t>(v)] = space_->position(c);
  vertex_of_[static_cast<std::size_t>(c)] = v;
  return v;
}

VisibilityGraph::NewRows VisibilityGraph::relink(const SpaceChange& change) {
  vertex_of_.resize(space_->corners().size(), kNoVertex);
  NewRows rows;
  rows.number.resize(corners_.size(), NewRows::kKept);
  const auto drop = [&](CornerId c) {
    const Vertex v = std::exchange(vertex_of_[static_cast<std::size_t>(c)], kNoVertex);
    if (v == kNoVertex) return;
    std::ranges::for_each(graph_.neighbours(v), [&](Vertex w) { rows.add(w); });
    rows.add(v);
    corners_[static_cast<std::size_t>(v)] = kNoCorner;
    free_.push_back(v);
  };
  std::ranges::for_each(change.gone_corners, drop);
  const auto links =
      kind_ == Kind::kPruned ? ChangedSight::Links::kTaut : ChangedSight::Links::kAll;
  const std::span<const CornerId> found = sight_.find(*space_, change, links);
  // Corners that are new, or have other walls, are linked to others that may see no more than them.
  std::vector<bool> is_new(corners_.size(), false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Corner& at = space_->corner(found[i]);
    const auto moved = [&](VertexId v) { return sight_.is_moved(v); };
    if (!at.reflex ||
        (i < sight_.at_change() && (moved(at.vertex) || moved(at.right) || moved(at.left)))) {
      drop(found[i]);
    }
    if (!at.reflex) continue;
    Vertex v = vertex_of_[static_cast<std::size_t>(found[i])];
    if (v == kNoVertex) {
      v = number(found[i]);
      rows.number.resize(corners_.size(), NewRows::kKept);
      is_new.resize(corners_.size());
      is_new[static_cast<std::size_t>(v)] = true;
    }
    rows.add(v);
  }
  CornerVisibilityScratch scratch;
  std::vector<Vertex> seen_from(corners_.size(), kNoVertex);
  std::vector<Vertex> row;
  rows.begin.push_back(0);
  for (std::size_t i = 0; i < rows.vertices.size(); ++i) {
    const Vertex v = rows.vertices[i];
    row.clear();
    if (corner(v) != kNoCorner) {
      if (is_new[static_cast<std::size_t>(v)] || sight_.box().contains(position(v))) {
        look_from(v, scratch, seen_from, row);
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

/// The new row of a vertex whose corner was there: links towards the change are found anew, the
/// others kept. Returns whether any is another one; if not, the row is empty.
bool VisibilityGraph::look_towards_change(Vertex v, const std::vector<bool>& is_new,
                                          CornerVisibilityScratch& scratch,
                                          std::vector<Vertex>& seen_from,
                                          std::vector<Vertex>& row) const {
  const Towards towards(position(v), sight_.box());
  bool same = true;
  const auto visit = [&](CornerId c) {
    const Vertex w = vertex_of_[static_cast<std::size_t>(c)];
    if (!towards.contains(position(w))) return;
    if (std::exchange(seen_from[static_cast<std::size_t>(w)], v) == v) return;
    row.push_back(w);
    same = same && !is_new[static_cast<std::size_t>(w)];
  };
  const LinksTowards look{towards, visit};
  if (kind_ == Kind::kPruned) {
    taut_corners(*space_, corner(v), scratch, look);
  } else {
    visible_corners(*space_, corner(v), scratch, look);
  }
  const std::size_t found = row.size();
  std::size_t there = 0;
  for (const Vertex w : graph_.neighbours(v)) {
    const bool gone = corner(w) == kNoCorner || is_new[static_cast<std::size_t>(w)];
    if (!gone && !towards.contains(position(w))) {
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

void VisibilityGraph::exchange(const NewRows& rows) {
  std::vector<Vertex> vertices;
  for (const Vertex v : rows.vertices) {
    if (rows.number[static_cast<std::size_t>(v)] >= 0) vertices.push_back(v);
  }
  std::ranges::sort(vertices);
  std::optional<TautTurns::Repair> repair;
  if (knows_turns_) repair.emplace(turns_, graph_, vertices);
  std::vector<Vertex> row;
  std::vector<double> costs;
  for (const Vertex v : vertices) {
    const auto number = static_cast<std::size_t>(rows.number[static_cast<std::size_t>(v)]);
    const auto targets = rows.targets.begin();
    row.assign(targets + static_cast<std::ptrdiff_t>(rows.begin[number]),
               targets + static_cast<std::ptrdiff_t>(rows.begin[number + 1]));
    TautTurns turns;
    if (repair && !row.empty()) {
      turns.add_row(*space_, space_->corner(corner(v)), positions_, row);
    }
    costs.clear();
    for (const Vertex w : row) costs.push_back(distance(position(v), position(w)));
    if (repair) {
      repair->replace_row(v, row, costs, turns);
    } else {
      graph_.replace_row(v, row, costs);
    }
  }
  if (repair) repair->finish();
}

/// Drops what is of no edge. Linear.
void VisibilityGraph::pack() {
  CsrGraph::Builder builder;
  builder.reserve(graph_.vertex_count(), graph_.edge_count());
  TautTurns turns;
  for (Vertex v = 0; v < static_cast<Vertex>(graph_.vertex_count()); ++v) {
    builder.add_row(graph_, v);
    if (knows_turns_) turns.add_row(turns_, graph_, v);
  }
  graph_ = std::move(builder).build();
  turns_ = std::move(turns);
  if (knows_turns_) turns_.find_dead_ends(graph_, TautTurns::Use::kChanges);
}

}  // namespace fairway
