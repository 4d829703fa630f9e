#pragma once

#include "algorithms/changing_space/burst.hpp"
#include "harness/worker/line_fields.hpp"

namespace fairway {

/// Adds a burst to a line, with the keys of a step in a file of changes: 'patch', 'remove' and
/// 'add'. Throws std::invalid_argument as append_cells() does.
void add_burst(LineFields::Json& line, const Burst& burst);

/// The burst in a line. Throws ProtocolError. Does not check whether the burst is valid in the
/// world.
Burst parse_burst(const LineFields& fields);

}  // namespace fairway
