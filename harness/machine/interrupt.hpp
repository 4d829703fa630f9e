#pragma once

namespace fairway {

/// During its lifetime an interrupt (Ctrl-C) or a request to end (SIGTERM) is recorded instead of
/// ending the program. A second one ends the program as usual. Any thread may call interrupted().
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

  /// In a supervised process (run_supervised), a second interrupt is recorded too: the same one may
  /// arrive from the terminal and from the supervisor, who ends the process at a second one.
  static void leave_second_to_supervisor();
};

}  // namespace fairway
