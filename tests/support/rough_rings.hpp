#pragma once

#include <random>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::test {

/// An unchecked ring in and around [0, size]^2. Some rings are valid. Others have spikes, slits,
/// collinear or repeated points, touching vertices, crossings, or no area.
Ring rough_ring(std::mt19937& random, int size);

/// A rough ring. Some of these rings are doubled in size, or shifted by a fraction of a unit.
Ring odd_ring(std::mt19937& random, int size);

}  // namespace fairway::test
