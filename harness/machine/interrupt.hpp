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
};

}  // namespace fairway
