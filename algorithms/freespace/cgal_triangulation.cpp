#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_face_base_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include "algorithms/freespace/constrained_delaunay.hpp"
#include "algorithms/freespace/insertion_order.hpp"

namespace fairway {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase = CGAL::Triangulation_vertex_base_with_info_2<VertexId, Kernel>;
using FaceBase =
    CGAL::Triangulation_face_base_with_info_2<TriangleId, Kernel,
                                              CGAL::Constrained_triangulation_face_base_2<Kernel>>;
using Cdt = CGAL::Constrained_Delaunay_triangulation_2<
    Kernel, CGAL::Triangulation_data_structure_2<VertexBase, FaceBase>,
    CGAL::No_constraint_intersection_requiring_constructions_tag>;

/// Returns Triangle::link for the edge of `face` opposite vertex `opposite`. The link has the twin
/// half-edge, and states that the edge is not blocked. Returns -1 if the edge is on the hull.
std::int32_t link_across(const Cdt& cdt, Cdt::Face_handle face, int opposite) {
  const Cdt::Face_handle other = face->neighbor(opposite);
  if (cdt.is_infinite(other)) return -1;
  const int edge_of_other = Cdt::ccw(other->index(face));
  return Triangulation::half_edge(other->info(), edge_of_other) << 1;
}

}  // namespace

std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints) {
  const auto at = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  Cdt cdt;
  std::vector<Cdt::Vertex_handle> handles(points.size());
  Cdt::Face_handle hint;
  for (const VertexId i : insertion_order(static_cast<std::int32_t>(points.size()))) {
    const Point p = points[at(i)];
    const Cdt::Vertex_handle v = cdt.insert(Kernel::Point_2(p.x, p.y), hint);
    v->info() = i;
    hint = v->face();
    handles[at(i)] = v;
  }
  std::vector<std::int32_t> ends_at(points.size(), 0);
  for (const auto& [a, b] : constraints) {
    ++ends_at[at(a)];
    ++ends_at[at(b)];
  }
  for (const std::int32_t i : insertion_order(static_cast<std::int32_t>(constraints.size()))) {
    auto [from, to] = constraints[at(i)];
    // For speed, `from` is the end with fewer constraints: CGAL visits all triangles around it.
    if (ends_at[at(from)] > ends_at[at(to)]) std::swap(from, to);
    try {
      cdt.insert_constraint(handles[at(from)], handles[at(to)]);
    } catch (const Cdt::Intersection_of_constraints_exception&) {
      throw CrossingConstraints(at(i));
    }
  }

  std::vector<Cdt::Face_handle> faces;
  faces.reserve(cdt.number_of_faces());
  for (const Cdt::Face_handle face : cdt.finite_face_handles()) {
    face->info() = static_cast<TriangleId>(faces.size());
    faces.push_back(face);
  }
  std::vector<Triangulation::Triangle> triangles;
  triangles.reserve(faces.size());
  for (const Cdt::Face_handle face : faces) {
    // CGAL numbers an edge by its opposite vertex; half-edge i starts at vertex i.
    triangles.push_back(
        {{face->vertex(0)->info(), face->vertex(1)->info(), face->vertex(2)->info()},
         -1,
         {link_across(cdt, face, 2), link_across(cdt, face, 0), link_across(cdt, face, 1)}});
  }
  return triangles;
}

}  // namespace fairway
