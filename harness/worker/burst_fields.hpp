#pragma once

#include "algorithms/changing_space/burst.hpp"
#include "harness/worker/line_fields.hpp"

namespace fairway {

/// Adds a burst to a line. The keys are as in a step of a file of changes ('patch', 'remove',
/// 'add'), and 'border_gone' and 'border_come' for an eroded world. Throws std::invalid_argument as
/// append_cells() does.
void add_burst(LineFields::Json& line, const Burst& burst);

/// The burst in a line. Throws ProtocolError. Does not check whether the burst is valid in the
/// world.
Burst parse_burst(const LineFields& fields);

}  // namespace fairway
