#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"
#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"

namespace fairway {

void ConvexMesh::index_faces() {
  if (finding_ == Finding::kScan) return;
  if (of_triangles_) {
    const Triangulation& mesh = space_->triangulation();
    face_of_triangle_.assign(static_cast<std::size_t>(mesh.triangle_count()), -1);
    FaceId f = 0;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      if (mesh.is_free(t)) face_of_triangle_[static_cast<std::size_t>(t)] = f++;
    }
    return;
  }
  std::vector<Box> boxes;
  boxes.reserve(face_count());
  std::vector<Point> ring;
  for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
    ring.clear();
    for (const Vertex v : face(f)) ring.push_back(position(v));
    boxes.push_back(bounding_box(ring));
  }
  face_tree_ = BoxTree(boxes);
}

void ConvexMesh::index_borders() {
  if (outside_ == Outside::kRefuse) return;
  for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
    for_each_side(f, [&](Side s, Point a, Point b) {
      if (beyond(s) == kNoSide) borders_.push_back({f, a, b});
    });
  }
  borders_.shrink_to_fit();
  border_tree_ = BoxTree(boxes_of(borders_));
}

bool ConvexMesh::contains(FaceId f, Point p) const {
  const std::span<const Vertex> corners = face(f);
  Point a = position(corners.back());
  for (const Vertex v : corners) {
    const Point b = position(v);
    if (orientation(a, b, p) < 0) return false;
    a = b;
  }
  return true;
}

void ConvexMesh::faces_at(const Location& at, std::vector<FaceId>& faces) const {
  faces.clear();
  if (at.place == Place::kBlocked) return;
  if (finding_ == Finding::kScan) {
    for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
      if (contains(f, at.point)) faces.push_back(f);
    }
  } else if (of_triangles_) {
    triangles_at(*space_, at, faces);
    for (FaceId& f : faces) f = face_of_triangle_[static_cast<std::size_t>(f)];
  } else {
    face_tree_.visit(at.point, at.point, [&](std::size_t f) {
      if (contains(static_cast<FaceId>(f), at.point)) faces.push_back(static_cast<FaceId>(f));
      return true;
    });
    std::sort(faces.begin(), faces.end());
  }
}

Location ConvexMesh::entry(const Location& end) const {
  if (end.place != Place::kBlocked || outside_ == Outside::kRefuse) return end;
  return space_->locate(nearest_point(end.point));
}

Point ConvexMesh::nearest_point(Point outside) const {
  const auto nearest = border_tree_.nearest(
      {outside, outside}, std::numeric_limits<double>::infinity(), [&](std::size_t i) {
        return squared_distance(outside, nearest_on_segment(borders_[i].a, borders_[i].b, outside));
      });
  const Border& border = borders_[nearest->item];
  // Rounding can move the nearest point slightly off the face. The loop therefore also tries points
  // up to 16 units in the last place further inside. If a very thin face contains none of these
  // points, the nearer end of the side is returned.
  const Point foot = nearest_on_segment(border.a, border.b, outside);
  const double side = distance(border.a, border.b);
  const Point inwards{(border.a.y - border.b.y) / side, (border.b.x - border.a.x) / side};
  const double last_bit = std::numeric_limits<double>::epsilon() *
                          std::max({std::abs(border.a.x), std::abs(border.a.y),
                                    std::abs(border.b.x), std::abs(border.b.y)});
  for (const double bits : {0., 1., 2., 4., 8., 16.}) {
    const Point p = foot + bits * last_bit * inwards;
    if (within_limits(p) && contains(border.face, p)) return p;
  }
  const bool first = squared_distance(outside, border.a) < squared_distance(outside, border.b);
  return first ? border.a : border.b;
}

}  // namespace fairway
