#include "algorithms/reference/cgal_witness.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Surface_mesh_shortest_path.h>
#include <CGAL/boost/graph/Euler_operations.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace fairway {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh3 = CGAL::Surface_mesh<Kernel::Point_3>;
using VertexIndex = Mesh3::Vertex_index;
using HalfedgeIndex = Mesh3::Halfedge_index;
using ShortestPaths =
    CGAL::Surface_mesh_shortest_path<CGAL::Surface_mesh_shortest_path_traits<Kernel, Mesh3>>;

/// Makes a CGAL surface of the free triangles.
class SurfaceOf {
 public:
  explicit SurfaceOf(const FreeSpace& space) : space_(space), triangles_(space.triangulation()) {
    for (const Corner& corner : space.corners()) {
      const Point p = triangles_.point(corner.vertex);
      mesh_.add_vertex({p.x, p.y, 0});
    }
    half_edge_.resize(4 * static_cast<std::size_t>(triangles_.triangle_count()));
    for (TriangleId t = 0; t < triangles_.triangle_count(); ++t) add_edges(t);
    for (TriangleId t = 0; t < triangles_.triangle_count(); ++t) add_face(t);
    for (CornerId c = 0; static_cast<std::size_t>(c) < space.corners().size(); ++c) add_border(c);
  }

  Mesh3 take() && { return std::move(mesh_); }

 private:
  static VertexIndex vertex(CornerId c) { return VertexIndex(static_cast<Mesh3::size_type>(c)); }
  HalfedgeIndex& half_edge(HalfEdge h) { return half_edge_[static_cast<std::size_t>(h)]; }

  /// Adds the edges of a free triangle. Two free neighbours share one edge of the surface, unless
  /// the side between them is blocked.
  void add_edges(TriangleId t) {
    if (!triangles_.is_free(t)) return;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = triangles_.across(h);
      if (twin != kNoHalfEdge && twin < h) continue;
      half_edge(h) = mesh_.add_edge(vertex(space_.corner_at(h)),
                                    vertex(space_.corner_at(Triangulation::next(h))));
      if (twin != kNoHalfEdge) half_edge(twin) = mesh_.opposite(half_edge(h));
    }
  }

  void add_face(TriangleId t) {
    if (!triangles_.is_free(t)) return;
    const Mesh3::Face_index face = mesh_.add_face();
    mesh_.set_halfedge(face, half_edge(Triangulation::half_edge(t, 0)));
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      mesh_.set_face(half_edge(h), face);
      mesh_.set_next(half_edge(h), half_edge(Triangulation::next(h)));
    }
  }

  /// Links the half-edges of the border at a corner: the border enters along the right edge of the
  /// corner's wedge and leaves along the left edge.
  void add_border(CornerId c) {
    const Corner& corner = space_.corner(c);
    const HalfedgeIndex in = mesh_.opposite(half_edge(corner.first));
    mesh_.set_next(in, mesh_.opposite(half_edge(Triangulation::previous(corner.last))));
    mesh_.set_halfedge(vertex(c), in);
  }

  const FreeSpace& space_;
  const Triangulation& triangles_;
  Mesh3 mesh_;
  std::vector<HalfedgeIndex> half_edge_;  // surface half-edge of each half-edge of a free triangle
};

template <class Items, class Item>
void add_once(Items& items, const Item& item) {
  if (std::ranges::find(items, item) == items.end()) items.push_back(item);
}

/// Adds an edge from a new vertex on a triangle's side to the opposite vertex. `h` ends at the new
/// vertex.
void cut_from_middle(HalfedgeIndex h, Mesh3& mesh) {
  if (mesh.is_border(h)) return;
  CGAL::Euler::split_face(h, mesh.next(mesh.next(h)), mesh);
}

/// Inserts a point into the surface and returns the vertices at this point:
/// - at a vertex of the world, one vertex for each wedge;
/// - on a wall, one for each free side;
/// - elsewhere in free space, one;
/// - outside free space, none.
std::vector<VertexIndex> insert(Point p, Mesh3& mesh) {
  const Kernel::Point_2 at(p.x, p.y);
  const auto flat = [&](VertexIndex v) {
    const Kernel::Point_3& q = mesh.point(v);
    return Kernel::Point_2(q.x(), q.y());
  };
  std::vector<VertexIndex> vertices;
  std::vector<HalfedgeIndex> edges;
  std::optional<Mesh3::Face_index> inside;
  for (const Mesh3::Face_index face : mesh.faces()) {
    std::optional<HalfedgeIndex> edge;
    std::optional<VertexIndex> vertex;
    bool outside = false;
    for (const HalfedgeIndex h : mesh.halfedges_around_face(mesh.halfedge(face))) {
      const auto side = CGAL::orientation(flat(mesh.source(h)), flat(mesh.target(h)), at);
      outside = side == CGAL::RIGHT_TURN;
      if (outside) break;
      if (side == CGAL::COLLINEAR) edge = h;
      if (flat(mesh.source(h)) == at) vertex = mesh.source(h);
    }
    if (outside) continue;
    if (vertex) {
      add_once(vertices, *vertex);
    } else if (edge) {
      add_once(edges, std::min(*edge, mesh.opposite(*edge)));
    } else {
      inside = face;
    }
  }
  const Kernel::Point_3 point(p.x, p.y, 0);
  for (const HalfedgeIndex edge : edges) {
    const HalfedgeIndex first = CGAL::Euler::split_edge(edge, mesh);
    const HalfedgeIndex back = mesh.opposite(mesh.next(first));
    vertices.push_back(mesh.target(first));
    mesh.point(vertices.back()) = point;
    cut_from_middle(first, mesh);
    cut_from_middle(back, mesh);
  }
  if (inside) {
    const HalfedgeIndex spoke = CGAL::Euler::add_center_vertex(mesh.halfedge(*inside), mesh);
    vertices.push_back(mesh.target(spoke));
    mesh.point(vertices.back()) = point;
  }
  return vertices;
}

/// Returns the least distance between two sets of vertices; infinity if no path joins them.
double spread(const Mesh3& mesh, const std::vector<VertexIndex>& sources,
              const std::vector<VertexIndex>& targets) {
  double least = std::numeric_limits<double>::infinity();
  if (sources.empty()) return least;
  ShortestPaths paths(mesh);
  for (const VertexIndex source : sources) paths.add_source_point(source);
  for (const VertexIndex target : targets) {
    const double found = paths.shortest_distance_to_source_points(target).first;
    if (found >= 0) least = std::min(least, found);
  }
  return least;
}

/// Replaces each point p of the surface by map(p). Keeps the height z of each point.
template <class Map>
void move_points(Mesh3& mesh, Map map) {
  for (const VertexIndex v : mesh.vertices()) {
    const Point p = map(Point{mesh.point(v).x(), mesh.point(v).y()});
    mesh.point(v) = {p.x, p.y, mesh.point(v).z()};
  }
}

/// Increases z at the ends of short edges until D + L > D in doubles, for every distance D on the
/// surface and every edge of length L. Otherwise CGAL 5.5 may reach a vertex again at the same
/// rounded distance and delete tree nodes that it still uses. No path gets shorter than in the
/// plane.
void lift_short_edges(Mesh3& mesh) {
  double total = 0;  // no distance exceeds the total of the edges
  const auto squared_edge = [&](HalfedgeIndex h) {
    return CGAL::squared_distance(mesh.point(mesh.source(h)), mesh.point(mesh.target(h)));
  };
  for (const auto edge : mesh.edges()) total += std::sqrt(squared_edge(mesh.halfedge(edge)));
  const double step = total * std::numeric_limits<double>::epsilon();
  const auto short_edge_at = [&](VertexIndex v) {
    return std::ranges::any_of(mesh.halfedges_around_target(mesh.halfedge(v)),
                               [&](HalfedgeIndex h) { return squared_edge(h) < step * step; });
  };
  for (const VertexIndex v : mesh.vertices()) {
    while (short_edge_at(v)) {
      const Kernel::Point_3 p = mesh.point(v);
      mesh.point(v) = {p.x(), p.y(), p.z() + 2 * step};
    }
  }
}

/// Collects the vertices that a shortest path passes. In a plane, a shortest path turns only at
/// vertices.
struct PassedVertices {
  std::vector<VertexIndex>& vertices;
  void operator()(VertexIndex v) { vertices.push_back(v); }
  void operator()(HalfedgeIndex, Kernel::FT) {}
  void operator()(Mesh3::Face_index, const ShortestPaths::Barycentric_coordinates&) {}
};

}  // namespace

struct CgalWitness::Surface {
  Mesh3 mesh;
};

CgalWitness::CgalWitness(const FreeSpace& space)
    : surface_(std::make_unique<Surface>(Surface{SurfaceOf(space).take()})) {}
CgalWitness::CgalWitness(CgalWitness&&) noexcept = default;
CgalWitness& CgalWitness::operator=(CgalWitness&&) noexcept = default;
CgalWitness::~CgalWitness() = default;

// Both ends are inserted as vertices of the surface. Otherwise CGAL 5.5 would use the mirrored
// position of an end on an edge, and would round the position of an end in a face.
double CgalWitness::shortest(Point start, Point goal, double expected) const {
  Mesh3 mesh = surface_->mesh;
  std::vector<VertexIndex> sources = insert(start, mesh);
  std::vector<VertexIndex> targets = insert(goal, mesh);
  // CGAL's constructions lose digits far from the origin.
  move_points(mesh, [&](Point p) { return p - start; });
  lift_short_edges(mesh);
  double least = spread(mesh, sources, targets);
  for (int again = 1; again < kAttempts && least > expected * (1 + kTolerance); ++again) {
    std::swap(sources, targets);
    if (again % 2 == 0) {
      const Point way{std::cos(1.0), std::sin(1.0)};
      move_points(mesh, [&](Point p) {
        return Point{way.x * p.x - way.y * p.y, way.y * p.x + way.x * p.y};
      });
    }
    least = std::min(least, spread(mesh, sources, targets));
  }
  return least;
}

bool CgalWitness::shortest_path(Point start, Point goal, Path& path) const {
  path.clear();
  Mesh3 mesh = surface_->mesh;
  const std::vector<VertexIndex> sources = insert(goal, mesh);
  const std::vector<VertexIndex> targets = insert(start, mesh);
  std::vector<Point> points;  // positions before move_points()
  for (const VertexIndex v : mesh.vertices()) {
    points.push_back({mesh.point(v).x(), mesh.point(v).y()});
  }
  move_points(mesh, [&](Point p) { return p - start; });
  lift_short_edges(mesh);
  if (sources.empty()) return false;
  ShortestPaths paths(mesh);
  for (const VertexIndex source : sources) paths.add_source_point(source);
  std::optional<VertexIndex> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (const VertexIndex target : targets) {
    const double found = paths.shortest_distance_to_source_points(target).first;
    if (!(found >= 0 && found < least)) continue;
    least = found;
    nearest = target;
  }
  if (!nearest) return false;
  std::vector<VertexIndex> passed;
  PassedVertices visitor{passed};
  paths.shortest_path_sequence_to_source_points(*nearest, visitor);
  path.push_back(start);
  for (const VertexIndex v : passed) append_distinct(path, points[v]);
  append_distinct(path, goal);
  return true;
}

std::size_t CgalWitness::memory_bytes() const {
  const Mesh3& mesh = surface_->mesh;
  constexpr std::size_t kVertex = sizeof(Kernel::Point_3) + sizeof(HalfedgeIndex) + sizeof(bool);
  constexpr std::size_t kHalfedge = 4 * sizeof(HalfedgeIndex);  // face, vertex, next, previous
  constexpr std::size_t kFace = sizeof(HalfedgeIndex) + sizeof(bool);
  return mesh.number_of_vertices() * kVertex + mesh.number_of_halfedges() * kHalfedge +
         mesh.number_of_edges() * sizeof(bool) + mesh.number_of_faces() * kFace;
}

}  // namespace fairway
