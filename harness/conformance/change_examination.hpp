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

/// A changing world, with the world and the queries at each moment.
struct ChangingArena {
  /// Throws InputError for an invalid burst.
  explicit ChangingArena(const ChangingWorld& changing);

  /// The burst that begins a moment, and the world after it. The first moment has no burst.
  struct Moment {
    Burst burst;
    std::unique_ptr<Arena> arena;
  };
  std::vector<Moment> moments;
  std::vector<Burst>
      pieces;  ///< bursts that lead from the first world to the last in another order
  Burst undo;  ///< burst that leads from the last world to the first
};

/// Starts a worker in a world. `changes` states whether bursts will follow.
using StartWorkerIn = std::function<std::unique_ptr<Worker>(const SharedText& world, bool changes)>;

/// Checks Promise::kChanges. A worker follows all bursts. After each burst, it must keep the
/// promises of the method. Another worker builds in the current world. Before or after smoothing,
/// the paths of both workers must have equal costs. The same holds for a worker that follows the
/// same changes in another order, and after all changes are undone. If the paths of the method
/// vary, only its promises are checked. If the worker refuses the world or cannot follow changes,
/// nothing is checked.
Findings examine_changes(const ChangingArena& arena, const Guarantees& promised,
                         const StartWorkerIn& start);

/// Changing worlds for examine_changes(): a hand-made world of polygons, a hand-made world of
/// cells, and generated worlds. Generates `of_each` worlds of polygons and of cells for each kind
/// of `fairway generate`. Each moment has `queries` queries.
std::vector<ChangingWorld> changing_worlds(std::uint32_t seed, int of_each, int queries);

}  // namespace fairway::conformance
