#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "algorithms/methods/planner.hpp"
#include "datasets/world.hpp"

namespace fairway::conformance {

/// A world as the content of a file, and the queries asked in it.
struct Trial {
  WorldFile world;
  std::vector<Query> queries;
};

/// Whether a trial fails in the same way as the first trial. False if the world is invalid.
using StillFails = std::function<bool(const Trial&)>;

/// Shrinks a failing trial: removes queries, rings, walls, faces, cells and digits until no single
/// one of them can be removed. Returns the smallest trial at the deadline. Precondition: the trial
/// fails. Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input",
/// IEEE Trans. Software Eng. 28 (2002), section 3, without complements.
Trial smallest(Trial trial, const StillFails& still_fails,
               std::chrono::steady_clock::time_point deadline);

/// The size of a world: the number of its ring vertices and walls, of its faces, or of its cells.
std::size_t size_of(const WorldFile& world);

}  // namespace fairway::conformance
