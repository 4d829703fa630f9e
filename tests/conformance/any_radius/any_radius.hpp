#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/build_report.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A solver for tests. It answers queries of any radius: for a new radius, it erodes the world and
/// builds Polyanya in the eroded world. Tests use it to check that one index serves all radii.
class AnyRadius {
 public:
  static constexpr std::string_view kName = "any-radius";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true, .any_radius = true};
  struct Options {
    /// Makes the method faulty: it ignores the radius of queries.
    bool ignore = false;
    static void describe(Options& options, auto&& field) {
      field("ignore", options.ignore, "answer each query at radius 0");
    }
  };
  static std::vector<NamedSolver<Options>> methods() {
    return {{kName, {}}, {"any-radius-ignored", {.ignore = true}}};
  }

  /// The world eroded by one radius. `space` and `polyanya` are empty if the agent does not fit.
  struct Eroded {
    std::optional<FreeSpace> space;
    std::optional<Polyanya> polyanya;
    Polyanya::Scratch scratch;
  };
  struct Scratch {
    Polyanya::Scratch at_zero;
    std::map<double, std::unique_ptr<Eroded>> eroded;

    std::size_t memory_bytes() const {
      std::size_t bytes = heap_bytes(at_zero);
      for (const auto& [radius, world] : eroded) {
        bytes += heap_bytes(world->scratch);
        if (world->space) bytes += world->space->memory_bytes() + world->polyanya->memory_bytes();
      }
      return bytes;
    }
  };

  static AnyRadius build(const FreeSpace& space, const Options& options) {
    return AnyRadius(space, options);
  }

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const {
    return polyanya_.solve(start, goal, scratch.at_zero, path);
  }
  SolverResult solve(const Location& start, const Location& goal, double radius, Scratch& scratch,
                     Path& path) const {
    if (radius == 0 || ignore_) return solve(start, goal, scratch, path);
    std::unique_ptr<Eroded>& world = scratch.eroded[radius];
    if (!world) world = eroded_by(radius);
    SolverResult result;
    path.clear();
    const auto at = [&](const Location& end) {
      return world->space ? world->space->locate(end.point) : Location{end.point};
    };
    const Location from = at(start);
    const Location to = at(goal);
    if (to.place == Place::kBlocked) result.ends = AttachStatus::kGoalBlocked;
    if (from.place == Place::kBlocked) result.ends = AttachStatus::kStartBlocked;
    if (result.ends != AttachStatus::kAttached) return result;
    return world->polyanya->solve(from, to, world->scratch, path);
  }

  std::size_t memory_bytes() const { return polyanya_.memory_bytes(); }
  const BuildReport& report() const { return polyanya_.report(); }

 private:
  AnyRadius(const FreeSpace& space, const Options& options)
      : space_(&space), polyanya_(space), ignore_(options.ignore) {}

  std::unique_ptr<Eroded> eroded_by(double radius) const {
    auto world = std::make_unique<Eroded>();
    try {
      world->space.emplace(eroded(*space_, radius));
      world->polyanya.emplace(*world->space);
    } catch (const InvalidWorld&) {
      // The agent does not fit anywhere. `world` stays empty, and the ends of every query count as
      // blocked.
    }
    return world;
  }

  const FreeSpace* space_;
  Polyanya polyanya_;
  bool ignore_;
};

}  // namespace fairway
