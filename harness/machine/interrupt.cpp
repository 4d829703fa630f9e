#include "harness/machine/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace fairway {

namespace {

std::atomic<bool> noted = false;
std::atomic<bool> second_ends = true;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void note(int) {
  noted = true;
  if (!second_ends) return;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = false;
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() { return noted; }

void InterruptGuard::leave_second_to_supervisor() { second_ends = false; }

}  // namespace fairway
