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

/// The base of representations by points with straight links; they add a name, options and the
/// points. Two points are linked if they are less than `reach` apart and see each other. A link
/// costs its length; an end is linked to the nearest points that it sees. Paths are legal and cost
/// their length, but are neither complete nor optimal.
class Roadmap {
 public:
  static constexpr Guarantees kGuarantees{};

  using Graph = CsrGraph;

  struct Scratch {
    std::vector<Vertex> near;
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(near, candidates); }
  };

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return points_[static_cast<std::size_t>(v)]; }

  /// Links each end to those of the 8 nearest points that it sees or, if there are none, to at most
  /// 8 of the 64 nearest. Ends less than `reach` apart that see each other are linked directly.
  /// Looks at O(log n) points; O(triangles crossed) a sight test.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  /// The covered area is that from which attach() links an end: the share of 1024 points, evenly
  /// spread over free space, that see one of the points it looks at. It is found when the report is
  /// first asked for, so that no build pays for it.
  const BuildReport& report() const;

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

 protected:
  /// Leaves out blocked points and points that touch free space from two sides, where two legal
  /// links could lead through a wall. Keeps a reference to the free space. O(n (log n + points
  /// within reach + triangles crossed to them)).
  Roadmap(const FreeSpace& space, std::span<const Point> points, double reach);

  /// Calls segment(Point, Point) for the sides of a polygon round each point, given by its corners
  /// relative to the point.
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
  /// A report whose covered area is found once.
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
  PointIndex index_;  // of points_
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  std::shared_ptr<Report> report_ = std::make_shared<Report>();
};

}  // namespace fairway
