#pragma once

#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// Finds the optimum: the length of the shortest legal path. A* runs on the taut visibility graph,
/// with both ends attached by exact visibility. Immutable; one Scratch per thread.
class ExactSolver {
 public:
  /// Scratch space of a query.
  struct Scratch {
    ///@{ Buffers that queries reuse.
    CornerVisibilityScratch sight;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
    ///@}
  };

  /// Builds the visibility graph. Keeps a reference to the space. O(corners * triangles seen).
  explicit ExactSolver(const FreeSpace& space);

  /// Returns the length of the shortest path, or infinity if there is none or an end is blocked. If
  /// `path` is not null, it receives the path, or is emptied if there is no path.
  double solve(const Location& start, const Location& goal, Scratch& scratch,
               Path* path = nullptr) const;
  /// Overload that locates the ends.
  double solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const {
    return solve(space_.locate(start), space_.locate(goal), scratch, path);
  }

 private:
  Point position(Vertex v) const { return space_.position(corners_[static_cast<std::size_t>(v)]); }
  void attach(const Location& end, Scratch& scratch, std::vector<Link>& links) const;

  const FreeSpace& space_;
  std::vector<CornerId> corners_;  // reflex corner of each vertex
  std::vector<Vertex> vertex_of_;  // vertex of each corner, or kNoVertex
  CsrGraph links_;
};

}  // namespace fairway
