#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/changing_space/burst.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/conformance/interview.hpp"

namespace fairway::conformance {

/// A changing world, with the world and the queries at the start and after each burst.
struct ChangingArena {
  /// Throws InputError for an invalid burst.
  explicit ChangingArena(const ChangingWorld& changing);

  /// The burst that begins a moment, and the world after this burst. `burst` is empty in the first
  /// moment.
  struct Moment {
    Burst burst;
    std::unique_ptr<Arena> arena;
  };
  std::vector<Moment> moments;
  /// Other bursts with the same total effect as `moments`: they make the changes in another order.
  std::vector<Burst> pieces;
  Burst undo;  ///< burst that leads from the last world to the first
};

/// Starts a worker in a world. `changes` states whether bursts will follow.
using StartWorkerIn = std::function<std::unique_ptr<Worker>(const SharedText& world, bool changes)>;

/// Checks Promise::kChanges with a worker that applies all bursts.
/// - After each burst, the answers must keep the promises of the method.
/// - The paths must cost as much as the paths of a second worker, which builds its index in the
///   current world. Equal costs before or after smoothing suffice.
/// - Both checks are repeated for the same changes in another order, and after all changes are
///   undone.
/// If the method may answer a repeated query with another path, costs are not compared. If the
/// worker refuses the world or cannot apply bursts, nothing is checked.
Findings examine_changes(const ChangingArena& arena, const Guarantees& promised,
                         const StartWorkerIn& start);

/// Returns changing worlds for examine_changes(): a hand-made world of polygons, a hand-made world
/// of cells, and generated worlds. For each kind of `fairway generate`, generates `of_each` worlds
/// of polygons and `of_each` worlds of cells. Each moment has `queries` queries.
std::vector<ChangingWorld> changing_worlds(std::uint32_t seed, int of_each, int queries);

}  // namespace fairway::conformance
