#pragma once

#include <iosfwd>

#include "algorithms/methods/registry.hpp"

namespace fairway {

/// The worker's side of docs/worker-protocol.md for the methods of a registry. Reads requests line
/// by line, replies to each, and returns at the end of input. A request that is invalid or cannot
/// be met is refused, and the next one is read.
///
/// `slowdown` is for tests of the measurement itself: after each query the worker waits for this
/// share of the query's time, and counts the wait as search time.
void serve(const Registry& registry, std::istream& requests, std::ostream& replies,
           double slowdown = 0);

}  // namespace fairway
