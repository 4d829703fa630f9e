#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairway {

/// A process and all its descendants, as far as the system tells (/proc of Linux).
std::vector<pid_t> family_of(pid_t process);

/// From now on, descendants whose parent ends become children of this process.
void adopt_orphans();
/// Ends all descendants of this process and waits for its children. With a core, ends only the
/// children bound to that core alone, and their descendants.
void end_children(std::optional<int> core = std::nullopt);

/// Resident bytes of a process and all its descendants; nothing if the system does not tell or the
/// process is gone.
std::optional<std::int64_t> resident_bytes(pid_t process);

/// The sum of each process's peak resident bytes since its last reset_peak_resident(), or its
/// start.
std::optional<std::int64_t> peak_resident_bytes(pid_t process);
void reset_peak_resident(pid_t process);

}  // namespace fairway
