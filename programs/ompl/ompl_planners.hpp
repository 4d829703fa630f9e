#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/solvers/improvement.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

enum class OmplPlanner : std::uint8_t {
  kPrm,
  kPrmStar,
  kSpars2,
  kRrtConnect,
  kRrtStar,
  kInformedRrtStar,
  kBitStar,
};
inline std::span<const std::string_view> option_names(OmplPlanner) {
  static constexpr std::array<std::string_view, 7> kNames{
      "prm", "prm-star", "spars2", "rrt-connect", "rrt-star", "informed-rrt-star", "bit-star"};
  return kNames;
}

/// Planners of OMPL with their default parameters. Samples are uniform in the world's box. A motion
/// is valid if the straight segment between its ends is free; this test is exact. PRM, PRM* and
/// SPARS2 build a roadmap once, and each query links its start and goal to this roadmap. The other
/// planners grow a new tree for each query. Source: I. A. Sucan, M. Moll, L. E. Kavraki, "The Open
/// Motion Planning Library", IEEE Robotics & Automation Magazine 19 (2012).
class OmplPlanners {
 public:
  static constexpr std::string_view kName = "ompl";
  /// The time limit makes results vary. Even rrt-connect varies if it finds its path just before
  /// the limit.
  static constexpr Guarantees kGuarantees{.repeatable = false};

  struct Options {
    OmplPlanner planner = OmplPlanner::kPrm;
    double budget_ms = 1000;
    int seed = 1;
    bool simplify = true;

    static void describe(Options& options, auto&& field) {
      field("planner", options.planner, "planner of OMPL");
      field("budget_ms", options.budget_ms,
            "time in ms to build the roadmap (prm, prm-star, spars2) or to answer a query (other "
            "planners). spars2 may end earlier, after 5000 useless samples; rrt-connect ends with "
            "its first path",
            {.least = 0, .most = 1e6, .open = true});
      field("seed", options.seed,
            "seed of the random numbers; it is combined with the ends of each query",
            {.least = 1, .most = 1e9});
      field("simplify", options.simplify,
            "whether OMPL's path simplifier shortens the path until it finds no improvement; its "
            "time is not part of budget_ms");
    }
  };
  struct Scratch {
    std::vector<Improvement> improvements;

    std::size_t memory_bytes() const { return heap_bytes(improvements); }
  };

  static std::vector<NamedSolver<Options>> methods() {
    using enum OmplPlanner;
    return {
        {"ompl-prm", {kPrm, 1000}},
        {"ompl-prm-star", {kPrmStar, 1000}},
        {"ompl-spars2", {kSpars2, 1000}},
        {"ompl-rrt-connect", {kRrtConnect, 1000}},
        {"ompl-rrt-connect-raw", {kRrtConnect, 1000, 1, false}},
        {"ompl-rrt-star-1ms", {kRrtStar, 1, 1, false}},
        {"ompl-rrt-star-10ms", {kRrtStar, 10, 1, false}},
        {"ompl-rrt-star-100ms", {kRrtStar, 100, 1, false}},
        {"ompl-rrt-star-1000ms", {kRrtStar, 1000, 1, false}},
        {"ompl-informed-rrt-star-1ms", {kInformedRrtStar, 1, 1, false}},
        {"ompl-informed-rrt-star-10ms", {kInformedRrtStar, 10, 1, false}},
        {"ompl-informed-rrt-star-100ms", {kInformedRrtStar, 100, 1, false}},
        {"ompl-informed-rrt-star-1000ms", {kInformedRrtStar, 1000, 1, false}},
        {"ompl-bit-star-1ms", {kBitStar, 1, 1, false}},
        {"ompl-bit-star-10ms", {kBitStar, 10, 1, false}},
        {"ompl-bit-star-100ms", {kBitStar, 100, 1, false}},
        {"ompl-bit-star-1000ms", {kBitStar, 1000, 1, false}},
    };
  }
  static PartSet parts(const FreeSpace&, const Options&) { return kSightParts; }
  /// Takes budget_ms milliseconds for prm and prm-star, and at most budget_ms for spars2. O(1) for
  /// other planners. Keeps a reference to the free space.
  static OmplPlanners build(const FreeSpace& space, const Options& options);

  /// `generated` is the number of checked motions. Allocates, because OMPL does. Only one query
  /// runs at a time, because all threads share the roadmap and OMPL's generator of seeds.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  /// The improvements that rrt-star, informed-rrt-star and bit-star report after their first path.
  std::span<const Improvement> improvements(const Scratch& scratch) const {
    return scratch.improvements;
  }

  /// Bytes of the heap that the roadmap took when it was made; 0 without a roadmap.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const;
  std::size_t edge_count() const;

 private:
  class World;
  explicit OmplPlanners(std::shared_ptr<World> world, BuildReport report)
      : world_(std::move(world)), report_(std::move(report)) {}

  std::shared_ptr<World> world_;
  BuildReport report_;
};

}  // namespace fairway
