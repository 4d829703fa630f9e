#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_face_base_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include "algorithms/freespace/constrained_delaunay.hpp"

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

std::int32_t link_across(const Cdt& cdt, Cdt::Face_handle face, int opposite) {
  const Cdt::Face_handle other = face->neighbor(opposite);
  if (cdt.is_infinite(other)) return -1;
  const int edge_of_other = Cdt::ccw(other->index(face));
  return Triangulation::half_edge(other->info(), edge_of_other) << 1;
}

}  // namespace

std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints) {
  Cdt cdt;
  std::vector<Cdt::Vertex_handle> handles;
  handles.reserve(points.size());
  Cdt::Face_handle hint;
  for (const Point p : points) {
    const Cdt::Vertex_handle v = cdt.insert(Kernel::Point_2(p.x, p.y), hint);
    v->info() = static_cast<VertexId>(handles.size());
    hint = v->face();
    handles.push_back(v);
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    try {
      cdt.insert_constraint(handles[static_cast<std::size_t>(constraints[i].first)],
                            handles[static_cast<std::size_t>(constraints[i].second)]);
    } catch (const Cdt::Intersection_of_constraints_exception&) {
      throw CrossingConstraints(i);
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
