#pragma once

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// Is told what a search does, in the order in which it does it. Parents are kNoVertex for what is
/// reached from the query's start.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// A vertex is reached for the first time, or at less cost than before. `h` is the estimate of
  /// the cost that is left.
  virtual void vertex_reached(Vertex v, Vertex parent, double g, double h) = 0;
  /// A vertex is taken from the open list; its edges are looked at next.
  virtual void vertex_expanded(Vertex v, Vertex parent, double g, double h) = 0;
  /// All edges of the vertex have been looked at.
  virtual void vertex_closed(Vertex v, Vertex parent, double g, double h) = 0;
  /// The goal is reached from a vertex (kNoVertex: from the start) at less cost than before.
  virtual void goal_reached(Vertex last, double cost) = 0;
};

}  // namespace fairway
