#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/search/search_scratch.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "algorithms/solvers/clearance_triangulation/fan_string.hpp"
#include "algorithms/solvers/medial_axis/axis_ends.hpp"
#include "algorithms/solvers/medial_axis/axis_graph.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// How a query makes its result from the path that it found along the medial axis.
enum class AxisPath : std::uint8_t {
  kShortest,  ///< the shortest path that is homotopic to the path along the axis
  kAxis,      ///< the path along the axis, as far from the walls as possible
};
/// Names of the values of AxisPath.
inline std::span<const std::string_view> option_names(AxisPath) {
  static constexpr std::array<std::string_view, 2> kNames{"shortest", "axis"};
  return kNames;
}

/// The medial axis of free space: all points with several nearest points of the border. Each edge
/// stores its clearance and the nearest parts of the border on both sides. One index therefore
/// serves agents of any radius. A query joins its ends to the axis and searches the edges that its
/// agent can pass. It then pulls a string to shorten the path found.
/// Source: R. Geraerts, "Planning short paths with clearance using explicit corridors", ICRA 2010.
class MedialAxis {
 public:
  ///@{ Members of the concept Solver.
  static constexpr std::string_view kName = "medial-axis";
  static constexpr Guarantees kGuarantees{.complete = true, .any_radius = true};

  /// Options of the methods.
  struct Options {
    AxisPath path = AxisPath::kShortest;  ///< how the result is made

    /// Describes the options, see docs/concepts/representation.md.
    static void describe(Options& options, auto&& field) {
      field("path", options.path,
            "path to return: axis (the path along the medial axis) or shortest (the shortest path "
            "that passes the obstacles on the same sides)");
    }
  };

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Edges to which the ends are joined, state of the search, path along the axis (`way`), and
    /// buffers to pull a string.
    std::vector<AxisEnd> starts;
    std::vector<AxisEnd> goals;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
    Path way;
    Path piece;
    Path kept;
    SleeveScratch sleeve;
    std::vector<HalfEdge> crossed;
    std::vector<Portal> portals;
    FunnelScratch funnel;
    std::vector<FanPortal> fans;
    FanString string;
    std::vector<HalfEdge> to_goal;
    std::vector<TriangleId> queue;
    ///@}

    /// Bytes on the heap, by capacity.
    std::size_t memory_bytes() const {
      return heap_bytes(starts, goals, attachment, search, vertices, way, piece, kept, sleeve,
                        crossed, portals, funnel, fans, string, to_goal, queue);
    }
  };

  static std::vector<NamedSolver<Options>> methods() {
    return {{kName, {}}, {"medial-axis-middle", {.path = AxisPath::kAxis}}};
  }
  static PartSet parts(const FreeSpace&, const Options&) {
    return kSightParts | PartSet(SpacePart::kWalls);
  }

  /// Builds the index. Keeps a reference to the free space. Expected O(n log n) for n walls.
  static MedialAxis build(const FreeSpace& space, const Options& options);

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const {
    return solve(start, goal, 0, scratch, path);
  }
  SolverResult solve(const Location& start, const Location& goal, double radius, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return axis_->vertices().size(); }
  std::size_t edge_count() const { return axis_->edges().size(); }

  /// Calls segment(Point, Point) for the segments of each edge of the axis.
  void draw(auto&& segment) const {
    Path curve;
    for (const AxisEdge& edge : axis_->edges()) {
      const Point to = axis_->vertex(edge.ends[1]).at;
      curve.assign(1, axis_->vertex(edge.ends[0]).at);
      axis_->append_bends(edge, curve.back(), to, Bends::kSmooth, curve);
      curve.push_back(to);
      for (std::size_t i = 1; i < curve.size(); ++i) segment(curve[i - 1], curve[i]);
    }
  }
  ///@}

  const AxisGraph& axis() const { return *axis_; }   ///< the axis
  const CornerFans& fans() const { return *fans_; }  ///< the fans of the world's corners

 private:
  MedialAxis(const FreeSpace& space, const Options& options);

  /// A query. See AxisEnds::side() for flip_start and flip_goal.
  struct AxisQuery {
    Point start;
    Point goal;
    double distance;
    bool flip_start;
    bool flip_goal;
  };

  SolverResult find(const AxisQuery& query, Scratch& scratch, Path& path) const;
  bool joins(const AxisEnd& from, const AxisEnd& to, const AxisQuery& query) const;
  void attach(const AxisQuery& query, Scratch& scratch) const;
  void trace_way(const AxisQuery& query, Scratch& scratch) const;
  bool realise(double distance, Scratch& scratch, Path& path) const;
  bool follow_axis(double distance, Scratch& scratch, Path& path) const;
  bool pull(std::span<const Point> way, double distance, Scratch& scratch, Path& path) const;
  bool skip_stray_points(std::span<const Point> way, Scratch& scratch) const;
  bool pull_through_triangles(const Location& start, const Location& goal, Scratch& scratch,
                              Path& path) const;

  const FreeSpace* space_;
  Options options_;
  std::unique_ptr<const CornerFans> fans_;
  std::unique_ptr<const AxisGraph> axis_;
  std::unique_ptr<const AxisEnds> ends_;
  BuildReport report_;
};

static_assert(Solver<MedialAxis>);
static_assert(SolvesAnyRadius<MedialAxis>);

}  // namespace fairway
