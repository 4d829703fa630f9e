#pragma once

namespace fairway {

/// While it lives, the interrupt signal (Ctrl-C) is noted instead of ending the program; a second
/// one ends it as usual. Any thread may ask.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
};

}  // namespace fairway
