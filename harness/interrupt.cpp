#include "harness/interrupt.hpp"

#include <csignal>

namespace fairway {

namespace {

volatile std::sig_atomic_t noted = 0;

void note(int) {
  noted = 1;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = 0;
  std::signal(SIGINT, note);
}

InterruptGuard::~InterruptGuard() { std::signal(SIGINT, SIG_DFL); }

bool InterruptGuard::interrupted() { return noted != 0; }

}  // namespace fairway
