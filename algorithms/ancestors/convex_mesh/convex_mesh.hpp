#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"

namespace fairway {

/// A navigation mesh of convex faces, searched over its corners: all corners of a face are
/// neighbours, so that a face of k corners makes k (k - 1) / 2 links. An end is linked to the
/// corners of its face, or directly to an end in the same face. Links are straight.
///
/// The own search ends when the first vertex linked to the goal is closed. The Euclidean estimate
/// is exact there, so that the path is a shortest one of the graph unless the goal is outside the
/// mesh.
class ConvexMesh {
 public:
  static constexpr std::string_view kName = "convex-mesh";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = false, .corridors = false};

  using Graph = CsrGraph;
  using FaceId = std::int32_t;
  /// A side of a face, from its corner of the same number to the next.
  using Side = std::int32_t;
  static constexpr Side kNoSide = -1;

  enum class Faces : std::uint8_t { kWorld, kTriangles };
  friend std::span<const std::string_view> option_names(Faces) {
    static constexpr std::array<std::string_view, 2> kNames{"world", "triangles"};
    return kNames;
  }

  enum class Vertices : std::uint8_t { kCorners, kPoints };
  friend std::span<const std::string_view> option_names(Vertices) {
    static constexpr std::array<std::string_view, 2> kNames{"corners", "points"};
    return kNames;
  }

  enum class Finding : std::uint8_t { kIndexed, kScan };
  friend std::span<const std::string_view> option_names(Finding) {
    static constexpr std::array<std::string_view, 2> kNames{"indexed", "scan"};
    return kNames;
  }

  enum class Outside : std::uint8_t { kRefuse, kNearest };
  friend std::span<const std::string_view> option_names(Outside) {
    static constexpr std::array<std::string_view, 2> kNames{"refuse", "nearest"};
    return kNames;
  }

  struct Options {
    Faces faces = Faces::kWorld;
    Vertices vertices = Vertices::kCorners;
    Finding location = Finding::kIndexed;
    Outside outside = Outside::kRefuse;

    static void describe(Options& options, auto&& field) {
      field("faces", options.faces,
            "world (those of the world's mesh, triangles where it has none) or triangles (always)");
      field("vertices", options.vertices,
            "corners (a point with one fan of faces that are joined round it) or points (one for "
            "each: paths squeeze through pinches and walls of zero width)");
      field("location", options.location,
            "how the faces that hold an end are found: indexed (a tree; in triangles the world's "
            "own point location) or scan (all faces are tested)");
      field("outside", options.outside,
            "an end outside the mesh: refuse (no path) or nearest (a straight line to the mesh's "
            "nearest point first)");
    }
  };

  /// If a point has only one vertex, paths may squeeze through it. Paths from outside start
  /// outside.
  static Guarantees guarantees(const Options& options) {
    Guarantees promised = kGuarantees;
    promised.legal = options.vertices == Vertices::kCorners && options.outside == Outside::kRefuse;
    return promised;
  }

  struct Scratch {
    std::vector<FaceId> start;
    std::vector<FaceId> goal;

    std::size_t memory_bytes() const { return heap_bytes(start, goal); }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// O(n log n + links). Keeps a reference to the free space.
  static ConvexMesh build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  bool accepts_blocked_ends() const { return outside_ == Outside::kNearest; }
  /// Links each end to the corners of every face that contains it, on both sides of a wall of zero
  /// width; ends in one face get only their direct link. Links of an end outside lead over the
  /// mesh's nearest point.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// The faces that contain a point, each once, in ascending order; none for a blocked point.
  /// O(corners) by a scan; O(log faces + faces whose boxes contain it) with an index, O(faces
  /// found) in triangles. Exact.
  void faces_at(const Location& at, std::vector<FaceId>& faces) const;
  /// The point of the mesh nearest to one outside, up to rounding; the mesh contains it. O(log n)
  /// near the mesh. Precondition: ends outside are accepted.
  Point nearest_point(Point outside) const;

  /// Bytes on the heap, without the free space and its triangulation.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return graph_.vertex_count(); }
  std::size_t edge_count() const { return graph_.edge_count() / 2; }
  std::size_t face_count() const { return face_begin_.size() - 1; }
  /// The corners of a face, counter-clockwise.
  std::span<const Vertex> face(FaceId f) const {
    const auto begin = static_cast<std::size_t>(face_begin_[static_cast<std::size_t>(f)]);
    const auto end = static_cast<std::size_t>(face_begin_[static_cast<std::size_t>(f) + 1]);
    return std::span(corners_).subspan(begin, end - begin);
  }

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

  /// Calls sink(Point, Point) for each side of a face.
  template <class Sink>
  void draw(const Sink& sink) const {
    for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
      for_each_side(f, [&](Side s, Point a, Point b) {
        if (beyond(s) == kNoSide || s < beyond(s)) sink(a, b);
      });
    }
  }

 private:
  struct Border {
    FaceId face;
    Point a;
    Point b;
  };

  ConvexMesh(const FreeSpace& space, const Options& options)
      : space_(&space),
        finding_(options.location),
        outside_(options.outside),
        of_triangles_(options.faces == Faces::kTriangles || space.mesh() == nullptr) {}

  /// Both take the faces, with numbers of points as corners, and return the points.
  std::span<const Point> take_mesh();
  std::span<const Point> take_triangles();
  void number_vertices(std::span<const Point> points, Vertices kind);
  void link_vertices();
  void index_faces();
  void index_borders();

  /// The same side in the face beyond it, if it may be crossed.
  Side beyond(Side s) const { return beyond_[static_cast<std::size_t>(s)]; }
  template <class Visit>
  void for_each_side(FaceId f, Visit visit) const {
    const std::span<const Vertex> corners = face(f);
    const Side first = face_begin_[static_cast<std::size_t>(f)];
    Point a = position(corners.front());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point b = position(corners[i + 1 == corners.size() ? 0 : i + 1]);
      visit(first + static_cast<Side>(i), a, b);
      a = b;
    }
  }
  bool contains(FaceId f, Point p) const;
  /// The end, or the point where a path from it enters the mesh.
  Location entry(const Location& end) const;
  void link(const Location& entry, double leg, std::span<const FaceId> faces,
            std::vector<Link>& links) const;

  const FreeSpace* space_;
  Finding finding_;
  Outside outside_;
  bool of_triangles_;
  std::vector<std::int32_t> face_begin_{0};
  std::vector<Vertex> corners_;
  std::vector<Side> beyond_;
  std::vector<FaceId> face_of_triangle_;  // for triangles with an index
  BoxTree face_tree_;                     // for other faces with an index
  std::vector<Border> borders_;           // if ends outside are accepted
  BoxTree border_tree_;
  std::vector<Point> positions_;
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(Representation<ConvexMesh>);

}  // namespace fairway
