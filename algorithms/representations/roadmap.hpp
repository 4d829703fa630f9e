#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/near_links.hpp"
#include "algorithms/representations/point_index.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// Base class of representations with points as vertices and straight edges. A derived class adds a
/// name, options and the points. Two points are linked if they are less than `reach` apart and see
/// each other. An edge costs its length. An end of a query is linked to the nearest points that it
/// sees. Paths are legal, and the cost of a path is its length. The representation is neither
/// complete nor optimal.
class Roadmap {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr Guarantees kGuarantees{};

  using Graph = CsrGraph;

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Points near an end of the query.
    std::vector<Vertex> near;
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(near, candidates); }
    ///@}
  };

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return points_[static_cast<std::size_t>(v)]; }

  /// Links each end to the visible points among the 8 nearest points. If none of these is visible,
  /// links the end to at most 8 visible points among the next 56 nearest points. Ends less than
  /// `reach` apart that see each other are linked directly. Expected O(log n), plus O(triangles
  /// crossed) for each sight test.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  /// The report of the build. The covered area is the area from which attach() finds a link. To
  /// save build time, only the first call of report() estimates this area, with 1024 points spread
  /// evenly over free space.
  const BuildReport& report() const;

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }
  ///@}

 protected:
  /// Links the points. Skips blocked points, pinches, and inner points of walls of zero width. Two
  /// legal links that meet at a pinch or at a wall could form a path through the wall.
  /// Keeps a reference to the free space. O(n (log n + p + t)) for n points. p is the number of
  /// points within reach of one point. t is the number of triangles that the segments to these
  /// points cross.
  Roadmap(const FreeSpace& space, std::span<const Point> points, double reach);

  /// Calls segment(Point, Point) for the sides of a polygon around each vertex. `corners` are the
  /// corners of the polygon, relative to the vertex.
  void draw_cells(std::initializer_list<Point> corners, auto&& segment) const {
    for (const Point p : points_) {
      Point from = std::data(corners)[corners.size() - 1];
      for (const Point to : corners) {
        segment(p + from, p + to);
        from = to;
      }
    }
  }

 private:
  struct Report {
    std::once_flag covered;
    BuildReport report;
  };

  void link_points(std::span<const Location> places);
  double covered_area() const;
  void link(const Location& end, Scratch& scratch, std::vector<Link>& links) const;

  const FreeSpace* space_;
  double reach_;
  std::vector<Point> points_;
  PointIndex index_;  // index of points_
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  std::shared_ptr<Report> report_ = std::make_shared<Report>();
};

}  // namespace fairway
