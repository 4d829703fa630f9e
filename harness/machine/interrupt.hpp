#pragma once

namespace fairway {

/// While this object exists, an interrupt (Ctrl-C) or a termination request (SIGTERM) does not end
/// the program: it is only recorded. A second interrupt or request ends the program as usual. Any
/// thread may call interrupted().
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

  /// Call it in a process of run_supervised(). A second interrupt then does not end this process,
  /// because one interrupt may arrive twice: from the terminal and from the supervisor. The
  /// supervisor ends this process at a second interrupt.
  static void leave_second_to_supervisor();
};

}  // namespace fairway
