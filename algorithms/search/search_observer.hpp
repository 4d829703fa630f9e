#pragma once

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// Receives the steps of a search in order. The parent of a vertex reached from the start is
/// kNoVertex.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// The search reached a vertex, either first or at less cost than before. `h` estimates the
  /// remaining cost.
  virtual void vertex_reached(Vertex v, Vertex parent, double g, double h) = 0;
  /// The search took a vertex from the open list and will now examine its edges.
  virtual void vertex_expanded(Vertex v, Vertex parent, double g, double h) = 0;
  /// The search has examined all edges of the vertex.
  virtual void vertex_closed(Vertex v, Vertex parent, double g, double h) = 0;
  /// The search reached the goal from `last` at less cost than before. `last` is kNoVertex for a
  /// direct link from the start.
  virtual void goal_reached(Vertex last, double cost) = 0;
};

}  // namespace fairway
