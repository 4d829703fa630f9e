#pragma once

#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// The optimum L*: the shortest legal path, by A* on the taut visibility graph with both ends
/// attached by exact visibility. Immutable; one Scratch a thread.
class ExactSolver {
 public:
  struct Scratch {
    CornerVisibilityScratch sight;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
  };

  explicit ExactSolver(const FreeSpace& space);  // keeps a reference

  /// Length of the shortest path; infinity if there is none or an end is blocked. `path`, if given,
  /// receives the path, or is emptied.
  double solve(const Location& start, const Location& goal, Scratch& scratch,
               Path* path = nullptr) const;
  double solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const {
    return solve(space_.locate(start), space_.locate(goal), scratch, path);
  }

 private:
  Point position(Vertex v) const { return space_.position(corners_[static_cast<std::size_t>(v)]); }
  void attach(const Location& end, Scratch& scratch, std::vector<Link>& links) const;

  const FreeSpace& space_;
  std::vector<CornerId> corners_;  // of each vertex; reflex ones only
  std::vector<Vertex> vertex_of_;  // of each corner, or kNoVertex
  CsrGraph links_;
};

}  // namespace fairway
