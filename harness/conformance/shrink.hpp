#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "algorithms/methods/planner.hpp"
#include "datasets/world.hpp"

namespace fairway::conformance {

/// A world, as a file would state it, and the queries asked in it.
struct Trial {
  WorldFile world;
  std::vector<Query> queries;
};

/// Whether a trial fails in the same way as the first; false if its world is invalid.
using StillFails = std::function<bool(const Trial&)>;

/// Shrinks a failing trial to one with few queries, rings, walls, faces, cells and digits. No
/// single one of them can be left out. At the deadline it returns the smallest trial so far.
/// Precondition: the trial fails. Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating
/// failure-inducing input", IEEE Trans. Software Eng. 28 (2002), section 3, without its
/// complements.
Trial smallest(Trial trial, const StillFails& still_fails,
               std::chrono::steady_clock::time_point deadline);

/// The size of a world in parts: vertices of rings and walls, faces, or cells.
std::size_t size_of(const WorldFile& world);

}  // namespace fairway::conformance
