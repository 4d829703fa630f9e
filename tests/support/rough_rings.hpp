#pragma once

#include <random>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::test {

/// A ring of a drawing that nobody checked, in and around [0, size]^2: sound ones, and ones with
/// spikes, slits, collinear or repeated points, touching vertices, crossings, or no area.
Ring rough_ring(std::mt19937& random, int size);

/// A rough ring that is drawn twice as large or is shifted by less than a unit, or is a rough ring.
Ring odd_ring(std::mt19937& random, int size);

}  // namespace fairway::test
