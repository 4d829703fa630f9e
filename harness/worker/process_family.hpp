#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairway {

/// A process, its children, theirs, and so on, as far as the system tells (/proc of Linux).
std::vector<pid_t> family_of(pid_t process);

/// From now on processes whose parents end, somewhere below this one, become its children.
void adopt_orphans();
/// Ends all processes below this one, and waits for its children. Where a core is given, only those
/// of its children that are bound to that core alone, with all below them.
void end_children(std::optional<int> core = std::nullopt);

/// Bytes of a process and of all its descendants that are resident in memory; nothing where the
/// system does not tell, or the process is gone.
std::optional<std::int64_t> resident_bytes(pid_t process);

/// The most that was resident since the last reset_peak_resident(), or the start, of each.
std::optional<std::int64_t> peak_resident_bytes(pid_t process);
void reset_peak_resident(pid_t process);

}  // namespace fairway
