#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/corner_fans.hpp"
#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/random_points.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// A view of a graph that omits all edges narrower than a limit. Precondition: the edges of each
/// vertex are in descending order of width. Keeps references to the graph and to the widths.
class WideGraph {
 public:
  ///@{ Types that Boost's graph concepts require.
  using vertex_descriptor = CsrGraph::vertex_descriptor;
  using edge_descriptor = CsrGraph::edge_descriptor;
  using out_edge_iterator = CsrGraph::out_edge_iterator;
  using vertex_iterator = CsrGraph::vertex_iterator;
  using degree_size_type = CsrGraph::degree_size_type;
  using vertices_size_type = CsrGraph::vertices_size_type;
  using directed_category = CsrGraph::directed_category;
  using edge_parallel_category = CsrGraph::edge_parallel_category;
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};
  ///@}

  /// Makes a view of the edges of width `least` or more. `widths` has the width of each edge of the
  /// graph.
  WideGraph(const CsrGraph& graph, const std::vector<double>& widths, double least)
      : graph_(&graph), widths_(&widths), least_(least) {}

  ///@{ The functions that Boost's graph concepts require. O(log edges of v).
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(Vertex v, const WideGraph& g) {
    return {{v, g.graph_->row_begin(v)}, {v, g.row_end(v)}};
  }
  friend degree_size_type out_degree(Vertex v, const WideGraph& g) {
    return g.row_end(v) - g.graph_->row_begin(v);
  }
  friend Vertex source(edge_descriptor e, const WideGraph&) { return e.source; }
  friend Vertex target(edge_descriptor e, const WideGraph& g) { return g.graph_->target(e.index); }
  friend auto vertices(const WideGraph& g) { return vertices(*g.graph_); }
  friend std::size_t num_vertices(const WideGraph& g) { return g.graph_->vertex_count(); }
  friend double get(boost::edge_weight_t, const WideGraph& g, edge_descriptor e) {
    return g.graph_->cost(e.index);
  }
  ///@}

 private:
  std::uint32_t row_end(Vertex v) const {
    const auto begin = widths_->begin() + graph_->row_begin(v);
    const auto end = widths_->begin() + graph_->row_end(v);
    const auto wide = [this](double width) { return width >= least_; };
    return static_cast<std::uint32_t>(std::partition_point(begin, end, wide) - widths_->begin());
  }

  const CsrGraph* graph_;
  const std::vector<double>* widths_;
  double least_;
};

/// A clearance disk graph: a sampled cover of free space by disks that touch walls. Two disks that
/// overlap are linked by the segment between their centres. The width of a link is a lower bound of
/// its distance to walls. With these widths, one index serves agents of any radius. The disks do
/// not cover all free space, so the graph is neither complete nor optimal.
/// Sources: J. Pettre, J.-P. Laumond, D. Thalmann, "A navigation graph for real-time crowd
/// animation on multilayered and uneven terrain", V-CROWDS 2005 (disks); S. A. Wilmarth,
/// N. M. Amato, P. F. Stiller, "MAPRM", ICRA 1999 (samples on the medial axis).
class ClearanceDisks {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "clearance-disks";
  static constexpr Guarantees kGuarantees{.any_radius = true};
  using Graph = CsrGraph;

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help, range) for each.
    int samples = 20'000;
    int seed = 1;

    static void describe(Options& options, auto&& field) {
      field("samples", options.samples,
            "number of random points of free space that the disks must cover", {1, 200'000});
      field("seed", options.seed, "seed of the random points", {0, 2'147'483'647});
    }
    ///@}
  };
  struct Scratch {};  ///< queries need no scratch space

  static std::vector<NamedMethod<Options>> methods() { return {{kName, {}}}; }
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts | SpacePart::kWalls; }

  /// Draws random points of free space. A point is deep in a disk if its distance from the centre
  /// is at most half the radius. A point that is not deep in a disk is moved to the medial axis. If
  /// the moved point is not deep in a disk, it becomes the centre of a new disk. Throws
  /// std::invalid_argument for options out of range. O(samples * disks + overlaps).
  static ClearanceDisks build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  WideGraph graph(double radius) const { return {graph_, widths_, clearance_for(radius)}; }
  Point position(Vertex v) const { return disks_[static_cast<std::size_t>(v)].centre; }
  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    return attach(start, goal, 0, scratch, attachment);
  }
  /// Finds the largest disk without walls around each end of the query. Links the end to each disk
  /// that overlaps this disk, if the link is wide enough for the radius. O(log n + disks nearby).
  AttachStatus attach(const Location& start, const Location& goal, double radius, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  /// The report of the build. The covered area is estimated with 1024 random points.
  const BuildReport& report() const { return report_; }

  /// Calls segment(Point, Point) for the sides of a regular 16-gon inscribed in each disk.
  void draw(auto&& segment) const {
    for (const Disk& disk : disks_) {
      const std::array<Point, 16> corners = corners_of(disk);
      for (std::size_t i = 0; i < 16; ++i) segment(corners[i], corners[(i + 1) % 16]);
    }
  }
  ///@}

  /// A disk without walls inside.
  struct Disk {
    Point centre;   ///< centre
    double radius;  ///< distance of the centre to the nearest wall
  };
  /// Returns a lower bound of the distance from walls to the segment between the centres of two
  /// disks. Returns 0 if the disks do not overlap. If the common chord of the circles crosses the
  /// segment, the bound is half the length of the chord. Otherwise, the bound is the smaller
  /// radius. Reason: around each point of the segment, the union of both disks contains a disk
  /// through the ends of the chord. The smallest of these disks has the chord as diameter.
  static double width(const Disk& a, const Disk& b);

 private:
  explicit ClearanceDisks(const FreeSpace& space);

  void add_disks(const FreeSpace& space, const Options& options);
  void link_disks();
  double clearance_for(double radius) const;
  void link(const Disk& end, double least, std::vector<Link>& links) const;
  static std::array<Point, 16> corners_of(const Disk& disk);

  WallDistance walls_;
  CornerFans fans_;  ///< decides whether the ends of a query are blocked
  std::vector<Disk> disks_;
  BoxTree tree_;  ///< bounding boxes of the disks
  CsrGraph graph_;
  std::vector<double> widths_;  ///< width of each edge; descending at each vertex
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(SearchGraph<WideGraph>);
static_assert(ServesAnyRadius<ClearanceDisks>);

}  // namespace fairway
