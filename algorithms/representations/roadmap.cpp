#include "algorithms/representations/roadmap.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/straight_path.hpp"

namespace fairway {
namespace {

/// Whether the free space near the point is connected even without the point itself. If so, two
/// legal segments that end at the point form a legal path.
bool has_one_side(const FreeSpace& space, const Location& at) {
  const Triangulation& mesh = space.triangulation();
  const HalfEdge h = at.half_edge;
  switch (at.place) {
    case Place::kBlocked:
    case Place::kCell:
      return false;
    case Place::kTriangle:
      return true;
    case Place::kEdge:
      return !mesh.blocked(h) || mesh.twin(h) == kNoHalfEdge ||
             !mesh.is_free(Triangulation::triangle_of(mesh.twin(h)));
    case Place::kVertex:
      return space.corners_of(mesh.origin(h)).size() == 1;
  }
  return false;
}

/// Calls visit(Point) for `count` points evenly spread over the free area. Divides the area into
/// `count` parts of equal size, triangle by triangle. Chooses a point in each part.
template <class Visit>
void spread_points(const FreeSpace& space, int count, Visit visit) {
  const Triangulation& mesh = space.triangulation();
  const double share = space.area() / count;
  // Golden ratio - 1: its multiples, modulo 1, are evenly spread.
  constexpr double kGolden = 0.6180339887498949;
  double area = 0;  // total area of the earlier triangles
  int visited = 0;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    const HalfEdge h = Triangulation::half_edge(t, 0);
    const Point a = mesh.origin_point(h);
    const Point b = mesh.destination_point(h);
    const Point c = mesh.apex_point(h);
    const double own = twice_area(a, b, c) / 2;
    for (; visited < count && (visited + 0.5) * share < area + own; ++visited) {
      const double part = ((visited + 0.5) * share - area) / own;
      const double along = visited * kGolden - std::floor(visited * kGolden);
      const double across = std::sqrt(std::clamp(part, 0.0, 1.0));
      visit(a + across * ((1 - along) * (b - a) + along * (c - a)));
    }
    area += own;
  }
}

/// Calls visit(v, w) for all pairs v < w of points less than `reach` apart, in ascending order of
/// (v, w). Sorts the points into squares. O(n log n + pairs of points in neighbouring squares).
template <class Visit>
void for_each_near_pair(std::span<const Point> points, double reach, const Visit& visit) {
  if (points.empty() || !(reach > 0)) return;
  const Box box = bounding_box(points);
  // Squares are slightly wider than `reach`, so that two near points are always in the same or in
  // neighbouring squares, in spite of rounding. A row has at most 2^30 squares.
  const double side = std::max(1.001 * reach, 0x1p-30 * std::max(box.width(), box.height()));
  constexpr std::int64_t kRow = std::int64_t{1} << 32U;
  const auto square_of = [&](Point p) {
    return kRow * static_cast<std::int64_t>((p.y - box.min.y) / side) +
           static_cast<std::int64_t>((p.x - box.min.x) / side);
  };
  std::vector<std::pair<std::int64_t, Vertex>> places;
  const auto count = static_cast<Vertex>(points.size());
  for (Vertex v = 0; v < count; ++v) {
    places.emplace_back(square_of(points[static_cast<std::size_t>(v)]), v);
  }
  std::sort(places.begin(), places.end());
  std::vector<Vertex> near;
  for (Vertex v = 0; v < count; ++v) {
    const Point p = points[static_cast<std::size_t>(v)];
    const std::int64_t own = square_of(p);
    near.clear();
    for (const std::int64_t middle : {own - kRow, own, own + kRow}) {
      auto at = std::lower_bound(
          places.begin(), places.end(), middle - 1,
          [](const auto& place, std::int64_t square) { return place.first < square; });
      for (; at != places.end() && at->first <= middle + 1; ++at) {
        const Vertex w = at->second;
        if (w > v && squared_distance(p, points[static_cast<std::size_t>(w)]) < reach * reach) {
          near.push_back(w);
        }
      }
    }
    std::sort(near.begin(), near.end());
    for (const Vertex w : near) visit(v, w);
  }
}

}  // namespace

Roadmap::Roadmap(const FreeSpace& space, std::span<const Point> points, double reach)
    : space_(&space), reach_(reach) {
  LapClock clock;
  std::vector<Location> places;
  for (const Point p : points) {
    const Location at = space.locate(p);
    if (!has_one_side(space, at)) continue;
    points_.push_back(p);
    places.push_back(at);
  }
  points_.shrink_to_fit();
  report_->report.phases.push_back({"locate", clock.lap()});
  index_ = PointIndex(points_);
  report_->report.phases.push_back({"index", clock.lap()});
  link_points(places);
  report_->report.phases.push_back({"links", clock.lap()});
  report_->report.components = label_components(graph_, components_);
  report_->report.phases.push_back({"components", clock.lap()});
}

const BuildReport& Roadmap::report() const {
  std::call_once(report_->covered, [this] { report_->report.covered_area = covered_area(); });
  return report_->report;
}

double Roadmap::covered_area() const {
  constexpr int kPoints = 1024;
  Scratch scratch;
  std::vector<Link> links;
  int free = 0;
  int linked = 0;
  spread_points(*space_, kPoints, [&](Point p) {
    const Location at = space_->locate(p);
    if (at.place == Place::kBlocked) return;  // rounding moved p out of a thin triangle
    ++free;
    links.clear();
    link(at, scratch, links);
    linked += links.empty() ? 0 : 1;
  });
  return free == 0 ? 0 : space_->area() * linked / free;
}

void Roadmap::link_points(std::span<const Location> places) {
  std::vector<CsrGraph::CostedEdge> edges;
  for_each_near_pair(points_, reach_, [&](Vertex v, Vertex w) {
    if (!sees(*space_, places[static_cast<std::size_t>(v)], places[static_cast<std::size_t>(w)])) {
      return;
    }
    const double cost = distance(position(v), position(w));
    edges.push_back({v, w, cost});
    edges.push_back({w, v, cost});
  });
  graph_ = CsrGraph::from_edges(points_.size(), edges);
}

AttachStatus Roadmap::attach(const Location& start, const Location& goal, Scratch& scratch,
                             Attachment& attachment) const {
  attachment.clear();
  link(start, scratch, attachment.start);
  link(goal, scratch, attachment.goal);
  const double straight = distance(start.point, goal.point);
  if (straight < reach_ && sees(*space_, start, goal)) attachment.direct = straight;
  return status_of(attachment);
}

void Roadmap::link(const Location& end, Scratch& scratch, std::vector<Link>& links) const {
  NearLimits limits;
  std::size_t tested = 0;
  for (const int count : {limits.links, limits.sight_tests}) {
    index_.nearest(end.point, static_cast<std::size_t>(count), scratch.near);
    scratch.candidates.clear();
    for (; tested < scratch.near.size(); ++tested) {
      const Vertex v = scratch.near[tested];
      scratch.candidates.push_back({v, position(v), distance(end.point, position(v))});
    }
    if (link_nearest_visible(*space_, end, scratch.candidates, limits, links)) return;
  }
}

void Roadmap::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

std::size_t Roadmap::memory_bytes() const {
  return graph_.memory_bytes() + index_.memory_bytes() + points_.capacity() * sizeof(Point) +
         components_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
