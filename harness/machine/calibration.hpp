#pragma once

#include <cstdint>
#include <optional>

namespace fairway {

/// Times a fixed computation on a core. Returns the median of five runs in nanoseconds. The result
/// makes times of two machines comparable (docs/statistics.md). The computation is a search:
/// shortest paths by a heap over a random graph of 1 MiB, with a square root per edge. The
/// computation must not change, because stores contain its time.
std::int64_t calibrate(std::optional<int> core);

/// Runs the computation once on the calling thread. Returns a sum of its results.
double calibration_work();

}  // namespace fairway
