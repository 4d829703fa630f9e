#include "algorithms/ancestors/lattice/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "algorithms/ancestors/steering.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

/// Mask of the directions that lead to vertices with higher indices.
constexpr std::uint32_t kUpward = 0x33;
/// The straight directions of kUpward. They suffice to find components if each diagonal move is
/// legal only together with the straight moves beside it.
constexpr std::uint32_t kStraightUpward = 0x03;

/// Returns the column or row of a coordinate, clamped so that it fits in an int.
int cell_index(double origin, double size, double value) {
  return static_cast<int>(std::clamp(std::floor((value - origin) / size), -0x1p30, 0x1p30));
}

/// Returns the least number not below `low` that differs from `other` by a multiple of `step`.
int in_step(int low, int other, int step) {
  const int ahead = (other - low) % step;
  return low + (ahead < 0 ? ahead + step : ahead);
}

}  // namespace

std::vector<NamedMethod<Lattice::Options>> Lattice::methods() {
  const Options sound;
  Options pixels = sound;
  pixels.terrain = LatticeTerrain::kNone;
  Options leaps = pixels;
  leaps.step = 5;
  leaps.metric = LatticeMetric::kChebyshev;
  leaps.check = LatticeCheck::kLanding;
  leaps.leave_world = true;
  leaps.tolerance = 10;
  leaps.blocked_goal = BlockedGoal::kStay;
  Options tiles = sound;
  tiles.metric = LatticeMetric::kChebyshev;
  tiles.check = LatticeCheck::kLanding;
  tiles.terrain = LatticeTerrain::kEntered;
  const SearchSettings octile{.heuristic = HeuristicKind::kOctile};
  return {
      {"lattice", sound, octile},
      {"pygame-lattice-faithful",
       leaps,
       {.search = SearchKind::kOwn, .reject = Rejection::kSearch}},
      {"pygame-lattice-sound", pixels, octile},
      {"tile-graph-faithful",
       tiles,
       {.heuristic = HeuristicKind::kChebyshev, .reject = Rejection::kSearch}},
      {"tile-graph-sound", sound, octile},
  };
}

Guarantees Lattice::guarantees(const Options& options) {
  const bool sound = options.check == LatticeCheck::kMove && !options.leave_world &&
                     options.tolerance == 0 && options.blocked_goal == BlockedGoal::kRefuse;
  const bool length = options.metric == LatticeMetric::kOctile ||
                      options.metric == LatticeMetric::kEuclidean || options.neighbours == 4;
  return {.legal = sound,
          .realised_cost = sound && length && options.terrain != LatticeTerrain::kEntered,
          .terrain = options.terrain != LatticeTerrain::kNone &&
                     (options.cell_size == 0 || options.cell_size == 1)};
}

Lattice Lattice::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  Options::check_together(options, [](std::string_view name, std::string_view expected) {
    throw std::invalid_argument(std::string(name) + ": expected " + std::string(expected));
  });
  std::vector<BuildPhase> phases;
  LapClock clock;
  const RasterisedSpace raster =
      rasterise(space, options.cell_size == 0 ? natural_cell_size(space) : options.cell_size);
  phases.push_back({"rasterise", clock.lap()});
  Lattice lattice(space, options, LatticeGraph(raster, options));
  phases.push_back({"masks", clock.lap()});
  lattice.label_components();
  phases.push_back({"components", clock.lap()});
  const double cell_area = raster.grid.size * raster.grid.size;
  lattice.report_.covered_area =
      cell_area * static_cast<double>(std::ranges::count_if(raster.cells, [](std::uint8_t cell) {
        return (cell & RasterisedSpace::kFree) != 0;
      }));
  lattice.report_.phases = std::move(phases);
  return lattice;
}

void Lattice::label_components() {
  const auto count = static_cast<Vertex>(graph_.vertices());
  const bool both_ways = options_.check == LatticeCheck::kMove;
  const std::uint32_t from_free = both_ways && options_.step == 1 ? kStraightUpward : kUpward;
  DisjointSets sets(graph_.vertices());
  int alone = 0;  // number of blocked cells without moves
  for (Vertex v = 0; v < count; ++v) {
    std::uint32_t mask = graph_.mask(v);
    if (graph_.is_free(v)) {
      ++free_count_;
      mask &= from_free;
    } else if (mask == 0) {
      ++alone;
    }
    for (; mask != 0; mask &= mask - 1) {
      sets.join(v, graph_.target({v, std::countr_zero(mask)}));
    }
  }
  report_.components = sets.count() - alone;
  if (report_.components == 1) return;
  components_.resize(graph_.vertices());
  for (Vertex v = 0; v < count; ++v) components_[static_cast<std::size_t>(v)] = sets.find(v);
}

bool Lattice::contains(Cell cell, Point p) const {
  const CellGrid& grid = graph_.grid();
  return grid.x(cell.i) <= p.x && p.x <= grid.x(cell.i + 1) && grid.y(cell.j) <= p.y &&
         p.y <= grid.y(cell.j + 1);
}

/// Returns the cell that contains a start or goal. The cell may be outside the lattice.
LatticeGraph::Cell Lattice::cell_at(const Location& at) const {
  const CellGrid& grid = graph_.grid();
  const Point p = at.point;
  const Cell cell{grid.column_at(p.x), grid.row_at(p.y)};
  if (at.place != Place::kBlocked || contains(cell, p)) return cell;
  return {cell_index(grid.origin.x, grid.size, p.x), cell_index(grid.origin.y, grid.size, p.y)};
}

Lattice::Around Lattice::around(Point p) const {
  const CellGrid& grid = graph_.grid();
  const int i = grid.column_at(p.x);
  const int j = grid.row_at(p.y);
  Around result;
  for (const Cell cell : {Cell{i, j}, Cell{i - 1, j}, Cell{i, j - 1}, Cell{i - 1, j - 1}}) {
    if (graph_.has(cell) && contains(cell, p)) result.cell[result.count++] = cell;
  }
  return result;
}

double Lattice::realised_cost(Point a, Point b) const {
  const std::array<Point, 2> segment{a, b};
  return graph_.has_costs() ? path_cost(*space_, segment) : distance(a, b);
}

AttachStatus Lattice::attach(const Location& start, const Location& goal, Scratch& scratch,
                             Attachment& attachment) const {
  attachment.clear();
  const Cell goal_cell = cell_at(goal);
  const bool goal_is_free = graph_.is_free(goal_cell);
  const bool stays = options_.blocked_goal == BlockedGoal::kStay;
  const bool exact = options_.tolerance == 0;
  if (stays && !goal_is_free) {
    attachment.direct = 0;
    return AttachStatus::kAttached;
  }
  const bool needs_cell = options_.check == LatticeCheck::kLanding || !exact;
  if (needs_cell && !goal_is_free) return AttachStatus::kNothingVisible;
  link(start, true, scratch, attachment.start);
  if (exact) {
    link(goal, false, scratch, attachment.goal);
    if (!stays) attachment.direct = direct(start, goal);
  } else {
    link_within_tolerance(goal.point, goal_cell, attachment);
  }
  return status_of(attachment);
}

double Lattice::direct(const Location& start, const Location& goal) const {
  bool share = false;
  for (const Cell cell : around(start.point)) {
    if (!contains(cell, goal.point)) continue;
    share = true;
    if (graph_.is_free(cell)) return realised_cost(start.point, goal.point);
  }
  return share && sees(*space_, start, goal) ? realised_cost(start.point, goal.point) : kInfinity;
}

void Lattice::link(const Location& at, bool may_be_blocked, Scratch& scratch,
                   std::vector<Link>& links) const {
  const auto link_cell = [&](Cell cell) {
    const Vertex v = graph_.vertex(cell);
    links.push_back({v, distance(at.point, graph_.position(v)) * graph_.cost_of(v)});
  };
  if (options_.check == LatticeCheck::kLanding) {
    const Cell own = cell_at(at);
    if (may_be_blocked ? graph_.has(own) : graph_.is_free(own)) link_cell(own);
    return;
  }
  for (const Cell cell : around(at.point)) {
    if (graph_.is_free(cell)) link_cell(cell);
  }
  if (links.empty() && at.place != Place::kBlocked) link_nearest(at, scratch, links);
}

void Lattice::link_nearest(const Location& at, Scratch& scratch, std::vector<Link>& links) const {
  const Cell middle = cell_at(at);
  const auto vertex_at = [&](int i, int j) {
    return graph_.is_free(Cell{i, j}) ? graph_.vertex({i, j}) : kNoVertex;
  };
  link_nearest_ring(*space_, at, graph_.grid(), middle.i, middle.j, vertex_at, scratch.candidates,
                    links);
  if (!graph_.has_costs()) return;
  for (Link& link : links) link.cost = realised_cost(at.point, position(link.vertex));
}

void Lattice::link_within_tolerance(Point goal, Cell middle, Attachment& attachment) const {
  const CellGrid& grid = graph_.grid();
  const int margin = graph_.margin();
  const double radius = options_.tolerance * grid.size;
  const int reach = static_cast<int>(std::min(options_.tolerance, 0x1p28)) + 1;
  const Cell low{std::max(-margin, middle.i - reach), std::max(-margin, middle.j - reach)};
  const Cell high{std::min(grid.columns + margin - 1, middle.i + reach),
                  std::min(grid.rows + margin - 1, middle.j + reach)};
  const std::span<const Link> starts = attachment.start;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const Cell start = graph_.cell(starts[k].vertex);
    const bool known = std::ranges::any_of(starts.first(k), [&](const Link& other) {
      const Cell cell = graph_.cell(other.vertex);
      return (cell.i - start.i) % options_.step == 0 && (cell.j - start.j) % options_.step == 0;
    });
    if (known) continue;
    for (int j = in_step(low.j, start.j, options_.step); j <= high.j; j += options_.step) {
      for (int i = in_step(low.i, start.i, options_.step); i <= high.i; i += options_.step) {
        const Point c = grid.centre(i, j);
        if (squared_distance(c, goal) > radius * radius) continue;
        attachment.goal.push_back({graph_.vertex({i, j}), 0});
      }
    }
  }
}

SearchResult Lattice::search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                             std::vector<Vertex>& vertices, SearchObserver* observer) const {
  const auto estimate = [&](Vertex v) {
    const Point p = position(v);
    const double dx = p.x - goal.x;
    const double dy = p.y - goal.y;
    return least_cost_factor() * (dx * dx + dy * dy);
  };
  return astar(graph_, attachment, estimate, scratch, vertices, FirstClosedSearch(observer));
}

void Lattice::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.assign(1, found.start.point);
  append_runs(
      graph_.division(), vertices, [this](Vertex v) { return position(v); }, path);
  const bool stays = vertices.empty() && options_.blocked_goal == BlockedGoal::kStay;
  if (!stays && options_.tolerance == 0) append_distinct(path, found.goal.point);
}

GridOctile Lattice::octile_to(Point goal, std::span<const Link> goal_links) const {
  const CellGrid& grid = graph_.grid();
  const Vertex anchor = graph_.vertex({grid.column_at(goal.x), grid.row_at(goal.y)});
  GridOctile heuristic(graph_.division(), anchor, graph_.straight(), graph_.diagonal());
  heuristic.fit(goal_links, least_cost_factor(),
                [this](double excess) { return graph_.round_up(excess); });
  return heuristic;
}

std::size_t Lattice::memory_bytes() const {
  return sizeof(*this) + graph_.memory_bytes() + components_.capacity() * sizeof(components_[0]);
}

}  // namespace fairway
