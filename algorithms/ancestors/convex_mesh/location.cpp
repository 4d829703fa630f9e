#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"
#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/triangle_mesh/edge_point.hpp"

namespace fairway {
namespace {

double square(Point a, Point b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return dx * dx + dy * dy;
}

/// The point of a segment nearest to p, rounded.
Point nearest_on_segment(Point a, Point b, Point p) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  if (t <= 0) return a;
  if (t >= 1) return b;
  return {a.x + t * dx, a.y + t * dy};
}

}  // namespace

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
  std::vector<WallTree::Segment> diagonals;
  diagonals.reserve(face_count());
  std::vector<Point> ring;
  for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
    ring.clear();
    for (const Vertex v : face(f)) ring.push_back(position(v));
    const Box box = bounding_box(ring);
    diagonals.push_back({box.min, box.max});
  }
  face_boxes_ = WallTree(diagonals);
}

void ConvexMesh::index_borders() {
  if (outside_ == Outside::kRefuse) return;
  std::vector<WallTree::Segment> segments;
  for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
    for_each_side(f, [&](Side s, Point a, Point b) {
      if (beyond(s) != kNoSide) return;
      borders_.push_back({f, a, b});
      segments.push_back({a, b});
    });
  }
  borders_.shrink_to_fit();
  border_tree_ = WallTree(segments);
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
    face_boxes_.visit(at.point, at.point, [&](std::size_t f) {
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
  const Border& border = borders_[border_tree_.nearest(outside, [&](std::size_t i) {
    return square(outside, nearest_on_segment(borders_[i].a, borders_[i].b, outside));
  })];
  // The foot is rounded and may lie off the face by a few last bits: then a point further inwards
  // stands for it, or, where the face is thinner than that, an end of the side.
  const Point foot = nearest_on_segment(border.a, border.b, outside);
  const double side = distance(border.a, border.b);
  const Point inwards{(border.a.y - border.b.y) / side, (border.b.x - border.a.x) / side};
  const double last_bit = std::numeric_limits<double>::epsilon() *
                          std::max({std::abs(border.a.x), std::abs(border.a.y),
                                    std::abs(border.b.x), std::abs(border.b.y)});
  for (const double bits : {0., 1., 2., 4., 8., 16.}) {
    const Point p{foot.x + bits * last_bit * inwards.x, foot.y + bits * last_bit * inwards.y};
    if (within_limits(p) && contains(border.face, p)) return p;
  }
  return square(outside, border.a) < square(outside, border.b) ? border.a : border.b;
}

}  // namespace fairway
