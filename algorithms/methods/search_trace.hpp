#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/search/search_observer.hpp"

namespace fairway {

///@{ The ends of a query as nodes of a trace.
inline constexpr std::int32_t kStartNode = kNoVertex;
inline constexpr std::int32_t kGoalNode = -2;
///@}

/// A step of a search.
struct TraceStep {
  /// The kind of a step.
  enum class Kind : std::uint8_t {
    /// The search reached the node for the first time, or at less cost than before. The goal has
    /// only steps of this kind.
    kReached,
    kExpanded,  ///< the search took the node from the open list
    kClosed,    ///< all edges of the node were examined
  };
  Kind kind;            ///< what happened
  std::int32_t node;    ///< node of the step: a vertex of the graph, or kGoalNode
  std::int32_t parent;  ///< node before `node` on the path: a vertex of the graph, or kStartNode
  double g;             ///< cost from the start
  double h;             ///< estimate of the remaining cost
  Point at;             ///< position of the node
};

/// The steps of a search, in order.
using SearchTrace = std::vector<TraceStep>;

/// Records the steps of a search.
class TraceRecorder final : public SearchObserver {
 public:
  /// Appends to `trace`. `position` returns the position of a vertex.
  TraceRecorder(std::function<Point(Vertex)> position, Point goal, SearchTrace& trace)
      : position_(std::move(position)), goal_(goal), trace_(trace) {}

  void vertex_reached(Vertex v, Vertex parent, double g, double h) override {
    trace_.push_back({TraceStep::Kind::kReached, v, parent, g, h, position_(v)});
  }
  void vertex_expanded(Vertex v, Vertex parent, double g, double h) override {
    trace_.push_back({TraceStep::Kind::kExpanded, v, parent, g, h, position_(v)});
  }
  void vertex_closed(Vertex v, Vertex parent, double g, double h) override {
    trace_.push_back({TraceStep::Kind::kClosed, v, parent, g, h, position_(v)});
  }
  void goal_reached(Vertex last, double cost) override {
    trace_.push_back({TraceStep::Kind::kReached, kGoalNode, last, cost, 0, goal_});
  }

 private:
  std::function<Point(Vertex)> position_;
  Point goal_;
  SearchTrace& trace_;
};

}  // namespace fairway
