#include "algorithms/reference/exact_solver.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

ExactSolver::ExactSolver(const FreeSpace& space)
    : space_(space), vertex_of_(space.corners().size(), kNoVertex) {
  for (CornerId c = 0; static_cast<std::size_t>(c) < vertex_of_.size(); ++c) {
    if (!space.corner(c).reflex) continue;
    vertex_of_[static_cast<std::size_t>(c)] = static_cast<Vertex>(corners_.size());
    corners_.push_back(c);
  }
  CsrGraph::Builder builder;
  CornerVisibilityScratch scratch;
  scratch.fans = WideFans(space);
  std::vector<Vertex> row;
  for (const CornerId c : corners_) {
    row.clear();
    taut_corners(space, c, scratch, [&](CornerId other) {
      row.push_back(vertex_of_[static_cast<std::size_t>(other)]);
    });
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const Vertex v : row) builder.add(v, distance(space.position(c), position(v)));
    builder.end_row();
  }
  links_ = std::move(builder).build();
}

void ExactSolver::attach(const Location& end, Scratch& scratch, std::vector<Link>& links) const {
  taut_corners(space_, end, scratch.sight, [&](CornerId c) {
    links.push_back(
        {vertex_of_[static_cast<std::size_t>(c)], distance(end.point, space_.position(c))});
  });
}

double ExactSolver::solve(const Location& start, const Location& goal, Scratch& scratch,
                          Path* path) const {
  if (path != nullptr) path->clear();
  if (start.place == Place::kBlocked || goal.place == Place::kBlocked) {
    return std::numeric_limits<double>::infinity();
  }
  scratch.attachment.clear();
  if (sees(space_, start, goal)) {
    scratch.attachment.direct = distance(start.point, goal.point);
  } else {
    attach(start, scratch, scratch.attachment.start);
    attach(goal, scratch, scratch.attachment.goal);
  }
  const EuclideanHeuristic heuristic([this](Vertex v) { return position(v); }, goal.point);
  const SearchResult result =
      astar(links_, scratch.attachment, heuristic, scratch.search, scratch.vertices);
  if (path != nullptr && result.found) {
    path->push_back(start.point);
    for (const Vertex v : scratch.vertices) path->push_back(position(v));
    path->push_back(goal.point);
  }
  return result.cost;
}

}  // namespace fairway
