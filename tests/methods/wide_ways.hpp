#pragma once

#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway::test {

/// A graph of three vertices in a square of side 4. It serves any radius. The edge between vertices
/// 0 and 1 is open for radii up to 1. Larger agents must go via vertex 2. At the corner (0, 0),
/// only an agent of radius 0 fits.
struct WideWays {
  static constexpr std::string_view kName = "wide-ways";
  static constexpr Guarantees kGuarantees{.any_radius = true};
  using Graph = CsrGraph;
  struct Options {
    static void describe(Options&, auto&&) {}
  };
  struct Scratch {};
  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}}, {"wide-ways-shortcut", {}, {.smoother = Smoother::kShortcut}}};
  }
  static WideWays build(const FreeSpace&, const Options&) {
    const CsrGraph::CostedEdge edges[]{{0, 1, 2}, {0, 2, 2}, {1, 0, 2},
                                       {1, 2, 2}, {2, 0, 2}, {2, 1, 2}};
    const CsrGraph::CostedEdge wide[]{{0, 2, 2}, {1, 2, 2}, {2, 0, 2}, {2, 1, 2}};
    return {CsrGraph::from_edges(3, edges), CsrGraph::from_edges(3, wide), {}};
  }
  const Graph& graph() const { return all; }
  const Graph& graph(double radius) const { return radius <= 1 ? all : wide; }
  Point position(Vertex v) const {
    return std::vector<Point>{{1, 2}, {3, 2}, {2, 3.5}}[static_cast<std::size_t>(v)];
  }
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    return attach(start, goal, 0, scratch, attachment);
  }
  AttachStatus attach(const Location& start, const Location& goal, double radius, Scratch&,
                      Attachment& attachment) const {
    attachment.clear();
    if (radius > 0 && start.point == Point{0, 0}) return AttachStatus::kStartBlocked;
    if (radius > 0 && goal.point == Point{0, 0}) return AttachStatus::kGoalBlocked;
    attachment.start.push_back({0, distance(start.point, position(0))});
    attachment.goal.push_back({1, distance(goal.point, position(1))});
    return AttachStatus::kAttached;
  }
  /// Appends the point (radius, 0) to the path before the goal, so that a test can read the radius
  /// from the path.
  void realise(const FoundPath& found, Scratch&, Path& path) const {
    path.assign(1, found.start.point);
    for (const Vertex v : found.vertices) path.push_back(position(v));
    if (found.radius > 0) path.push_back({found.radius, 0});
    path.push_back(found.goal.point);
  }
  std::size_t memory_bytes() const { return all.memory_bytes() + wide.memory_bytes(); }
  const BuildReport& report() const { return built; }

  CsrGraph all;
  CsrGraph wide;
  BuildReport built;
};

static_assert(ServesAnyRadius<WideWays>);

}  // namespace fairway::test
