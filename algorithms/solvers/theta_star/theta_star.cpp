#include "algorithms/solvers/theta_star/theta_star.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Flags in Node::mark.
constexpr std::uint32_t kSeen = 1;
constexpr std::uint32_t kClosed = 2;
constexpr std::uint32_t kSeesGoal = 4;  // linked to a goal that is not a cell centre
constexpr std::uint32_t kStampStep = 8;

/// Whether an end is the centre of a free cell: it then has one link, of cost 0.
bool is_centre(const std::vector<Link>& links) { return links.size() == 1 && links[0].cost == 0; }

}  // namespace

/// One query. An end that is not a cell centre is an extra node after the cells.
class ThetaStarSearch {
 public:
  ThetaStarSearch(const ThetaStar& solver, const Location& start, const Location& goal,
                  ThetaStar::Scratch& scratch)
      : solver_(solver),
        graph_(solver.grid_.graph()),
        start_(start),
        goal_(goal),
        links_(scratch.attachment_),
        scratch_(scratch) {}

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
  struct Reached {
    Vertex vertex;
    Point at;
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
    const std::size_t count = graph_.vertices();
    scratch_.open_.clear();
    scratch_.nodes_.fit(count + 2);
    if (scratch_.stamp_ > std::numeric_limits<std::uint32_t>::max() - 2 * kStampStep) {
      scratch_.nodes_.clear();
      scratch_.stamp_ = 0;
    }
    scratch_.stamp_ += kStampStep;
    root_ = is_centre(links_.start) ? links_.start[0].vertex : static_cast<Vertex>(count);
    target_ = is_centre(links_.goal) ? links_.goal[0].vertex : static_cast<Vertex>(count + 1);
    if (!is_centre(links_.goal)) {
      for (const Link& link : links_.goal) fresh(link.vertex).mark |= kSeesGoal;
    }
  }

  SolverResult search(SolverResult result, Path& path) {
    reach(root_, {root_, start_.point, 0});
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

  bool is_cell(Vertex v) const { return static_cast<std::size_t>(v) < graph_.vertices(); }
  Point position(Vertex v) const {
    if (v == root_) return start_.point;
    return v == target_ ? goal_.point : graph_.position(v);
  }
  bool sees(Vertex from, Vertex to) const {
    if (is_cell(from) && is_cell(to)) {
      return solver_.sight_.sees(*solver_.space_, graph_, from, to);
    }
    if (from == root_ || from == target_) std::swap(from, to);
    return fairway::sees(*solver_.space_, to == root_ ? start_ : goal_, position(from));
  }

  /// Calls visit(neighbour, position, length of the step) for each neighbour. `position` is a
  /// function without arguments, because the position is rarely needed.
  template <class Visit>
  void for_each_neighbour(Vertex v, Visit visit) const {
    if (v == root_ && !is_cell(v)) {
      for (const Link& link : links_.start) {
        visit(
            link.vertex, [&] { return graph_.position(link.vertex); }, link.cost);
      }
      return;
    }
    const CellGrid& grid = graph_.grid();
    const RowDivision::Cell cell = graph_.division().cell(v);
    for (std::uint32_t moves = graph_.mask(v); moves != 0; moves &= moves - 1) {
      const auto direction = static_cast<std::size_t>(std::countr_zero(moves));
      const GridMove move = kGridMoves[direction];
      visit(
          v + move.dy * graph_.stride() + move.dx,
          [&] { return grid.centre(cell.i + move.dx, cell.j + move.dy); },
          graph_.move_length(static_cast<int>(direction)));
    }
  }

  void expand(Vertex u, const Node& node, SolverResult& result) {
    const Reached from{u, position(u), node.g};
    const Vertex p = node.parent;
    const Reached parent{p, position(p), fresh(p).g};
    const auto look = [&](Vertex w, auto&& position_of, double step) {
      ++result.generated;
      const Node& next = fresh(w);
      if ((next.mark & kClosed) != 0) return;
      const Point at = position_of();
      const double straight = parent.g + distance(parent.at, at);
      if ((next.mark & kSeen) != 0 && straight >= next.g) return;
      if (u == p || solver_.lazy_ || sees(p, w)) {
        reach(w, at, straight, p);
      } else if ((next.mark & kSeen) == 0 || from.g + step < next.g) {
        reach(w, at, from.g + step, u);
      }
    };
    for_each_neighbour(u, look);
    if ((node.mark & kSeesGoal) != 0) {
      look(
          target_, [&] { return goal_.point; }, distance(from.at, goal_.point));
    }
  }

  void reach(Vertex v, const Reached& root) { reach(v, root.at, root.g, root.vertex); }

  void reach(Vertex v, Point at, double g, Vertex parent) {
    Node& node = fresh(v);
    node.g = g;
    node.parent = parent;
    node.mark |= kSeen;
    scratch_.open_.push({g + distance(at, goal_.point), g, v});
  }

  /// Repairs a node whose parent does not see it: the best closed neighbour becomes the parent. A
  /// closed neighbour exists: the vertex from which the node was reached.
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
    for_each_neighbour(v, [&](Vertex w, auto&&, double step) { consider(w, step); });
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
