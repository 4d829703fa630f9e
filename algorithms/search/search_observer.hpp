#pragma once

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// Receives the steps of a search in order. The parent is kNoVertex for a vertex reached from the
/// start.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// Reached first, or at less cost than before. `h` estimates the remaining cost.
  virtual void vertex_reached(Vertex v, Vertex parent, double g, double h) = 0;
  /// Taken from the open list; its edges follow.
  virtual void vertex_expanded(Vertex v, Vertex parent, double g, double h) = 0;
  /// After all edges of the vertex.
  virtual void vertex_closed(Vertex v, Vertex parent, double g, double h) = 0;
  /// The goal is reached from `last` (kNoVertex: from the start) at less cost than before.
  virtual void goal_reached(Vertex last, double cost) = 0;
};

}  // namespace fairway
