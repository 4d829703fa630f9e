#include "algorithms/solvers/medial_axis/segment_voronoi.hpp"

#include <CGAL/Segment_Delaunay_graph_2.h>
#include <CGAL/Segment_Delaunay_graph_filtered_traits_2.h>
#include <CGAL/Segment_Delaunay_graph_traits_2.h>
#include <CGAL/Simple_cartesian.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "algorithms/freespace/insertion_order.hpp"

namespace fairway {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Traits =
    CGAL::Segment_Delaunay_graph_filtered_traits_without_intersections_2<Kernel,
                                                                         CGAL::Field_with_sqrt_tag>;
using Graph = CGAL::Segment_Delaunay_graph_2<Traits>;
/// Computes a Voronoi vertex with rounding. The default of Traits computes it with exact numbers; a
/// division by 0 then ends the program.
using Centre = CGAL::Segment_Delaunay_graph_traits_without_intersections_2<
    Kernel, CGAL::Field_with_sqrt_tag>::Construct_svd_vertex_2;

}  // namespace

std::vector<VoronoiVertex> segment_voronoi(
    std::span<const Point> points,
    std::span<const std::pair<std::int32_t, std::int32_t>> segments) {
  // Scaling by a power of 2 is exact and keeps products of coordinates in range.
  double largest = 0;
  for (const Point p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  const int shift = largest > 0 ? -std::ilogb(largest) : 0;
  const auto scaled = [&](Point p) {
    return Kernel::Point_2(std::ldexp(p.x, shift), std::ldexp(p.y, shift));
  };
  Graph graph;
  std::unordered_map<Graph::Vertex_handle, SiteId, CGAL::Handle_hash_function> site_of;
  std::vector<Graph::Vertex_handle> handles(points.size());
  Graph::Vertex_handle hint;
  for (const std::int32_t i : insertion_order(static_cast<std::int32_t>(points.size()))) {
    const auto at = static_cast<std::size_t>(i);
    hint = handles[at] = graph.insert(scaled(points[at]), hint);
    site_of.emplace(hint, i);
  }
  for (const std::int32_t i : insertion_order(static_cast<std::int32_t>(segments.size()))) {
    const auto [a, b] = segments[static_cast<std::size_t>(i)];
    const Graph::Vertex_handle v = graph.insert(scaled(points[static_cast<std::size_t>(a)]),
                                                scaled(points[static_cast<std::size_t>(b)]),
                                                handles[static_cast<std::size_t>(a)]);
    site_of.emplace(v, static_cast<SiteId>(points.size()) + i);
  }

  // Sort the faces by their sites, because CGAL's order depends on addresses.
  struct Face {
    Graph::Face_handle handle;
    std::array<SiteId, 3> sites;
  };
  std::vector<Face> faces;
  for (auto f = graph.all_faces_begin(); f != graph.all_faces_end(); ++f) {
    Face& face = faces.emplace_back();
    face.handle = f;
    for (int i = 0; i < 3; ++i) {
      const Graph::Vertex_handle v = f->vertex(i);
      face.sites[static_cast<std::size_t>(i)] = graph.is_infinite(v) ? -1 : site_of.at(v);
    }
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    const auto key = [](const Face& face) {
      std::array<SiteId, 3> sites = face.sites;
      std::rotate(sites.begin(), std::min_element(sites.begin(), sites.end()), sites.end());
      return sites;
    };
    return key(a) < key(b);
  });
  std::unordered_map<Graph::Face_handle, std::int32_t, CGAL::Handle_hash_function> number;
  for (const Face& face : faces) {
    number.emplace(face.handle, static_cast<std::int32_t>(number.size()));
  }
  std::vector<VoronoiVertex> vertices;
  vertices.reserve(faces.size());
  for (const Face& face : faces) {
    // Begin with the least site, as the sort key does.
    const auto first = std::min_element(face.sites.begin(), face.sites.end()) - face.sites.begin();
    VoronoiVertex& vertex = vertices.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t from = (static_cast<std::size_t>(first) + i) % 3;
      vertex.sites[i] = face.sites[from];
      vertex.across[i] = number.at(face.handle->neighbor(static_cast<int>(from)));
    }
    if (graph.is_infinite(face.handle)) continue;
    const auto site = [&](int i) { return face.handle->vertex(i)->site(); };
    const Kernel::Point_2 at = Centre()(site(0), site(1), site(2));
    vertex.at = {std::ldexp(at.x(), -shift), std::ldexp(at.y(), -shift)};
  }
  return vertices;
}

}  // namespace fairway
