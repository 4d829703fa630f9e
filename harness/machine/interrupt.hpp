#pragma once

namespace fairway {

/// During its lifetime an interrupt (Ctrl-C) or a termination request (SIGTERM) is recorded instead
/// of ending the program. A second one ends the program as usual. Any thread may call
/// interrupted().
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

  /// Records a second interrupt too, in a supervised process (run_supervised). One interrupt may
  /// arrive twice: from the terminal and from the supervisor. The supervisor ends the process at a
  /// second interrupt.
  static void leave_second_to_supervisor();
};

}  // namespace fairway
