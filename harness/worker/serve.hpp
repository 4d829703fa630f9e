#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>

#include "algorithms/methods/registry.hpp"
#include "harness/worker/protocol.hpp"

namespace fairway {

/// Forks this process for a request. Returns the id of the new process, and 0 in the new process.
/// Throws ProtocolError.
using ForkWorker = std::function<std::int64_t(const ForkRequest&)>;

/// The worker side of docs/worker-protocol.md for the methods of a registry. Reads requests line by
/// line, replies to each, and returns at the end of input. Refuses invalid and impossible requests,
/// and continues with the next request.
/// `slowdown` tests the measurement: after each query the worker waits for `slowdown` times the
/// time of the query, and counts the wait as search time. Without `fork`, a fork request is
/// refused.
void serve(const Registry& registry, std::istream& requests, std::ostream& replies,
           double slowdown = 0, const ForkWorker& fork = {});

}  // namespace fairway
