#pragma once

#include <iosfwd>

#include "algorithms/methods/registry.hpp"

namespace fairway {

/// The worker's side of docs/worker-protocol.md for the methods of a registry: reads requests line
/// by line, replies, and returns at the end of input. A request that it cannot do, or that is none,
/// is refused, and it goes on.
///
/// `slowdown`: the share of each query's time that is waited away after it, and timed as a part of
/// its search: for tests of the measurement itself.
void serve(const Registry& registry, std::istream& requests, std::ostream& replies,
           double slowdown = 0);

}  // namespace fairway
