#pragma once

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// Receives the steps of a search in their order. The parent is kNoVertex for a vertex that is
/// reached from the query's start.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// A vertex is reached for the first time, or at less cost than before. `h` is the estimate of
  /// the remaining cost.
  virtual void vertex_reached(Vertex v, Vertex parent, double g, double h) = 0;
  /// A vertex is taken from the open list; its edges follow.
  virtual void vertex_expanded(Vertex v, Vertex parent, double g, double h) = 0;
  /// All edges of the vertex have been looked at.
  virtual void vertex_closed(Vertex v, Vertex parent, double g, double h) = 0;
  /// The goal is reached from vertex `last` (kNoVertex: from the start) at less cost than before.
  virtual void goal_reached(Vertex last, double cost) = 0;
};

}  // namespace fairway
