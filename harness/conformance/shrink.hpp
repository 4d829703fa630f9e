#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "algorithms/methods/planner.hpp"
#include "datasets/world.hpp"

namespace fairway::conformance {

/// A world, as a file would state it, and what is asked in it.
struct Trial {
  WorldFile world;
  std::vector<Query> queries;
};

/// Whether a trial still fails as the first one did; false where its world is none.
using StillFails = std::function<bool(const Trial&)>;

/// A trial that fails and has few queries, rings, walls, faces, cells and digits: none of them can
/// be left out alone. Stops early at the deadline, with what it has by then. Precondition: the
/// trial fails. Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing
/// input", IEEE Trans. Software Eng. 28 (2002), section 3, without its complements.
Trial smallest(Trial trial, const StillFails& still_fails,
               std::chrono::steady_clock::time_point deadline);

/// The parts that a world is made of, to tell sizes: rings' vertices and walls, faces, or cells.
std::size_t size_of(const WorldFile& world);

}  // namespace fairway::conformance
