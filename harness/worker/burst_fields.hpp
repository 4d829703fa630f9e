#pragma once

#include "algorithms/changing_space/burst.hpp"
#include "harness/worker/line_fields.hpp"

namespace fairway {

/// Adds the changes of a burst to a line, with the keys of a step in a file of changes: 'patch', or
/// 'remove' and 'add'. Throws std::invalid_argument as append_cells() does.
void add_burst(LineFields::Json& line, const Burst& burst);

/// The changes in a line. Throws ProtocolError. Whether the world allows them shows when they are
/// taken.
Burst parse_burst(const LineFields& fields);

}  // namespace fairway
