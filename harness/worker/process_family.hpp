#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairway {

/// A process and all its descendants, as listed in Linux's /proc.
std::vector<pid_t> family_of(pid_t process);

/// From now on, a descendant of this process becomes its child when the descendant's parent ends.
void adopt_orphans();
/// Ends all descendants of this process and waits for its children. With a core, ends only children
/// bound to this single core, and their descendants. The children in `spared` stay.
void end_children(std::optional<int> core = std::nullopt, const std::vector<pid_t>& spared = {});

/// Resident bytes of a process and all its descendants; nothing if unknown or if the process has
/// ended.
std::optional<std::int64_t> resident_bytes(pid_t process);

/// Peak resident bytes of a process and all its descendants: the sum of the peak of each process
/// since the last reset_peak_resident(), or since its start.
std::optional<std::int64_t> peak_resident_bytes(pid_t process);
void reset_peak_resident(pid_t process);

}  // namespace fairway
