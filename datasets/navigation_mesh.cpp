#include "datasets/navigation_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "algorithms/freespace/boundary.hpp"
#include "datasets/mesh_tokens.hpp"

namespace fairway {

namespace {

/// A face of the file. Its vertices are in face_vertices_, as 0-based indices. Its neighbours are
/// in face_neighbours_, as the numbers that the file states.
struct RawFace {
  std::size_t first = 0;  ///< index of its first vertex and of its first neighbour
  std::size_t count = 0;
  bool traversable = true;
  int line = 0;
};

/// An edge of a face, directed so that the face is on the left. `neighbour` is the number that the
/// file states for the face on the right.
struct MeshSide {
  std::int32_t from;
  std::int32_t to;
  std::int32_t face;
  std::int32_t neighbour;

  friend bool operator<(const MeshSide& a, const MeshSide& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  }
};

class MeshReader {
 public:
  explicit MeshReader(const TextFile& source) : source_(source), tokens_(source) {}

  WorldFile read() {
    if (tokens_.expect("'mesh'") != "mesh") {
      source_.fail(tokens_.line(), "the first word is not 'mesh'; expected 'mesh'");
    }
    version_ = tokens_.integer("the version of the format", 2, 3);
    const std::int64_t vertices = tokens_.count("the number of vertices", 3, 2);
    const std::int64_t faces = tokens_.count("the number of faces", 1, 7);
    read_vertices(vertices, faces);
    read_faces(faces);
    if (const std::string_view more = tokens_.next(); !more.empty()) {
      source_.fail(tokens_.line(),
                   fmt::format("{} after the last face; expected the end of the file after {} "
                               "faces, as the header says",
                               in_quotes(more), faces));
    }
    check_shapes();
    collect_sides();
    return assemble();
  }

 private:
  std::span<const std::int32_t> vertices_of(const RawFace& face) const {
    return std::span(face_vertices_).subspan(face.first, face.count);
  }
  Point point(std::int32_t v) const { return mesh_.points[static_cast<std::size_t>(v)]; }
  const RawFace& face(std::int32_t f) const { return faces_[static_cast<std::size_t>(f)]; }
  /// The number of a face in the file.
  std::int64_t name(std::int32_t f) const { return version_ == 3 ? f + 1 : f; }

  void read_vertices(std::int64_t vertices, std::int64_t faces) {
    mesh_.points.reserve(static_cast<std::size_t>(vertices));
    for (std::int64_t i = 0; i < vertices; ++i) {
      const double x = tokens_.coordinate("a vertex's x");
      const double y = tokens_.coordinate("a vertex's y");
      mesh_.points.push_back({x, y});
      if (version_ == 2) {
        const std::int64_t around = tokens_.count("the number of a vertex's neighbours", 0, 1);
        for (std::int64_t k = 0; k < around; ++k) {
          tokens_.integer("a face beside the vertex", -1, faces - 1);
        }
      }
    }
  }

  void read_faces(std::int64_t faces) {
    const auto vertices = static_cast<std::int64_t>(mesh_.points.size());
    faces_.reserve(static_cast<std::size_t>(faces));
    for (std::int64_t i = 0; i < faces; ++i) {
      RawFace face;
      if (version_ == 3) face.traversable = tokens_.integer("a face's flag", 0, 1) == 1;
      const std::int64_t count = tokens_.count("the number of a face's vertices", 3, 2);
      face.line = tokens_.line();
      face.first = face_vertices_.size();
      face.count = static_cast<std::size_t>(count);
      const std::int64_t base = version_ == 3 ? 1 : 0;
      for (std::int64_t k = 0; k < count; ++k) {
        face_vertices_.push_back(static_cast<std::int32_t>(
            tokens_.integer("a face's vertex", base, vertices - 1 + base) - base));
      }
      for (std::int64_t k = 0; k < count; ++k) {
        face_neighbours_.push_back(static_cast<std::int32_t>(
            version_ == 3 ? tokens_.integer("a face's neighbour", -faces, faces)
                          : tokens_.integer("a face's neighbour", -1, faces - 1)));
      }
      faces_.push_back(face);
    }
  }

  void check_shapes() const {
    std::vector<Point> shape;
    for (const RawFace& face : faces_) {
      if (!face.traversable) continue;
      shape.clear();
      for (const std::int32_t v : vertices_of(face)) shape.push_back(point(v));
      try {
        require_convex(shape, -1);
      } catch (const InvalidWorld& fault) {
        source_.fail(face.line, fault.what());
      }
    }
  }

  void collect_sides() {
    sides_.reserve(face_vertices_.size());
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      const auto vertices = vertices_of(faces_[f]);
      for (std::size_t k = 0; k < vertices.size(); ++k) {
        const std::size_t before = k == 0 ? vertices.size() - 1 : k - 1;
        sides_.push_back({vertices[before], vertices[k], static_cast<std::int32_t>(f),
                          face_neighbours_[faces_[f].first + k]});
      }
    }
    std::sort(sides_.begin(), sides_.end());
    for (std::size_t i = 1; i < sides_.size(); ++i) {
      if (!(sides_[i - 1] < sides_[i])) {
        const auto [first, second] = std::minmax(sides_[i - 1].face, sides_[i].face);
        source_.fail(face(second).line,
                     fmt::format("faces {} and {} lie on the same side of an edge; expected faces "
                                 "that do not overlap",
                                 name(first), name(second)));
      }
    }
  }

  const MeshSide* find(std::int32_t from, std::int32_t to) const {
    const MeshSide wanted{from, to, 0, 0};
    const auto at = std::lower_bound(sides_.begin(), sides_.end(), wanted);
    return at != sides_.end() && !(wanted < *at) ? &*at : nullptr;
  }

  /// Checks the neighbour of `side` against the face that shares the edge. Returns whether an agent
  /// can cross the edge.
  bool crossable(const MeshSide& side, const MeshSide* opposite) const {
    const bool format_3 = version_ == 3;
    const bool open = format_3 ? side.neighbour > 0 : side.neighbour >= 0;
    const bool none = format_3 ? side.neighbour == 0 : side.neighbour == -1;
    const std::int64_t stated = format_3 ? std::abs(std::int64_t{side.neighbour}) : side.neighbour;
    if (!none && (opposite == nullptr || name(opposite->face) != stated)) {
      source_.fail(
          face(side.face).line,
          opposite == nullptr
              ? fmt::format("neighbour {} does not share the edge; expected {}, as no face does",
                            side.neighbour, format_3 ? 0 : -1)
              : fmt::format("neighbour {} does not share the edge; expected face {}, which does",
                            side.neighbour, name(opposite->face)));
    }
    if (format_3 && none && opposite != nullptr) {
      source_.fail(face(side.face).line,
                   fmt::format("neighbour 0 on an edge that face {} shares; expected {} or -{}",
                               name(opposite->face), name(opposite->face), name(opposite->face)));
    }
    return open;
  }

  WorldFile assemble() {
    std::vector<std::vector<int>> lines;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      const RawFace& raw = faces_[f];
      const auto vertices = vertices_of(raw);
      Mesh::Face kept{{vertices.begin(), vertices.end()}, std::vector<bool>(raw.count)};
      for (std::size_t k = 0; k < raw.count; ++k) {
        const std::int32_t from = vertices[k];
        const std::int32_t to = vertices[(k + 1) % raw.count];
        const MeshSide* const side = find(from, to);
        const MeshSide* const opposite = find(to, from);
        const bool open = crossable(*side, opposite);
        if (opposite == nullptr) continue;
        if (open != crossable(*opposite, side)) {
          source_.fail(raw.line,
                       fmt::format("the edge shared with face {} may be crossed one way only; "
                                   "expected the same from both sides",
                                   name(opposite->face)));
        }
        kept.wall[k] = !open && face(opposite->face).traversable;
      }
      if (!raw.traversable) continue;
      mesh_.faces.push_back(std::move(kept));
      lines.push_back({raw.line});
    }
    if (mesh_.faces.empty()) {
      source_.fail(last_line(source_.text()), "no face is traversable; expected one at least");
    }
    drop_unused_points(mesh_);
    return WorldFile{source_.file(), std::move(mesh_), std::move(lines)};
  }

  const TextFile& source_;
  MeshTokens tokens_;
  std::int64_t version_ = 0;
  Mesh mesh_;
  std::vector<RawFace> faces_;
  std::vector<std::int32_t> face_vertices_;
  std::vector<std::int32_t> face_neighbours_;
  std::vector<MeshSide> sides_;
};

}  // namespace

void drop_unused_points(Mesh& mesh) {
  std::vector<std::int32_t> number(mesh.points.size(), -1);
  std::vector<Point> used;
  for (Mesh::Face& face : mesh.faces) {
    for (std::int32_t& v : face.vertices) {
      std::int32_t& n = number[static_cast<std::size_t>(v)];
      if (n < 0) {
        n = static_cast<std::int32_t>(used.size());
        used.push_back(mesh.points[static_cast<std::size_t>(v)]);
      }
      v = n;
    }
  }
  mesh.points = std::move(used);
}

WorldFile parse_navigation_mesh(const TextFile& source) { return MeshReader(source).read(); }

}  // namespace fairway
