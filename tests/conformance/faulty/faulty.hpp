#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

namespace fairway {

/// The pruned visibility graph with one fault, which the conformance tests must find. Each fault
/// has a method of the same name.
class Faulty : public VisibilityGraph {
 public:
  static constexpr std::string_view kName = "faulty";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true};

  enum class Fault : std::uint8_t {
    kNone,
    kCheapEdges,         ///< edges cost a tenth less than their length
    kCheapLinks,         ///< links of the start cost slightly less than their length
    kThroughWalls,       ///< start and goal always get a straight link, even through walls
    kBesideGoal,         ///< paths end slightly beside the goal
    kIncomplete,         ///< finds a path only if start and goal see each other
    kDetours,            ///< omits the cheapest of several links of the goal
    kWearing,            ///< every query increases the costs of edges
    kMoody,              ///< the answer depends on the number of earlier queries
    kOverestimating,     ///< uses the octile heuristic, which can exceed the true cost here
    kScattered,          ///< every vertex has its own component
    kEndlessEdges,       ///< an edge has infinite cost
    kOpenCorridors,      ///< corridor() lists no portals, as if nothing were in the way
    kCoversAll,          ///< covers() claims that the index covers each segment
    kCrashing,           ///< ends the process on some queries
    kHanging,            ///< does not return on some queries
    kThrowing,           ///< throws on some queries
    kUnbuilt,            ///< cannot be built in worlds with holes
    kThrowingCorridors,  ///< corridor() throws
    kEndlessLinks,       ///< a link has infinite cost
    kRoundabout,         ///< realised paths over three or more vertices return to the start once
    kMiscounting,        ///< reports that its graph has no components
    kImmense,            ///< reports NaN as its area
    kFickleBuild,        ///< reports different facts in each process
    kUndeclared,         ///< uses a structure of the free space that parts() does not declare
    kStale,              ///< claims to repair its index after a burst, but does nothing
  };
  friend std::span<const std::string_view> option_names(Fault) {
    static constexpr std::array<std::string_view, 26> kNames{"faulty",
                                                             "cheap-edges",
                                                             "cheap-links",
                                                             "through-walls",
                                                             "beside-goal",
                                                             "incomplete",
                                                             "detours",
                                                             "wearing",
                                                             "moody",
                                                             "overestimating",
                                                             "scattered",
                                                             "endless-edges",
                                                             "open-corridors",
                                                             "covers-all",
                                                             "crashing",
                                                             "hanging",
                                                             "throwing",
                                                             "unbuilt",
                                                             "throwing-corridors",
                                                             "endless-links",
                                                             "roundabout",
                                                             "miscounting",
                                                             "immense",
                                                             "fickle-build",
                                                             "undeclared",
                                                             "stale"};
    return kNames;
  }

  struct Options {
    Fault fault = Fault::kNone;

    static void describe(Options& options, auto&& field) {
      field("fault", options.fault, "what is wrong with it");
    }
  };

  static std::vector<NamedMethod<Options>> methods() {
    std::vector<NamedMethod<Options>> all;
    for (const std::string_view name : option_names(Fault{})) {
      const auto fault = static_cast<Fault>(all.size());
      const bool overestimates = fault == Fault::kOverestimating;
      all.push_back(
          {name,
           {fault},
           {.heuristic = overestimates ? HeuristicKind::kOctile : HeuristicKind::kEuclidean}});
    }
    return all;
  }

  static Guarantees guarantees(const Options& options) {
    switch (options.fault) {
      case Fault::kBesideGoal:
      case Fault::kWearing:
      case Fault::kEndlessEdges:
      case Fault::kEndlessLinks:
        return {.realised_cost = false};
      case Fault::kThrowingCorridors:
      case Fault::kOpenCorridors:
        return {.complete = true, .optimal = true, .corridors = true};
      case Fault::kThroughWalls:
      case Fault::kMoody:
      case Fault::kScattered:
      case Fault::kRoundabout:
        return {};
      case Fault::kCheapEdges:
      case Fault::kCheapLinks:
      case Fault::kIncomplete:
      case Fault::kOverestimating:
        return {.complete = true};
      default:
        return kGuarantees;
    }
  }

  static PartSet parts(const FreeSpace&, const Options& options) {
    return options.fault == Fault::kUndeclared ? kSightParts : PartSet::all();
  }

  static Faulty build(const FreeSpace& space, const Options& options) {
    if (options.fault == Fault::kUnbuilt && space.hole_count() > 0) {
      throw std::runtime_error("holes are not for me");
    }
    if (options.fault == Fault::kUndeclared) space.walls();
    return Faulty(VisibilityGraph::build(space, {}), options.fault);
  }

  /// Whether repairs do nothing although the adapter claims them.
  bool is_stale() const { return fault_ == Fault::kStale; }

  const CsrGraph& graph() const { return graph_; }

  static bool octile_is_bound(const Options&) { return true; }
  auto octile_to(Point goal, std::span<const Link>) const {
    return [this, goal](Vertex v) {
      const Point way = position(v) - goal;
      const double least = std::min(std::abs(way.x), std::abs(way.y));
      return std::abs(way.x) + std::abs(way.y) - (2 - std::sqrt(2.0)) * least;
    };
  }

  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const {
    const AttachStatus status = VisibilityGraph::attach(start, goal, scratch, attachment);
    const bool chosen = start.place == Place::kVertex && goal.place == Place::kVertex;
    ++asked_;
    switch (fault_) {
      case Fault::kCheapLinks:
        for (Link& link : attachment.start) link.cost *= 1 - 1e-6;
        return status;
      case Fault::kThroughWalls:
        attachment.clear();
        attachment.direct = distance(start.point, goal.point);
        return AttachStatus::kAttached;
      case Fault::kIncomplete:
        attachment.start.clear();
        return attachment.direct < std::numeric_limits<double>::infinity()
                   ? AttachStatus::kAttached
                   : AttachStatus::kNothingVisible;
      case Fault::kDetours:
        if (attachment.goal.size() > 1) {
          attachment.goal.erase(std::ranges::min_element(attachment.goal, {}, &Link::cost));
        }
        return status;
      case Fault::kWearing:
        graph_ = with_costs([](Vertex, Vertex, double cost) { return cost * (1 + 1e-12); });
        return status;
      case Fault::kMoody:
        if (asked_ % 3 == 0 && attachment.start.size() > 1) attachment.start.pop_back();
        return status;
      case Fault::kEndlessLinks:
        if (!attachment.goal.empty()) {
          attachment.goal.push_back(
              {attachment.goal.front().vertex, std::numeric_limits<double>::infinity()});
        }
        return status;
      case Fault::kCrashing:
        if (chosen) std::abort();
        return status;
      case Fault::kHanging: {
        const volatile bool forever = chosen;
        while (forever) {
        }
        return status;
      }
      case Fault::kThrowing:
        if (chosen) throw std::runtime_error("vertices are not for me");
        return status;
      default:
        return status;
    }
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const {
    VisibilityGraph::realise(found, scratch, path);
    if (fault_ == Fault::kRoundabout && found.vertices.size() > 2) {
      path.insert(path.begin() + 1, {path[1], path[0]});
    }
    if (fault_ != Fault::kBesideGoal) return;
    const Point start = found.start.point;
    const Point goal = found.goal.point;
    path.back() = {goal.x + (start.x - goal.x) * 1e-6, goal.y + (start.y - goal.y) * 1e-6};
  }

  std::int32_t component(Vertex v) const {
    return fault_ == Fault::kScattered ? v : VisibilityGraph::component(v);
  }

  void corridor(const FoundPath&, Scratch&, std::vector<Portal>& portals) const {
    if (fault_ == Fault::kThrowingCorridors) throw std::runtime_error("no corridors here");
    portals.clear();
  }

  const BuildReport& report() const { return report_; }

  bool covers(Point, Point, Scratch&) const { return fault_ == Fault::kCoversAll; }

 private:
  Faulty(VisibilityGraph&& sound, Fault fault)
      : VisibilityGraph(std::move(sound)),
        fault_(fault),
        graph_(VisibilityGraph::graph()),
        report_(VisibilityGraph::report()) {
    if (fault == Fault::kMiscounting) report_.components = 0;
    if (fault == Fault::kImmense) report_.covered_area = std::nan("");
    if (fault == Fault::kFickleBuild) {
      report_.covered_area *= std::uniform_real_distribution<double>(0, 1)(device());
    }
    if (fault == Fault::kCheapEdges) {
      graph_ = with_costs([](Vertex, Vertex, double cost) { return 0.9 * cost; });
    } else if (fault == Fault::kEndlessEdges) {
      graph_ = with_costs([](Vertex v, Vertex w, double cost) {
        return v + w == 1 ? std::numeric_limits<double>::infinity() : cost;
      });
    }
  }

  /// Returns the graph with other costs, computed by cost(v, w, old).
  CsrGraph with_costs(auto&& cost) const {
    std::vector<CsrGraph::CostedEdge> edges;
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph_)); ++v) {
      for (auto [e, end] = out_edges(v, graph_); e != end; ++e) {
        const Vertex w = target(*e, graph_);
        edges.push_back({v, w, cost(v, w, get(boost::edge_weight, graph_, *e))});
      }
    }
    return CsrGraph::from_edges(num_vertices(graph_), edges);
  }

  /// A source of random numbers that differ in every process.
  static std::random_device& device() {
    static std::random_device device;
    return device;
  }

  Fault fault_;
  mutable CsrGraph graph_;
  BuildReport report_;
  mutable int asked_ = 0;
};

}  // namespace fairway
