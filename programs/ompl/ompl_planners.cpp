#include "programs/ompl/ompl_planners.hpp"

#include <malloc.h>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/prm/SPARStwo.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/util/Console.h>
#include <ompl/util/Exception.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <stdexcept>
#include <type_traits>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;
using PlaneState = ob::RealVectorStateSpace::StateType;

/// Converts points to OMPL's states. It scales the world to coordinates of at most about 1, because
/// OMPL has absolute thresholds. The factor is a power of two, so the conversion is exact.
class Plane {
 public:
  explicit Plane(const FreeSpace& space) : space_(space) {
    const Box& box = space.box();
    const double most = std::max(
        {std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
    shift_ = -std::ilogb(most);
  }

  const FreeSpace& space() const { return space_; }
  Point point(const ob::State* state) const {
    const double* values = state->as<PlaneState>()->values;
    return {std::ldexp(values[0], -shift_), std::ldexp(values[1], -shift_)};
  }
  void put(Point p, ob::State* state) const {
    double* values = state->as<PlaneState>()->values;
    values[0] = std::ldexp(p.x, shift_);
    values[1] = std::ldexp(p.y, shift_);
  }
  double length(ob::Cost cost) const { return std::ldexp(cost.value(), -shift_); }
  ob::StateSpacePtr make_state_space() const {
    ob::RealVectorBounds bounds(2);
    const Box& box = space_.box();
    bounds.low = {std::ldexp(box.min.x, shift_), std::ldexp(box.min.y, shift_)};
    bounds.high = {std::ldexp(box.max.x, shift_), std::ldexp(box.max.y, shift_)};
    auto made = std::make_shared<ob::RealVectorStateSpace>(2);
    made->setBounds(bounds);
    return made;
  }

 private:
  const FreeSpace& space_;
  int shift_;
};

class FreePoints final : public ob::StateValidityChecker {
 public:
  FreePoints(const ob::SpaceInformationPtr& information, const Plane& plane)
      : StateValidityChecker(information), plane_(plane) {}
  bool isValid(const ob::State* state) const override {
    return plane_.space().locate(plane_.point(state)).place != Place::kBlocked;
  }

 private:
  const Plane& plane_;
};

class FreeSegments final : public ob::MotionValidator {
 public:
  FreeSegments(const ob::SpaceInformationPtr& information, const Plane& plane)
      : MotionValidator(information), plane_(plane) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const FreeSpace& space = plane_.space();
    const bool valid =
        sees(space, space.locate(plane_.point(from)), space.locate(plane_.point(to)));
    ++(valid ? valid_ : invalid_);
    return valid;
  }
  /// Reports `from` as the last valid state of an invalid motion. This is enough, because no
  /// planner here uses only the valid part of a motion.
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last) const override {
    if (checkMotion(from, to)) return true;
    last.second = 0;
    if (last.first != nullptr) si_->copyState(last.first, from);
    return false;
  }

 private:
  const Plane& plane_;
};

/// A roadmap. A query links its ends to the roadmap and removes the links afterwards.
class Roadmap {
 public:
  virtual ~Roadmap() = default;
  /// The shortest path over the roadmap; null if the roadmap does not connect the ends.
  virtual ob::PathPtr path(const Plane& plane, Point start, Point goal) = 0;
  virtual std::size_t vertices() const = 0;
  virtual std::size_t edges() const = 0;
  /// Heap bytes that the build allocated, by the allocator's statistics. OMPL itself reports no
  /// memory.
  std::size_t bytes() const { return bytes_; }

 protected:
  static std::size_t heap_in_use() {
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
  }

  std::size_t bytes_ = 0;
};

/// The roadmap of OMPL's PRM, PRM* or SPARS2.
template <class Planner>
class RoadmapOf final : public Planner, public Roadmap {
  using Planner::g_;
  using Planner::si_;
  using Planner::stateProperty_;
  using typename Planner::Graph;
  using typename Planner::Vertex;
  static constexpr bool kIsPrm = std::is_same_v<Planner, og::PRM>;
  static constexpr std::size_t kLookUps =
      kIsPrm ? 0 : 1;  // number of vertices that SPARS2 adds only for look-ups

 public:
  /// Grows the roadmap until `enough` is true. `arguments` are passed to the planner's constructor.
  RoadmapOf(const ob::ProblemDefinitionPtr& problem, const ob::PlannerTerminationCondition& enough,
            auto... arguments)
      : Planner(problem->getSpaceInformation(), arguments...) {
    this->setProblemDefinition(problem);
    this->setup();
    const std::size_t before = heap_in_use();
    if constexpr (kIsPrm) {
      this->constructRoadmap(enough);
    } else {
      this->constructRoadmap(enough, true);
    }
    for (Vertex& end : ends_) {
      end = boost::add_vertex(g_);
      stateProperty_[end] = si_->allocState();
    }
    vertices_ = boost::num_vertices(g_) - ends_.size() - kLookUps;
    bytes_ = heap_in_use() - before;
  }

  ob::PathPtr path(const Plane& plane, Point start, Point goal) override {
    const auto [from, to] = ends_;
    plane.put(start, stateProperty_[from]);
    plane.put(goal, stateProperty_[to]);
    const std::vector<Vertex> at_start = joined(from);
    const std::vector<Vertex> at_goal = joined(to);
    bool reachable = join(from, to);
    for (const Vertex a : at_start) {
      for (const Vertex b : at_goal) reachable = reachable || this->sameComponent(a, b);
    }
    ob::PathPtr found;
    if (reachable) found = this->constructSolution(from, to);
    for (const Vertex end : ends_) boost::clear_vertex(end, g_);
    return found;
  }

  std::size_t vertices() const override { return vertices_; }
  std::size_t edges() const override { return boost::num_edges(g_); }

 private:
  bool join(Vertex a, Vertex b) {
    if (!si_->checkMotion(stateProperty_[a], stateProperty_[b])) return false;
    const ob::Cost cost = this->opt_->motionCost(stateProperty_[a], stateProperty_[b]);
    boost::add_edge(a, b, typename Graph::edge_property_type(cost), g_);
    return true;
  }

  /// Links an end of a query to the neighbours that the planner would choose. Returns the linked
  /// neighbours.
  std::vector<Vertex> joined(Vertex end) {
    std::vector<Vertex> neighbours;
    if constexpr (kIsPrm) {
      for (const Vertex v : this->connectionStrategy_(end)) {
        if (this->connectionFilter_(v, end) && join(v, end)) neighbours.push_back(v);
      }
    } else {
      std::vector<Vertex> near;
      std::vector<Vertex> visible;
      this->findGraphNeighbors(stateProperty_[end], near, visible);
      for (const Vertex v : visible) {
        if (join(v, end)) neighbours.push_back(v);
      }
    }
    return neighbours;
  }

  std::size_t vertices_ = 0;
  std::array<Vertex, 2> ends_{};  ///< start and goal; linked only during a query
};

ob::PlannerPtr make_planner(OmplPlanner kind, const ob::SpaceInformationPtr& information) {
  switch (kind) {
    case OmplPlanner::kRrtConnect:
      return std::make_shared<og::RRTConnect>(information);
    case OmplPlanner::kRrtStar:
      return std::make_shared<og::RRTstar>(information);
    case OmplPlanner::kInformedRrtStar:
      return std::make_shared<og::InformedRRTstar>(information);
    case OmplPlanner::kBitStar:
      return std::make_shared<og::BITstar>(information);
    default:
      throw std::logic_error(
          "this planner builds a roadmap; it cannot plan a query without the roadmap");
  }
}

}  // namespace

class OmplPlanners::World {
 public:
  World(const FreeSpace& space, const Options& options)
      : options_(options),
        plane_(space),
        information_(std::make_shared<ob::SpaceInformation>(plane_.make_state_space())) {
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    information_->setStateValidityChecker(std::make_shared<FreePoints>(information_, plane_));
    information_->setMotionValidator(std::make_shared<FreeSegments>(information_, plane_));
    information_->setup();
    const bool star = options.planner == OmplPlanner::kPrmStar;
    if (options.planner == OmplPlanner::kSpars2) {
      seed({});
      roadmap_ = std::make_unique<RoadmapOf<og::SPARStwo>>(make_problem(), within_budget());
    } else if (star || options.planner == OmplPlanner::kPrm) {
      seed({});
      roadmap_ = std::make_unique<RoadmapOf<og::PRM>>(make_problem(), within_budget(), star);
    }
  }

  SolverResult solve(Point start, Point goal, Path& path, std::vector<Improvement>& improvements) {
    const auto began = Clock::now();
    const std::scoped_lock lock(mutex_);
    path.clear();
    improvements.clear();
    if (start == goal) {
      path.push_back(start);
      return {.found = true};
    }
    const unsigned checked = information_->getCheckedMotionCount();
    seed({start.x, start.y, goal.x, goal.y});
    const ob::PathPtr found =
        roadmap_ ? roadmap_->path(plane_, start, goal) : search(start, goal, began, improvements);
    if (found) take(*found->as<og::PathGeometric>(), start, goal, path);
    return {.found = found != nullptr,
            .generated = information_->getCheckedMotionCount() - checked};
  }

  const Roadmap* roadmap() const { return roadmap_.get(); }

 private:
  using Clock = std::chrono::steady_clock;

  ob::PlannerTerminationCondition within_budget() const {
    constexpr double kMilliseconds = 1e-3;
    return ob::timedPlannerTerminationCondition(options_.budget_ms * kMilliseconds);
  }

  ob::ProblemDefinitionPtr make_problem() const {
    auto problem = std::make_shared<ob::ProblemDefinition>(information_);
    problem->setOptimizationObjective(
        std::make_shared<ob::PathLengthOptimizationObjective>(information_));
    return problem;
  }

  /// Seeds OMPL's random numbers with a hash of the option `seed` and `values`.
  void seed(std::initializer_list<double> values) const {
    std::uint64_t hash = static_cast<std::uint64_t>(options_.seed) * 0x9e3779b97f4a7c15;
    for (const double value : values) {
      hash = (hash ^ std::hash<double>{}(value)) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
    ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(hash >> 33) | 1);
  }

  ob::PathPtr search(Point start, Point goal, Clock::time_point began,
                     std::vector<Improvement>& improvements) const {
    const auto enough = within_budget();
    const ob::ProblemDefinitionPtr problem = make_problem();
    problem->setIntermediateSolutionCallback(
        [&](const ob::Planner*, const std::vector<const ob::State*>&, ob::Cost cost) {
          const std::chrono::nanoseconds since = Clock::now() - began;
          note(improvements, {since.count(), plane_.length(cost)});
        });
    ob::ScopedState<> from(information_);
    ob::ScopedState<> to(information_);
    plane_.put(start, from.get());
    plane_.put(goal, to.get());
    problem->setStartAndGoalStates(from, to);
    const ob::PlannerPtr planner = make_planner(options_.planner, information_);
    planner->setProblemDefinition(problem);
    planner->setup();
    planner->solve(enough);
    return problem->hasExactSolution() ? problem->getSolutionPath() : nullptr;
  }

  void take(og::PathGeometric& found, Point start, Point goal, Path& path) const {
    if (options_.simplify) og::PathSimplifier(information_).simplifyMax(found);
    for (const ob::State* state : found.getStates()) append_distinct(path, plane_.point(state));
    // A planner may stop near the goal. The path then lacks the goal. The conversion of states is
    // exact, so it never moves an end.
    if (path.front() != start) path.insert(path.begin(), start);
    append_distinct(path, goal);
  }

  Options options_;
  Plane plane_;
  ob::SpaceInformationPtr information_;
  std::unique_ptr<Roadmap> roadmap_;
  std::mutex mutex_;
};

OmplPlanners OmplPlanners::build(const FreeSpace& space, const Options& options) {
  auto world = std::make_shared<World>(space, options);
  BuildReport report;
  report.covered_area = space.area();
  report.components = world->roadmap() != nullptr ? 0 : space.component_count();
  return OmplPlanners(std::move(world), std::move(report));
}

SolverResult OmplPlanners::solve(const Location& start, const Location& goal, Scratch& scratch,
                                 Path& path) const {
  return world_->solve(start.point, goal.point, path, scratch.improvements);
}

std::size_t OmplPlanners::memory_bytes() const {
  return world_->roadmap() != nullptr ? world_->roadmap()->bytes() : 0;
}

std::size_t OmplPlanners::vertex_count() const {
  return world_->roadmap() != nullptr ? world_->roadmap()->vertices() : 0;
}

std::size_t OmplPlanners::edge_count() const {
  return world_->roadmap() != nullptr ? world_->roadmap()->edges() : 0;
}

}  // namespace fairway
