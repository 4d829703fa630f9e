#include "algorithms/reference/exact_solver.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

struct ExactSolver::Graph {
  const FreeSpace& space;
  std::vector<CornerId> corners;  ///< of each vertex: the reflex ones
  std::vector<Vertex> vertex_of;  ///< of each corner, or kNoVertex
  CsrGraph links;

  Point position(Vertex v) const { return space.position(corners[static_cast<std::size_t>(v)]); }
};

struct ExactSolver::Scratch::State {
  CornerVisibilityScratch sight;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
};

ExactSolver::Scratch::Scratch() : state_(std::make_unique<State>()) {}
ExactSolver::Scratch::~Scratch() = default;
ExactSolver::Scratch::Scratch(Scratch&&) noexcept = default;

ExactSolver::ExactSolver(const FreeSpace& space) {
  std::vector<CornerId> corners;
  std::vector<Vertex> vertex_of(space.corners().size(), kNoVertex);
  for (CornerId c = 0; static_cast<std::size_t>(c) < vertex_of.size(); ++c) {
    if (!space.corner(c).reflex) continue;
    vertex_of[static_cast<std::size_t>(c)] = static_cast<Vertex>(corners.size());
    corners.push_back(c);
  }
  CsrGraph::Builder builder;
  CornerVisibilityScratch scratch;
  scratch.fans = WideFans(space);
  std::vector<Vertex> row;
  for (const CornerId c : corners) {
    row.clear();
    taut_corners(space, c, scratch, [&](CornerId other) {
      row.push_back(vertex_of[static_cast<std::size_t>(other)]);
    });
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const Vertex v : row) {
      builder.add(
          v, distance(space.position(c), space.position(corners[static_cast<std::size_t>(v)])));
    }
    builder.end_row();
  }
  graph_ = std::make_unique<Graph>(
      Graph{space, std::move(corners), std::move(vertex_of), std::move(builder).build()});
}

ExactSolver::~ExactSolver() = default;
ExactSolver::ExactSolver(ExactSolver&&) noexcept = default;

double ExactSolver::solve(Point start, Point goal, Scratch& scratch, Path* path) const {
  const FreeSpace& space = graph_->space;
  Scratch::State& state = *scratch.state_;
  if (path != nullptr) path->clear();
  const Location from = space.locate(start);
  const Location to = space.locate(goal);
  if (from.place == Place::kBlocked || to.place == Place::kBlocked) {
    return std::numeric_limits<double>::infinity();
  }
  state.attachment.clear();
  if (sees(space, from, to)) {
    state.attachment.direct = distance(start, goal);
  } else {
    const auto attach = [&](const Location& end, std::vector<Link>& links) {
      taut_corners(space, end, state.sight, [&](CornerId c) {
        links.push_back({graph_->vertex_of[static_cast<std::size_t>(c)],
                         distance(end.point, space.position(c))});
      });
    };
    attach(from, state.attachment.start);
    attach(to, state.attachment.goal);
  }
  const auto position = [this](Vertex v) { return graph_->position(v); };
  const SearchResult result =
      astar(graph_->links, state.attachment, EuclideanHeuristic(position, goal), state.search,
            state.vertices);
  if (path != nullptr && result.found) {
    path->push_back(start);
    for (const Vertex v : state.vertices) path->push_back(graph_->position(v));
    path->push_back(goal);
  }
  return result.cost;
}

}  // namespace fairway
