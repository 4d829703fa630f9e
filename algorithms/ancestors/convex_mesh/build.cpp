#include <algorithm>
#include <tuple>
#include <utility>

#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

ConvexMesh ConvexMesh::build(const FreeSpace& space, const Options& options) {
  ConvexMesh result(space, options);
  std::vector<BuildPhase>& phases = result.report_.phases;
  LapClock clock;
  const std::span<const Point> points =
      result.of_triangles_ ? result.read_triangles() : result.read_mesh();
  phases.push_back({"faces", clock.lap()});
  result.number_vertices(points, options.vertices);
  phases.push_back({"vertices", clock.lap()});
  result.link_vertices();
  phases.push_back({"links", clock.lap()});
  result.report_.components = label_components(result.graph_, result.components_);
  result.report_.covered_area = space.area();
  phases.push_back({"components", clock.lap()});
  result.index_faces();
  result.index_borders();
  phases.push_back({"location", clock.lap()});
  return result;
}

std::span<const Point> ConvexMesh::read_mesh() {
  const Mesh& mesh = *space_->mesh();
  struct Half {
    std::int32_t low;
    std::int32_t high;
    Side side;
    bool wall;
  };
  std::vector<Half> halves;
  face_begin_.reserve(mesh.faces.size() + 1);
  for (const Mesh::Face& face : mesh.faces) {
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const std::int32_t from = face.vertices[i];
      const std::int32_t to = face.vertices[i + 1 == face.vertices.size() ? 0 : i + 1];
      const auto side = static_cast<Side>(corners_.size());
      halves.push_back({std::min(from, to), std::max(from, to), side, face.wall[i]});
      corners_.push_back(from);
    }
    face_begin_.push_back(static_cast<std::int32_t>(corners_.size()));
  }
  corners_.shrink_to_fit();
  std::sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
    return std::tie(a.low, a.high, a.side) < std::tie(b.low, b.high, b.side);
  });
  beyond_.assign(corners_.size(), kNoSide);
  for (std::size_t i = 1; i < halves.size(); ++i) {
    const Half& a = halves[i - 1];
    const Half& b = halves[i];
    if (a.low != b.low || a.high != b.high || a.wall || b.wall) continue;
    beyond_[static_cast<std::size_t>(a.side)] = b.side;
    beyond_[static_cast<std::size_t>(b.side)] = a.side;
  }
  return mesh.points;
}

std::span<const Point> ConvexMesh::read_triangles() {
  const Triangulation& mesh = space_->triangulation();
  std::vector<Side> first(static_cast<std::size_t>(mesh.triangle_count()), kNoSide);
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    first[static_cast<std::size_t>(t)] = static_cast<Side>(corners_.size());
    const auto& vertices = mesh.triangle(t).vertex;
    corners_.insert(corners_.end(), std::begin(vertices), std::end(vertices));
    face_begin_.push_back(static_cast<std::int32_t>(corners_.size()));
  }
  face_begin_.shrink_to_fit();
  corners_.shrink_to_fit();
  beyond_.reserve(corners_.size());
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    for (int i = 0; i < 3 && mesh.is_free(t); ++i) {
      const HalfEdge h = mesh.across(Triangulation::half_edge(t, i));
      beyond_.push_back(h == kNoHalfEdge
                            ? kNoSide
                            : first[static_cast<std::size_t>(Triangulation::triangle_of(h))] +
                                  (h & 3));
    }
  }
  return mesh.points();
}

void ConvexMesh::number_vertices(std::span<const Point> points, Vertices kind) {
  const std::size_t sides = corners_.size();
  DisjointSets sets(sides);
  if (kind == Vertices::kPoints) {
    std::vector<Side> first(points.size(), kNoSide);
    for (Side s = 0; s < static_cast<Side>(sides); ++s) {
      Side& leader = first[static_cast<std::size_t>(corners_[static_cast<std::size_t>(s)])];
      if (leader == kNoSide) leader = s;
      sets.join(leader, s);
    }
  } else {
    for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
      const Side begin = face_begin_[static_cast<std::size_t>(f)];
      const Side end = face_begin_[static_cast<std::size_t>(f) + 1];
      for (Side s = begin; s < end; ++s) {
        // Corner s is the corner where side s begins. All faces are counter-clockwise. So the
        // neighbour's side beyond(s) begins at the corner where side s ends.
        if (beyond(s) != kNoSide) sets.join(s + 1 == end ? begin : s + 1, beyond(s));
      }
    }
  }
  positions_.reserve(static_cast<std::size_t>(sets.count()));
  for (Side s = 0; s < static_cast<Side>(sides); ++s) {
    Vertex& corner = corners_[static_cast<std::size_t>(s)];
    const Side leader = sets.find(s);  // smallest side of the set; the loop reaches it first
    if (leader == s) {
      positions_.push_back(points[static_cast<std::size_t>(corner)]);
      corner = static_cast<Vertex>(positions_.size()) - 1;
    } else {
      corner = corners_[static_cast<std::size_t>(leader)];
    }
  }
}

void ConvexMesh::link_vertices() {
  const std::size_t count = positions_.size();
  std::vector<std::int32_t> row_begin(count + 1, 0);
  for (const Vertex v : corners_) ++row_begin[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 0; v < count; ++v) row_begin[v + 1] += row_begin[v];
  std::vector<FaceId> faces_of(corners_.size());
  std::vector<std::int32_t> place(row_begin.begin(), row_begin.end() - 1);
  for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
    for (const Vertex v : face(f)) {
      faces_of[static_cast<std::size_t>(place[static_cast<std::size_t>(v)]++)] = f;
    }
  }
  CsrGraph::Builder builder;
  builder.reserve(count, 0);
  std::vector<Vertex> row;
  for (Vertex v = 0; v < static_cast<Vertex>(count); ++v) {
    row.clear();
    const auto begin = static_cast<std::size_t>(row_begin[static_cast<std::size_t>(v)]);
    const auto end = static_cast<std::size_t>(row_begin[static_cast<std::size_t>(v) + 1]);
    for (const FaceId f : std::span(faces_of).subspan(begin, end - begin)) {
      const std::span<const Vertex> corners = face(f);
      row.insert(row.end(), corners.begin(), corners.end());
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const Vertex w : row) {
      if (w != v) builder.add(w, distance(position(v), position(w)));
    }
    builder.end_row();
  }
  graph_ = std::move(builder).build();
}

}  // namespace fairway
