#include "algorithms/solvers/medial_axis/axis_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fairway {
namespace {

constexpr std::size_t after(std::size_t place) { return place == 2 ? 0 : place + 1; }
constexpr std::size_t before(std::size_t place) { return place == 0 ? 2 : place - 1; }

}  // namespace

AxisBuilder::AxisBuilder(AxisGraph& axis, const CornerFans& fans)
    : axis_(axis),
      space_(axis.space()),
      mesh_(space_.triangulation()),
      fans_(fans),
      margin_(rounding_margin(space_.box())) {
  take_sites();
  borders_.assign(voronoi_.size(), {kNoBorder, kNoBorder, kNoBorder});
  find_borders();
  add_vertices();
  add_edges();
  forget_dead_ends();
  add_chains();
}

void AxisBuilder::take_sites() {
  std::vector<SiteId> site_of(mesh_.vertex_count(), -1);
  std::vector<Point> points;
  std::vector<std::pair<SiteId, SiteId>> segments;
  const auto site = [&](VertexId v) {
    SiteId& s = site_of[slot_of(v)];
    if (s < 0) {
      s = static_cast<SiteId>(points.size());
      points.push_back(mesh_.point(v));
      corners_.push_back(v);
    }
    return s;
  };
  for (TriangleId t = 0; t < mesh_.triangle_count(); ++t) {
    if (!mesh_.is_free(t)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!mesh_.blocked(h)) continue;
      const HalfEdge twin = mesh_.twin(h);
      const bool two_sided = twin != kNoHalfEdge && mesh_.is_free(Triangulation::triangle_of(twin));
      if (two_sided && twin < h) continue;
      walls_.push_back(h);
      const SiteId from = site(mesh_.origin(h));
      segments.emplace_back(from, site(mesh_.destination(h)));
    }
  }
  voronoi_ = segment_voronoi(points, segments);
}

/// Whether a point is an end of a segment.
bool AxisBuilder::is_end(SiteId point, SiteId segment) const {
  const VertexId v = corners_[slot_of(point)];
  const HalfEdge h = wall(segment);
  return mesh_.origin(h) == v || mesh_.destination(h) == v;
}

/// Whether one site is a segment and the other site is an end of this segment.
bool AxisBuilder::is_own(SiteId a, SiteId b) const {
  if (a < 0 || b < 0 || is_segment(a) == is_segment(b)) return false;
  return is_segment(a) ? is_end(b, a) : is_end(a, b);
}

/// Precondition: one of the two sites is a wall, and the second site is an end of this wall. The
/// Voronoi edge between these sites separates two parts of the border at `site`. Returns the part
/// that follows counter-clockwise after the edge, or kNoBorder if it does not face free space.
Border AxisBuilder::border_behind(SiteId site, SiteId next) const {
  const HalfEdge h = wall(is_segment(site) ? site : next);
  const HalfEdge twin = mesh_.twin(h);
  const bool two_sided = twin != kNoHalfEdge && mesh_.is_free(Triangulation::triangle_of(twin));
  const VertexId v = corners_[slot_of(is_segment(site) ? next : site)];
  if (is_segment(site)) {
    if (mesh_.destination(h) == v) return h;
    return two_sided ? twin : kNoBorder;
  }
  if (mesh_.origin(h) == v) return border_of(space_.corner_at(h));
  return two_sided ? border_of(space_.corner_at(twin)) : kNoBorder;
}

/// Finds, for each site of each Voronoi vertex, the part of the border that faces the vertex.
/// Around a site, the Voronoi edges between a wall and an end of this wall separate these parts.
void AxisBuilder::find_borders() {
  for (std::size_t v = 0; v < voronoi_.size(); ++v) {
    for (std::size_t place = 0; place < 3; ++place) {
      const SiteId site = voronoi_[v].sites[place];
      const SiteId next = voronoi_[v].sites[after(place)];
      if (!is_own(site, next)) continue;
      const Border border = border_behind(site, next);
      if (border != kNoBorder) follow(border, static_cast<std::int32_t>(v), place);
    }
  }
}

/// Goes counter-clockwise around a site from a Voronoi vertex to the next edge between a wall and
/// an end of this wall. Stores `border` for the vertices passed, and adds the edges passed to the
/// chain of `border`.
void AxisBuilder::follow(Border border, std::int32_t vertex, std::size_t place) {
  const SiteId site = voronoi_[slot_of(vertex)].sites[place];
  for (;;) {
    const VoronoiVertex& at = voronoi_[slot_of(vertex)];
    borders_[slot_of(vertex)][place] = border;
    const SiteId next = at.sites[before(place)];
    if (is_own(site, next)) return;
    chains_.push_back({axis_.chain_slot(border), vertex, after(place)});
    vertex = at.across[after(place)];
    const auto& sites = voronoi_[slot_of(vertex)].sites;
    place = 0;
    while (sites[place] != site || sites[after(place)] != next) ++place;
  }
}

void AxisBuilder::add_vertices() {
  number_.assign(voronoi_.size(), kNoVertex);
  for (std::size_t v = 0; v < voronoi_.size(); ++v) {
    const auto& borders = borders_[v];
    if (std::find(borders.begin(), borders.end(), kNoBorder) != borders.end()) continue;
    number_[v] = static_cast<Vertex>(axis_.vertices_.size());
    axis_.vertices_.push_back(placed(voronoi_[v], borders));
  }
}

/// Computes position and clearance of a vertex. If the three sites include a wall and an end of
/// this wall, the vertex is on the wall's normal at this end.
AxisVertex AxisBuilder::placed(const VoronoiVertex& vertex,
                               const std::array<Border, 3>& borders) const {
  for (std::size_t i = 0; i < 3; ++i) {
    for (const std::size_t j : {after(i), before(i)}) {
      if (!is_segment(vertex.sites[i]) || !is_own(vertex.sites[i], vertex.sites[j])) continue;
      const std::size_t k = 3 - i - j;
      const Point end = mesh_.point(corners_[slot_of(vertex.sites[j])]);
      if (is_own(vertex.sites[k], vertex.sites[j])) return {end, 0, {-1, -1, -1}};
      const Point normal = BorderPlace(space_, borders[i]).normal;
      const double reach = BorderPlace(space_, borders[k]).meeting(end, normal);
      if (std::isfinite(reach)) {
        return {end + reach * normal, rounded_up(reach), {-1, -1, -1}};
      }
    }
  }
  return polished(vertex, borders);
}

/// Returns the position of a Voronoi vertex between two walls that meet at a common end and lie on
/// one line. The distances from this line do not determine the vertex. But the vertex is on the
/// normal through the common end, and equally far from this end and from the third site. Also
/// returns such a point if the walls meet at an angle; it is then only a guess. Returns no value if
/// no two of the sites are walls with a common end.
std::optional<Point> AxisBuilder::between_walls(const VoronoiVertex& vertex,
                                                const std::array<Border, 3>& borders) const {
  for (std::size_t i = 0; i < 3; ++i) {
    const SiteId one = vertex.sites[i];
    const SiteId other = vertex.sites[after(i)];
    if (!is_segment(one) || !is_segment(other)) continue;
    const HalfEdge h = wall(one);
    const HalfEdge g = wall(other);
    for (const VertexId v : {mesh_.origin(h), mesh_.destination(h)}) {
      if (v != mesh_.origin(g) && v != mesh_.destination(g)) continue;
      const Point normal = BorderPlace(space_, borders[i]).normal;
      const double reach = BorderPlace(space_, borders[before(i)]).meeting(mesh_.point(v), normal);
      if (std::isfinite(reach)) return mesh_.point(v) + reach * normal;
    }
  }
  return std::nullopt;
}

/// Improves a rounded Voronoi vertex by Newton's method, while its distances from the three sites
/// approach each other. If these distances stay different, tries other start points. This helps if
/// sites are almost degenerate: the rounded vertex can then be anywhere.
AxisVertex AxisBuilder::polished(const VoronoiVertex& vertex,
                                 const std::array<Border, 3>& borders) const {
  constexpr double kEqual = 1e-9;
  const std::array<BorderPlace, 3> places{BorderPlace(space_, borders[0]),
                                          BorderPlace(space_, borders[1]),
                                          BorderPlace(space_, borders[2])};
  const Point middle = (1.0 / 3) * (places[0].a + places[1].a + places[2].a);
  AxisVertex best{middle, 0, {-1, -1, -1}};
  double least = std::numeric_limits<double>::infinity();
  const Point first = between_walls(vertex, borders).value_or(vertex.at);
  for (const Point start : {first, vertex.at, middle}) {
    if (least <= kEqual * best.clearance) break;
    if (!std::isfinite(start.x) || !std::isfinite(start.y) || !space_.box().contains(start)) {
      continue;
    }
    Point p = start;
    double spread = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 20; ++round) {
      std::array<double, 3> d{};
      std::array<Point, 3> away;
      for (std::size_t i = 0; i < 3; ++i) {
        d[i] = places[i].distance_of(p);
        away[i] = places[i].is_wall() ? places[i].normal : (1 / d[i]) * (p - places[i].a);
      }
      const auto [low, high] = std::minmax_element(d.begin(), d.end());
      if (!(*high - *low < spread)) break;
      spread = *high - *low;
      if (spread < least) {
        least = spread;
        best.at = p;
        best.clearance = rounded_up(std::max(*low, 0.0));
      }
      if (spread == 0) break;
      const Point u = away[1] - away[0];
      const Point v = away[2] - away[0];
      const double determinant = cross(u, v);
      const double s = d[0] - d[1];
      const double t = d[0] - d[2];
      p = p + (1 / determinant) * Point{s * v.y - t * u.y, u.x * t - v.x * s};
    }
  }
  return best;
}

void AxisBuilder::add_edges() {
  edges_.assign(voronoi_.size(), {-1, -1, -1});
  for (std::size_t v = 0; v < voronoi_.size(); ++v) {
    if (number_[v] == kNoVertex) continue;
    const VoronoiVertex& from = voronoi_[v];
    for (std::size_t place = 0; place < 3; ++place) {
      const std::size_t w = slot_of(from.across[place]);
      if (w < v || is_own(from.sites[after(place)], from.sites[before(place)])) continue;
      const auto number = static_cast<std::int32_t>(axis_.edges_.size());
      const VoronoiVertex& to = voronoi_[w];
      std::size_t opposite = 0;
      while (to.across[opposite] != static_cast<std::int32_t>(v) ||
             to.sites[after(opposite)] != from.sites[before(place)] ||
             to.sites[before(opposite)] != from.sites[after(place)]) {
        ++opposite;
      }
      edges_[v][place] = edges_[w][opposite] = number;
      AxisEdge& edge = axis_.edges_.emplace_back();
      edge.ends = {number_[v], number_[w]};
      edge.left = borders_[v][before(place)];
      edge.right = borders_[v][after(place)];
      AxisVertex& first = axis_.vertices_[slot_of(edge.ends[0])];
      AxisVertex& last = axis_.vertices_[slot_of(edge.ends[1])];
      first.edges[place] = last.edges[opposite] = number;
      edge.length = distance(first.at, last.at);
      edge.clearance = std::min(first.clearance, last.clearance);
      edge.narrow = is_narrow(edge, from.sites[place], to.sites[opposite]);
      if (!edge.narrow) continue;
      const NarrowPlace at(space_, edge);
      edge.length = distance(first.at, at.middle) + distance(at.middle, last.at);
      edge.clearance =
          clearance_of_gap(gap_end(edge.left, at.left), gap_end(edge.right, at.right), fans_);
    }
  }
}

/// Whether NarrowPlace::middle is on the edge. At each end of the edge, a third site is as near as
/// the borders left and right of the edge. `behind` and `ahead` are these third sites. The point is
/// on the edge if neither of them is nearer to it than the two borders. Returns false if both
/// borders are walls.
bool AxisBuilder::is_narrow(const AxisEdge& edge, SiteId behind, SiteId ahead) const {
  if (!is_corner(edge.left) && !is_corner(edge.right)) return false;
  const NarrowPlace at(space_, edge);
  for (const auto& [border, foot] : {std::pair(edge.left, at.left), {edge.right, at.right}}) {
    if (is_corner(border)) continue;
    const Point a = mesh_.origin_point(border);
    const Point b = mesh_.destination_point(border);
    if (dot(foot - a, b - a) < 0 || dot(foot - b, a - b) < 0) return false;
  }
  const double reach = distance(at.left, at.right) / 2 * (1 - 1e-12) - margin_;
  return distance_of(behind, at.middle) >= reach && distance_of(ahead, at.middle) >= reach;
}

double AxisBuilder::distance_of(SiteId site, Point p) const {
  if (!is_segment(site)) return distance(p, mesh_.point(corners_[slot_of(site)]));
  const HalfEdge h = wall(site);
  return distance(p, nearest_on_segment(mesh_.origin_point(h), mesh_.destination_point(h), p));
}

GapEnd AxisBuilder::gap_end(Border b, Point at) const {
  if (is_corner(b)) {
    const Corner& corner = space_.corner(corner_of(b));
    const FanId fan = fans_.of(corner_of(b));
    const Point normal = BorderPlace(space_, corner.first).normal;
    return {fan == CornerFans::kNone ? Fan(at, normal, normal) : fans_.fan(fan),
            fans_.of(space_.corner_at(Triangulation::next(corner.first))),
            fans_.of(space_.corner_at(Triangulation::previous(corner.last)))};
  }
  const Point normal = BorderPlace(space_, b).normal;
  return {Fan(at, normal, normal), fans_.of(space_.corner_at(b)),
          fans_.of(space_.corner_at(Triangulation::next(b)))};
}

/// Removes edges to dead ends from the edge lists of vertices. No path passes a dead end.
void AxisBuilder::forget_dead_ends() {
  const auto degree = [&](Vertex v) {
    const auto& edges = axis_.vertex(v).edges;
    return 3 - std::count(edges.begin(), edges.end(), -1);
  };
  std::vector<std::int32_t> dead;
  for (std::size_t e = 0; e < axis_.edges_.size(); ++e) {
    const auto& ends = axis_.edges_[e].ends;
    if (degree(ends[0]) == 1 || degree(ends[1]) == 1) dead.push_back(static_cast<std::int32_t>(e));
  }
  for (const std::int32_t e : dead) {
    for (const Vertex v : axis_.edge(e).ends) {
      auto& edges = axis_.vertices_[slot_of(v)].edges;
      std::replace(edges.begin(), edges.end(), e, -1);
    }
  }
}

void AxisBuilder::add_chains() {
  std::vector<std::uint32_t>& begin = axis_.chain_begin_;
  begin.assign(2 * space_.corners().size() + 1, 0);
  for (const ChainPlace& place : chains_) ++begin[place.chain + 1];
  for (std::size_t c = 1; c < begin.size(); ++c) begin[c] += begin[c - 1];
  axis_.chain_edges_.resize(chains_.size());
  std::vector<std::uint32_t> filled(begin.begin(), begin.end() - 1);
  for (const ChainPlace& place : chains_) {
    const std::int32_t next = voronoi_[slot_of(place.vertex)].across[place.place];
    axis_.chain_edges_[filled[place.chain]++] = {edges_[slot_of(place.vertex)][place.place],
                                                 number_[slot_of(next)]};
  }
}

}  // namespace fairway
