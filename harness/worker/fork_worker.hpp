#pragma once

#include <cstdint>

#include "harness/worker/protocol.hpp"

namespace fairway {

/// Forks this worker. The new process is a child of the parent of this process. It leads a process
/// group and has the files of the request as standard input, output and error. Returns the id of
/// the new process, and 0 in the new process. Throws ProtocolError. Precondition: this process has
/// one thread.
std::int64_t fork_worker(const ForkRequest& request);

}  // namespace fairway
