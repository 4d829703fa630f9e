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

/// A changing world, with the world and the queries of each moment.
struct ChangingArena {
  /// Queries are asked in the world as it is then. Throws InputError for a burst that the world
  /// does not allow.
  explicit ChangingArena(const ChangingWorld& changing);

  /// What follows a burst; the first moment follows none.
  struct Moment {
    Burst burst;
    std::unique_ptr<Arena> arena;
  };
  std::vector<Moment> moments;
  std::vector<Burst> pieces;  ///< lead from the first moment to the last, in an order of their own
  Burst undo;                 ///< leads back
};

/// Starts a worker for a world, which may be told to follow changes of it.
using StartWorkerIn = std::function<std::unique_ptr<Worker>(const SharedText& world, bool changes)>;

/// Checks Promise::kChanges: a worker follows all bursts, and its answers after each keep what the
/// method promises and cost, before or after smoothing, what they cost a worker that builds in the
/// world as it is; so do those
/// of one that follows the same changes in another order. After undoing all, they cost what they
/// cost at first. Checks nothing of a worker that refuses the world or cannot follow changes.
/// Answers of methods that say that their paths vary are only held to their promises.
Findings examine_changes(const ChangingArena& arena, const Guarantees& promised,
                         const StartWorkerIn& start);

/// Changing worlds for that: a hand-made one of polygons and one of cells, and `of_each` generated
/// ones of each kind that `fairway generate` has, of polygons and of cells. So many queries are
/// asked at each moment.
std::vector<ChangingWorld> changing_worlds(std::uint32_t seed, int of_each, int queries);

}  // namespace fairway::conformance
