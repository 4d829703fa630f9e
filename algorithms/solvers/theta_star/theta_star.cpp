#include "algorithms/solvers/theta_star/theta_star.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

// Flags in Node::mark. If the mark is at least stamp + kSeen, the query has seen the node.
constexpr std::uint32_t kSeesGoal = 1;  // linked to a goal that is not a cell centre
constexpr std::uint32_t kClosed = 2;
constexpr std::uint32_t kByStep = 4;  // g is the parent's g plus the length of a move
constexpr std::uint32_t kSeen = 8;
constexpr std::uint32_t kStampStep = 16;

/// Whether the end with these links is the centre of a free cell. Such an end has a single link,
/// and this link costs 0.
bool is_centre(const std::vector<Link>& links) { return links.size() == 1 && links[0].cost == 0; }

}  // namespace

/// Answers one query. An end that is not a cell centre is an extra node. Its number follows the
/// numbers of the cells.
class ThetaStarSearch {
 public:
  ThetaStarSearch(const ThetaStar& solver, const Location& start, const Location& goal,
                  ThetaStar::Scratch& scratch)
      : solver_(solver),
        graph_(solver.grid_.graph()),
        start_(start),
        goal_(goal),
        links_(scratch.attachment_),
        scratch_(scratch),
        cells_(static_cast<Vertex>(graph_.vertices())) {}

  SolverResult run(Path& path) {
    SolverResult result;
    const AttachStatus attached = solver_.grid_.attach(start_, goal_, scratch_.grid_, links_);
    if (attached != AttachStatus::kAttached) return result;
    if (links_.direct < kInfinity) {
      path.push_back(start_.point);
      if (start_.point != goal_.point) path.push_back(goal_.point);
      result.found = true;
      return result;
    }
    if (!ends_are_connected()) return result;
    begin();
    return search(result, path);
  }

 private:
  using Node = ThetaStar::Scratch::Node;
  using Cell = RowDivision::Cell;
  /// A vertex with its cost from the start.
  struct Reached {
    Vertex vertex;
    double g;
  };

  bool ends_are_connected() const {
    const auto component = [this](const Link& link) {
      return solver_.grid_.component(link.vertex);
    };
    return std::ranges::any_of(links_.start, [&](const Link& start) {
      return std::ranges::any_of(
          links_.goal, [&](const Link& goal) { return component(start) == component(goal); });
    });
  }

  void begin() {
    scratch_.open_.clear();
    scratch_.nodes_.fit(static_cast<std::size_t>(cells_) + 2);
    if (scratch_.stamp_ > std::numeric_limits<std::uint32_t>::max() - 2 * kStampStep) {
      scratch_.nodes_.clear();
      scratch_.stamp_ = 0;
    }
    scratch_.stamp_ += kStampStep;
    root_ = is_centre(links_.start) ? links_.start[0].vertex : cells_;
    target_ = is_centre(links_.goal) ? links_.goal[0].vertex : cells_ + 1;
    if (!is_centre(links_.goal)) {
      for (const Link& link : links_.goal) fresh(link.vertex).mark |= kSeesGoal;
    }
  }

  SolverResult search(SolverResult result, Path& path) {
    reach(scratch_.nodes_[static_cast<std::size_t>(root_)], {root_, 0}, start_.point, root_, 0);
    while (!scratch_.open_.empty()) {
      const auto entry = scratch_.open_.pop();
      Node& node = fresh(entry.vertex);
      if ((node.mark & kClosed) != 0 || entry.g != node.g) continue;
      ++result.expanded;
      if (solver_.lazy_) settle(entry.vertex, node);
      node.mark |= kClosed;
      if (entry.vertex == target_) {
        result.found = true;
        trace(path);
        break;
      }
      expand(entry.vertex, node, result);
    }
    return result;
  }

  Node& fresh(Vertex v) {
    Node& node = scratch_.nodes_[static_cast<std::size_t>(v)];
    if (node.mark < scratch_.stamp_) node.mark = scratch_.stamp_;
    return node;
  }

  bool is_cell(Vertex v) const { return v < cells_; }
  Point position(Vertex v) const {
    if (v == root_) return start_.point;
    return v == target_ ? goal_.point : graph_.position(v);
  }
  bool sees(Vertex from, Vertex to) const {
    if (is_cell(from) && is_cell(to)) return sees(place(from), place(to));
    if (from == root_ || from == target_) std::swap(from, to);
    return fairway::sees(*solver_.space_, to == root_ ? start_ : goal_, position(from));
  }
  bool sees(const CentreSight::Place& from, const CentreSight::Place& to) const {
    return solver_.sight_.sees(*solver_.space_, graph_, from, to);
  }
  CentreSight::Place place(Vertex v) const { return {v, graph_.division().cell(v)}; }

  /// Calls visit(neighbour, direction) for the neighbours of a cell to which `moves` lead.
  template <class Visit>
  void for_each_neighbour(Vertex v, std::uint32_t moves, Visit visit) const {
    for (; moves != 0; moves &= moves - 1) {
      const auto direction = static_cast<std::int32_t>(std::countr_zero(moves));
      visit(graph_.target({v, direction}), direction);
    }
  }

  /// The vertex that is expanded, and its parent.
  struct Expanded {
    Reached vertex;
    Reached parent;
    Point parent_at;
    Cell cell;         ///< cell of the vertex; unused if the vertex is not a cell
    Cell parent_cell;  ///< cell of the parent; unused if the parent is not a cell
  };

  void expand(Vertex u, const Node& node, SolverResult& result) {
    const bool sees_goal = (node.mark & kSeesGoal) != 0;
    std::uint32_t moves = 0;
    if (is_cell(u)) {
      moves = moves_to_try(u, node.parent, result);
      if (moves == 0 && !sees_goal) return;
    }
    Expanded from{{u, node.g}, {node.parent, fresh(node.parent).g}, start_.point, {0, 0}, {0, 0}};
    if (is_cell(node.parent)) {
      from.parent_cell = graph_.division().cell(node.parent);
      from.parent_at = graph_.grid().centre(from.parent_cell.i, from.parent_cell.j);
    }
    if (is_cell(u)) {
      from.cell = graph_.division().cell(u);
      for_each_neighbour(u, moves,
                         [&](Vertex w, std::int32_t direction) { step(from, w, direction); });
    } else {
      for (const Link& link : links_.start) {
        ++result.generated;
        look(link.vertex, graph_.position(link.vertex), link.cost, from, [] { return true; });
      }
    }
    if (!sees_goal) return;
    ++result.generated;
    look(target_, goal_.point, distance(position(u), goal_.point), from,
         [&] { return sees(from.parent.vertex, target_); });
  }

  /// The moves from cell u to neighbours that do not surely keep their paths. `parent` is the
  /// parent of u. A neighbour surely keeps its path if it is closed or its path already comes
  /// straight from `parent`. This is so for most neighbours.
  std::uint32_t moves_to_try(Vertex u, Vertex parent, SolverResult& result) const {
    const Node* const nodes = scratch_.nodes_.data();
    const std::uint32_t seen = scratch_.stamp_ + kSeen;
    std::uint32_t moves = 0;
    std::uint32_t neighbours = 0;
    for_each_neighbour(u, graph_.mask(u), [&](Vertex w, std::int32_t direction) {
      const Node& next = nodes[w];
      const bool is_final =
          next.mark >= seen &&
          ((next.mark & kClosed) != 0 || (next.parent == parent && (next.mark & kByStep) == 0));
      ++neighbours;
      if (!is_final) moves |= 1U << direction;
    });
    result.generated += neighbours;
    return moves;
  }

  /// Handles neighbour w of the expanded vertex.
  void step(const Expanded& from, Vertex w, std::int32_t direction) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    const Cell next{from.cell.i + move.dx, from.cell.j + move.dy};
    look(w, graph_.grid().centre(next.i, next.j), graph_.move_length(direction), from, [&] {
      if (!is_cell(from.parent.vertex)) return sees(from.parent.vertex, w);
      return is_ahead(from.parent_cell, from.cell, move) ||
             sees({from.parent.vertex, from.parent_cell}, {w, next});
    });
  }

  /// Whether `move` continues the segment from `root` to `cell` in the same direction, and
  /// coordinates of cell centres are exact. In this case, a root that sees the cell also sees the
  /// end of the move. Precondition: the move is legal.
  bool is_ahead(Cell root, Cell cell, GridMove move) const {
    const std::int32_t dx = cell.i - root.i;
    const std::int32_t dy = cell.j - root.j;
    return dx * move.dy == dy * move.dx && dx * move.dx + dy * move.dy > 0 &&
           solver_.sight_.has_exact_centres();
  }

  /// Improves the path to w, a neighbour of the expanded vertex, if possible. If the parent of the
  /// expanded vertex sees w, the new path goes straight from the parent to w. If not, it goes over
  /// the expanded vertex. `sees()` returns whether the parent sees w; it is slow and rarely needed.
  /// Lazy Theta* assumes that the parent sees w.
  template <class Sees>
  [[gnu::always_inline]] void look(Vertex w, Point at, double step, const Expanded& from,
                                   Sees sees) {
    Node& next = scratch_.nodes_[static_cast<std::size_t>(w)];
    const bool is_seen = next.mark >= scratch_.stamp_ + kSeen;
    const double straight = from.parent.g + distance(from.parent_at, at);
    if (is_seen && straight >= next.g) return;
    if (from.vertex.vertex == from.parent.vertex || solver_.lazy_ || sees()) {
      reach(next, {w, straight}, at, from.parent.vertex, 0);
    } else if (!is_seen || from.vertex.g + step < next.g) {
      reach(next, {w, from.vertex.g + step}, at, from.vertex.vertex, kByStep);
    }
  }

  void reach(Node& node, const Reached& to, Point at, Vertex parent, std::uint32_t by_step) {
    const bool is_fresh = node.mark < scratch_.stamp_;
    const std::uint32_t before = is_fresh ? scratch_.stamp_ : node.mark & ~kByStep;
    node = {to.g, parent, before | kSeen | by_step};
    scratch_.open_.push({to.g + distance(at, goal_.point), to.g, to.vertex});
  }

  /// If the parent of node v does not see v, the best closed neighbour becomes the parent. A closed
  /// neighbour exists: the vertex from which v was reached.
  void settle(Vertex v, Node& node) {
    if (node.parent == v || sees(node.parent, v)) return;
    node.g = kInfinity;
    const auto consider = [&](Vertex w, double step) {
      const Node& near = fresh(w);
      if ((near.mark & kClosed) == 0 || near.g + step >= node.g) return;
      node.g = near.g + step;
      node.parent = w;
    };
    if (v == target_ && !is_cell(v)) {
      for (const Link& link : links_.goal) consider(link.vertex, link.cost);
      return;
    }
    for_each_neighbour(v, graph_.mask(v), [&](Vertex w, std::int32_t direction) {
      consider(w, graph_.move_length(direction));
    });
    if (is_cell(root_)) return;
    for (const Link& link : links_.start) {
      if (link.vertex == v) consider(root_, link.cost);
    }
  }

  void trace(Path& path) {
    for (Vertex v = target_;; v = fresh(v).parent) {
      path.push_back(position(v));
      if (v == root_) break;
    }
    std::reverse(path.begin(), path.end());
  }

  const ThetaStar& solver_;
  const GridGraph& graph_;
  const Location& start_;
  const Location& goal_;
  Attachment& links_;
  ThetaStar::Scratch& scratch_;
  Vertex cells_;  // number of cells
  Vertex root_ = kNoVertex;
  Vertex target_ = kNoVertex;
};

std::vector<NamedSolver<ThetaStar::Options>> ThetaStar::methods() {
  return {{"theta-star", {0, false}}, {"lazy-theta-star", {0, true}}};
}

ThetaStar ThetaStar::build(const FreeSpace& space, const Options& options) {
  Grid grid = build_grid(space, options.cell_size);
  LapClock clock;
  ThetaStar solver(space, std::move(grid), options.lazy);
  solver.grid_.add_phase("sight", clock.lap());
  return solver;
}

SolverResult ThetaStar::solve(const Location& start, const Location& goal, Scratch& scratch,
                              Path& path) const {
  path.clear();
  return ThetaStarSearch(*this, start, goal, scratch).run(path);
}

}  // namespace fairway
