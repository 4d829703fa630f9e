#include "algorithms/solvers/medial_axis/medial_axis.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

MedialAxis::MedialAxis(const FreeSpace& space, const Options& options)
    : space_(&space),
      options_(options),
      fans_(std::make_unique<const CornerFans>(space)),
      axis_(std::make_unique<const AxisGraph>(space, *fans_)),
      ends_(std::make_unique<const AxisEnds>(*axis_)) {}

MedialAxis MedialAxis::build(const FreeSpace& space, const Options& options) {
  LapClock clock;
  MedialAxis result(space, options);
  result.report_.components = space.component_count();
  result.report_.covered_area = space.area();
  result.report_.phases.push_back({"axis", clock.lap()});
  return result;
}

SolverResult MedialAxis::solve(const Location& start, const Location& goal, double radius,
                               Scratch& scratch, Path& path) const {
  path.clear();
  const double distance = radius == 0 ? 0 : fans_->distance(radius);
  if (radius > 0) {
    if (!fans_->fits(start.point, distance)) return {.ends = AttachStatus::kStartBlocked};
    if (!fans_->fits(goal.point, distance)) return {.ends = AttachStatus::kGoalBlocked};
  }
  if (!connected(*space_, start, goal)) return {};
  ends_->find(start, scratch.starts);
  ends_->find(goal, scratch.goals);
  SolverResult result = find({start.point, goal.point, distance, false, false}, scratch, path);
  if (!result.found && radius == 0)
    result.found = pull_through_triangles(start, goal, scratch, path);
  if (result.found || radius == 0) return result;
  const auto in_gap = [&](const std::vector<AxisEnd>& ends) {
    return std::any_of(ends.begin(), ends.end(),
                       [&](const AxisEnd& end) { return ends_->is_in_gap(end, distance); });
  };
  const bool start_in_gap = in_gap(scratch.starts);
  const bool goal_in_gap = in_gap(scratch.goals);
  for (const auto& [flip_start, flip_goal] :
       {std::pair(true, false), {false, true}, {true, true}}) {
    if ((flip_start && !start_in_gap) || (flip_goal && !goal_in_gap)) continue;
    result = find({start.point, goal.point, distance, flip_start, flip_goal}, scratch, path);
    if (result.found) return result;
  }
  // Near an end, the disc may have too little room for FanString. Try the straight segment.
  path.assign(1, start.point);
  append_distinct(path, goal.point);
  result.found = fans_->keeps(path, distance);
  if (!result.found) path.clear();
  return result;
}

SolverResult MedialAxis::find(const AxisQuery& query, Scratch& scratch, Path& path) const {
  attach(query, scratch);
  const PassableAxis graph(*axis_, query.distance);
  const EuclideanHeuristic heuristic([this](Vertex v) { return axis_->vertex(v).at; }, query.goal);
  const SearchResult search =
      astar(graph, scratch.attachment, heuristic, scratch.search, scratch.vertices);
  SolverResult result{search.found, search.expanded, search.generated};
  if (!search.found) return result;
  trace_way(query, scratch);
  result.found = realise(query.distance, scratch, path);
  if (!result.found) path.clear();
  return result;
}

/// Whether both ends are joined to the same edge and the agent can go along the edge from one end
/// to the other.
bool MedialAxis::joins(const AxisEnd& from, const AxisEnd& to, const AxisQuery& query) const {
  return from.edge == to.edge && ends_->side(from, query.distance, query.flip_start) ==
                                     ends_->side(to, query.distance, query.flip_goal);
}

/// Links the ends to the vertices of the edges that they are joined to.
void MedialAxis::attach(const AxisQuery& query, Scratch& scratch) const {
  Attachment& attachment = scratch.attachment;
  attachment.clear();
  const auto link = [&](const AxisEnd& end, Point at, bool flip, std::vector<Link>& links) {
    const int side = ends_->side(end, query.distance, flip);
    for (const Vertex v : axis_->edge(end.edge).ends) {
      if (!ends_->reaches(end.edge, side, v, query.distance)) continue;
      links.push_back({v, distance(at, axis_->vertex(v).at)});
    }
  };
  for (const AxisEnd& end : scratch.starts) {
    link(end, query.start, query.flip_start, attachment.start);
    for (const AxisEnd& to : scratch.goals) {
      if (joins(end, to, query)) attachment.direct = distance(query.start, query.goal);
    }
  }
  for (const AxisEnd& end : scratch.goals) link(end, query.goal, query.flip_goal, attachment.goal);
}

/// Writes the path found along the axis to scratch.way, as a polyline.
void MedialAxis::trace_way(const AxisQuery& query, Scratch& scratch) const {
  Path& way = scratch.way;
  const std::vector<Vertex>& found = scratch.vertices;
  const Bends bends = options_.path == AxisPath::kAxis ? Bends::kSmooth : Bends::kLegal;
  const auto go = [&](std::int32_t edge, Point to) {
    axis_->append_bends(axis_->edge(edge), way.back(), to, bends, way);
    way.push_back(to);
  };
  const auto joined = [&](const std::vector<AxisEnd>& ends, bool flip, Vertex v) -> const AxisEnd& {
    return *std::find_if(ends.begin(), ends.end(), [&](const AxisEnd& end) {
      const auto& vertices = axis_->edge(end.edge).ends;
      return std::find(vertices.begin(), vertices.end(), v) != vertices.end() &&
             ends_->reaches(end.edge, ends_->side(end, query.distance, flip), v, query.distance);
    });
  };
  way.assign(1, query.start);
  if (found.empty()) {
    for (const AxisEnd& from : scratch.starts) {
      for (const AxisEnd& to : scratch.goals) {
        if (way.size() > 1 || !joins(from, to, query)) continue;
        way.push_back(from.on_axis);
        go(from.edge, to.on_axis);
      }
    }
    way.push_back(query.goal);
    return;
  }
  const AxisEnd& first = joined(scratch.starts, query.flip_start, found.front());
  const AxisEnd& last = joined(scratch.goals, query.flip_goal, found.back());
  way.push_back(first.on_axis);
  go(first.edge, axis_->vertex(found.front()).at);
  for (std::size_t i = 1; i < found.size(); ++i) {
    std::int32_t best = -1;
    for (const std::int32_t e : axis_->vertex(found[i - 1]).edges) {
      if (e < 0 || axis_->edge(e).other(found[i - 1]) != found[i]) continue;
      if (!AxisGraph::passes(axis_->edge(e), query.distance)) continue;
      if (best < 0 || axis_->edge(e).length < axis_->edge(best).length) best = e;
    }
    go(best, axis_->vertex(found[i]).at);
  }
  go(last.edge, last.on_axis);
  way.push_back(query.goal);
}

/// Makes the result from scratch.way according to the option `path`. If this fails, tries the other
/// value of the option. Pulling a string can fail in passages that are hardly wider than the disc.
/// Returns false if both fail.
bool MedialAxis::realise(double distance, Scratch& scratch, Path& path) const {
  const auto shortest = [&] { return pull(scratch.way, distance, scratch, path); };
  const auto along = [&] { return follow_axis(distance, scratch, path); };
  return options_.path == AxisPath::kShortest ? shortest() || along() : along() || shortest();
}

/// Writes a path along scratch.way to `path`. Selects the points of scratch.way at which the disc
/// fits. Pulls a string between every two successive selected points. Returns false if a string
/// cannot be pulled.
bool MedialAxis::follow_axis(double distance, Scratch& scratch, Path& path) const {
  const Path& way = scratch.way;
  path.assign(1, way.front());
  // The added margin exceeds the rounding errors of the eroded world's border.
  const double room = distance + fans_->distance(0);
  std::size_t from = 0;
  for (std::size_t to = 1; to < way.size(); ++to) {
    const bool is_end = to + 1 == way.size();
    if (!is_end && distance > 0 && !fans_->fits(way[to], room)) continue;
    const std::span<const Point> part = std::span(way).subspan(from, to - from + 1);
    if (!pull(part, distance, scratch, scratch.piece)) return false;
    for (const Point p : scratch.piece) append_distinct(path, p);
    from = to;
  }
  return true;
}

/// Writes a short path that is homotopic to the legal polyline `way` and keeps `distance` from the
/// walls. Returns false if it finds no such path.
bool MedialAxis::pull(std::span<const Point> way, double distance, Scratch& scratch,
                      Path& path) const {
  if (!trace_sleeve(*space_, way, scratch.sleeve, scratch.crossed) &&
      !skip_stray_points(way, scratch)) {
    return false;
  }
  const Triangulation& mesh = space_->triangulation();
  const auto ends_of = [&](HalfEdge h) {
    return Portal{mesh.destination_point(h), mesh.origin_point(h)};
  };
  if (distance == 0) {
    scratch.portals.clear();
    for (const HalfEdge h : scratch.crossed) scratch.portals.push_back(ends_of(h));
    pull_string(way.front(), way.back(), scratch.portals, scratch.funnel, path);
    return true;
  }
  scratch.fans.clear();
  for (const HalfEdge h : scratch.crossed) {
    scratch.fans.push_back({ends_of(h), fans_->of(space_->corner_at(Triangulation::next(h))),
                            fans_->of(space_->corner_at(h))});
  }
  return scratch.string.pull(*fans_, distance, way.front(), way.back(), scratch.fans, path);
}

/// Traces `way` without the points that rounding has moved behind a wall. Returns false if the rest
/// does not reach the end of `way`. O(n) sight tests for n points.
bool MedialAxis::skip_stray_points(std::span<const Point> way, Scratch& scratch) const {
  const auto sees = [&](Point from, Point to) {
    return trace_sleeve(*space_, std::array{from, to}, scratch.sleeve, scratch.crossed);
  };
  Path& kept = scratch.kept;
  kept.assign(1, way.front());
  for (const Point p : way.subspan(1)) {
    if (sees(kept.back(), p)) kept.push_back(p);
  }
  while (kept.back() != way.back()) {
    if (sees(kept.back(), way.back())) {
      kept.push_back(way.back());
    } else {
      kept.pop_back();
      if (kept.empty()) return false;
    }
  }
  return trace_sleeve(*space_, kept, scratch.sleeve, scratch.crossed);
}

/// Writes a path through the fewest triangles. This is needed where free space is hardly wider than
/// the distance between neighbouring doubles. There, the rounded axis can leave free space. Returns
/// false if there is no path. O(triangles).
bool MedialAxis::pull_through_triangles(const Location& start, const Location& goal,
                                        Scratch& scratch, Path& path) const {
  const Triangulation& mesh = space_->triangulation();
  constexpr HalfEdge kGoal = -2;
  std::vector<HalfEdge>& way = scratch.to_goal;
  std::vector<TriangleId>& queue = scratch.queue;
  way.assign(mesh.triangle_count(), kNoHalfEdge);
  queue.clear();
  const auto reach = [&](TriangleId t, HalfEdge h) {
    if (way[slot_of(t)] != kNoHalfEdge) return;
    way[slot_of(t)] = h;
    queue.push_back(t);
  };
  for_each_triangle_at(*space_, goal,
                       [&](HalfEdge h) { reach(Triangulation::triangle_of(h), kGoal); });
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const HalfEdge h = Triangulation::half_edge(queue[i], k);
      if (mesh.blocked(h)) continue;
      reach(Triangulation::triangle_of(mesh.twin(h)), mesh.twin(h));
    }
  }
  HalfEdge first = kNoHalfEdge;
  for_each_triangle_at(*space_, start, [&](HalfEdge h) {
    if (first == kNoHalfEdge) first = way[slot_of(Triangulation::triangle_of(h))];
  });
  if (first == kNoHalfEdge) return false;
  scratch.portals.clear();
  for (HalfEdge h = first; h != kGoal; h = way[slot_of(Triangulation::triangle_of(mesh.twin(h)))]) {
    scratch.portals.push_back({mesh.destination_point(h), mesh.origin_point(h)});
  }
  pull_string(start.point, goal.point, scratch.portals, scratch.funnel, path);
  return true;
}

std::size_t MedialAxis::memory_bytes() const {
  return sizeof(CornerFans) + sizeof(AxisGraph) + sizeof(AxisEnds) +
         heap_bytes(*fans_, *axis_, *ends_);
}

}  // namespace fairway
