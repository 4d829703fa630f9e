#pragma once

#include <cstdint>
#include <optional>

namespace fairway {

/// Nanoseconds of a fixed piece of work on a core, the median of five: what puts times of two
/// machines on one scale (docs/statistics.md). The work is like a search: shortest paths by a heap
/// over a graph of 1 MiB whose edges lead anywhere, with a square root an edge. It must not
/// change, or stores of before do not compare.
std::int64_t calibrate(std::optional<int> core);

/// The work once, on the calling thread; returns a sum of its result.
double calibration_work();

}  // namespace fairway
