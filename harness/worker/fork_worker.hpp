#pragma once

#include <cstdint>

#include "harness/worker/protocol.hpp"

namespace fairway {

/// Forks this worker. The new process is a child of this one's parent, leads a process group, and
/// has the request's files as its standard input, output and error. Returns the number of the new
/// process, and 0 in that process. Throws ProtocolError. Precondition: this process has one thread.
std::int64_t fork_worker(const ForkRequest& request);

}  // namespace fairway
