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

/// A navigation mesh of convex faces. Its graph joins all corners of a face: a face of k corners
/// has k (k - 1) / 2 straight links. Start and goal are linked to the corners of their faces. If
/// one face contains both, they are linked directly.
///
/// The search `own` stops when it closes the first vertex linked to the goal. If the goal is inside
/// the mesh, the Euclidean estimate is exact at this vertex, so the path is a shortest path of the
/// graph.
class ConvexMesh {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "convex-mesh";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = false, .corridors = false};

  using Graph = CsrGraph;
  using FaceId = std::int32_t;  ///< index of a face
  /// Index of a side of a face, counted over all faces. Side s runs from corner s to the next
  /// corner of the same face.
  using Side = std::int32_t;
  static constexpr Side kNoSide = -1;  ///< stands for no side

  /// Which faces form the mesh; see Options.
  enum class Faces : std::uint8_t { kWorld, kTriangles };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Faces) {
    static constexpr std::array<std::string_view, 2> kNames{"world", "triangles"};
    return kNames;
  }

  /// How many vertices the graph has at a point of the mesh; see Options.
  enum class Vertices : std::uint8_t { kCorners, kPoints };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Vertices) {
    static constexpr std::array<std::string_view, 2> kNames{"corners", "points"};
    return kNames;
  }

  /// How the faces that contain a start or goal are found; see Options.
  enum class Finding : std::uint8_t { kIndexed, kScan };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Finding) {
    static constexpr std::array<std::string_view, 2> kNames{"indexed", "scan"};
    return kNames;
  }

  /// How a start or goal outside the mesh is treated; see Options.
  enum class Outside : std::uint8_t { kRefuse, kNearest };
  /// Names of the values.
  friend std::span<const std::string_view> option_names(Outside) {
    static constexpr std::array<std::string_view, 2> kNames{"refuse", "nearest"};
    return kNames;
  }

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help) for each.
    Faces faces = Faces::kWorld;
    Vertices vertices = Vertices::kCorners;
    Finding location = Finding::kIndexed;
    Outside outside = Outside::kRefuse;

    static void describe(Options& options, auto&& field) {
      field("faces", options.faces,
            "faces of the mesh: triangles (a triangulation of free space) or world (the faces of "
            "the world's mesh; if the world has no mesh, the triangles)");
      field("vertices", options.vertices,
            "number of graph vertices at each point of the mesh: corners (one for each group of "
            "adjacent faces around the point) or points (always one; paths can then squeeze "
            "through pinches and walls of zero width)");
      field("location", options.location,
            "how the faces at a start or goal are found: scan (every face is tested) or indexed (a "
            "tree of the faces is searched; for triangles, the world's point location)");
      field("outside", options.outside,
            "treatment of a start or goal outside the mesh: refuse (no path) or nearest (a "
            "straight line joins the start or goal to the nearest point of the mesh)");
    }
    ///@}
  };

  /// Returns the promises for these options. If `vertices` is `points`, a path may be illegal,
  /// because it can pass through a pinch (a single point at which two parts of the mesh touch). If
  /// the start or goal is outside the mesh, the path is illegal.
  static Guarantees guarantees(const Options& options) {
    Guarantees promised = kGuarantees;
    promised.legal = options.vertices == Vertices::kCorners && options.outside == Outside::kRefuse;
    return promised;
  }

  /// Scratch space of a query.
  struct Scratch {
    ///@{ The faces that contain the start, and the faces that contain the goal.
    std::vector<FaceId> start;
    std::vector<FaceId> goal;

    std::size_t memory_bytes() const { return heap_bytes(start, goal); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }

  /// Builds the mesh. Keeps a reference to the free space. O(n log n + links).
  static ConvexMesh build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  bool accepts_blocked_ends() const { return outside_ == Outside::kNearest; }
  /// Links the start and the goal to the corners of every face that contains them. A point on a
  /// wall of zero width is in the faces on both sides of the wall. If one face contains the start
  /// and the goal, they get only a direct link. A start or goal outside the mesh is linked through
  /// the nearest point of the mesh.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Writes the faces that contain a point, in ascending order. Empties `faces` for a blocked
  /// point. Exact. O(corners) for `scan`. For `indexed`, O(result) if the faces are triangles,
  /// otherwise O(log faces + faces whose boxes contain the point).
  void faces_at(const Location& at, std::vector<FaceId>& faces) const;
  /// Returns the point of the mesh nearest to a point outside, up to rounding. The mesh contains
  /// the result. Precondition: the option `outside` is `nearest`. O(log n) for a point near the
  /// mesh.
  Point nearest_point(Point outside) const;

  /// Bytes on the heap, without the free space.
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

  /// Calls sink(Point, Point) once for each side, even if two faces share the side. O(sides).
  template <class Sink>
  void draw(const Sink& sink) const {
    for (FaceId f = 0; f < static_cast<FaceId>(face_count()); ++f) {
      for_each_side(f, [&](Side s, Point a, Point b) {
        if (beyond(s) == kNoSide || s < beyond(s)) sink(a, b);
      });
    }
  }
  ///@}

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

  /// The next two functions read the faces and return the points of the mesh. Before
  /// number_vertices() runs, corners_ holds a point index for each corner, not a vertex.
  std::span<const Point> read_mesh();
  std::span<const Point> read_triangles();
  void number_vertices(std::span<const Point> points, Vertices kind);
  void link_vertices();
  void index_faces();
  void index_borders();

  /// Side s also belongs to a neighbouring face, under another index. Returns that index, or
  /// kNoSide if no path may cross the side.
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
  /// Returns the point of the mesh to which a start or goal is linked. If the start or goal is in
  /// the mesh, this is the same point. If it is outside and `outside` is `nearest`, this is the
  /// nearest point of the mesh.
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
  std::vector<FaceId> face_of_triangle_;  // face of each triangle; only for triangles, "indexed"
  BoxTree face_tree_;                     // tree of the faces; empty for triangles and "scan"
  std::vector<Border> borders_;           // sides without a neighbour; empty for "refuse"
  BoxTree border_tree_;
  std::vector<Point> positions_;
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(Representation<ConvexMesh>);

}  // namespace fairway
