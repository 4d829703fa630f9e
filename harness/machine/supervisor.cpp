#include "harness/machine/supervisor.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "harness/machine/interrupt.hpp"

namespace fairway {

namespace {

/// The signals that a bug in the program causes. SIGKILL is not among them: the system sends it if
/// memory runs out.
constexpr std::array kFaultSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kLongestTask = 4096;
constexpr std::size_t kSignalStack = std::size_t{1} << 16;

/// Shared memory of the process and its supervisor.
struct Notes {
  std::atomic<bool> ended;    ///< whether the work returned
  std::atomic<bool> crashed;  ///< whether a thread has written `signal` and `task`
  int signal;
  std::array<char, kLongestTask> task;
};
static_assert(std::atomic<bool>::is_always_lock_free, "shared by processes and signal handlers");

Notes* own_notes = nullptr;  ///< Notes of this process; null if it is not supervised
thread_local const char* current_task = nullptr;
std::array<struct sigaction, kFaultSignals.size()> earlier_handlers;

/// An alternate stack for the signal handlers of a thread. A handler needs it if the thread crashed
/// because its own stack overflowed. Does nothing if the thread has a signal stack already, as with
/// sanitizers.
class SignalStack {
 public:
  SignalStack() {
    stack_t stack{};
    sigaltstack(nullptr, &stack);
    if ((stack.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<char[]>(kSignalStack);
    stack.ss_sp = memory_.get();
    stack.ss_size = kSignalStack;
    stack.ss_flags = 0;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    if (!memory_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<char[]> memory_;
};

/// Ensures that this thread has an alternate signal stack.
void ensure_signal_stack() { static const thread_local SignalStack kStack; }

/// Records the task of the first thread that crashes. Then raises the signal again for its previous
/// handler.
void note_crash(int signal) {
  if (!own_notes->crashed.exchange(true)) {
    own_notes->signal = signal;
    if (current_task != nullptr) {
      std::strncpy(own_notes->task.data(), current_task, kLongestTask - 1);
    }
  }
  for (std::size_t i = 0; i < kFaultSignals.size(); ++i) {
    if (kFaultSignals[i] == signal) sigaction(signal, &earlier_handlers[i], nullptr);
  }
  raise(signal);  // blocked until this handler returns
}

void note_crashes() {
  struct sigaction action {};
  action.sa_handler = note_crash;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < kFaultSignals.size(); ++i) {
    sigaction(kFaultSignals[i], &action, &earlier_handlers[i]);
  }
}

std::atomic<pid_t> supervised_process = 0;
std::atomic<int> interrupts = 0;
std::atomic<int> last_interrupt = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free, "read by a signal handler");

void forward_interrupt(int signal) {
  last_interrupt = signal;
  kill(supervised_process, ++interrupts == 1 ? signal : SIGKILL);
}

/// Forwards interrupts to the supervised process while the process exists. Blocks interrupts during
/// the fork.
class ForwardedInterrupts {
 public:
  ForwardedInterrupts() {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &mask_);
  }
  ~ForwardedInterrupts() { stop(); }
  ForwardedInterrupts(const ForwardedInterrupts&) = delete;
  ForwardedInterrupts& operator=(const ForwardedInterrupts&) = delete;

  void begin(pid_t process) {
    supervised_process = process;
    interrupts = 0;
    last_interrupt = 0;
    struct sigaction action {};
    action.sa_handler = forward_interrupt;
    sigaction(SIGINT, &action, &on_interrupt_);
    sigaction(SIGTERM, &action, &on_end_);
    begun_ = true;
    unblock();
  }
  void unblock() { sigprocmask(SIG_SETMASK, &mask_, nullptr); }
  void stop() {
    if (!begun_) return unblock();
    sigaction(SIGINT, &on_interrupt_, nullptr);
    sigaction(SIGTERM, &on_end_, nullptr);
    begun_ = false;
  }

 private:
  sigset_t mask_{};
  struct sigaction on_interrupt_ {};
  struct sigaction on_end_ {};
  bool begun_ = false;
};

[[noreturn]] void be_supervised(Notes* notes, pid_t supervisor, const std::function<int()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(1);
  own_notes = notes;
  InterruptGuard::leave_second_to_supervisor();
  note_crashes();
  const int code = work();
  std::fflush(nullptr);
  notes->ended = true;
  _exit(code);
}

int wait_for_process(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

ProcessEnd end_of(const Notes& notes, int status) {
  if (notes.ended && WIFEXITED(status)) return {WEXITSTATUS(status)};
  ProcessEnd end;
  end.code = 1;
  end.by_program = notes.crashed || WIFEXITED(status);
  end.task = notes.task.data();
  if (!notes.crashed && WIFEXITED(status)) {
    end.crash = fmt::format("exit code {}", WEXITSTATUS(status));
    return end;
  }
  const int signal = notes.crashed ? notes.signal : WTERMSIG(status);
  for (const int fault : kFaultSignals) end.by_program = end.by_program || fault == signal;
  end.crash = fmt::format("signal {} ({})", signal, sigdescr_np(signal));
  return end;
}

}  // namespace

CrashTask::CrashTask(const std::string& name) : outer_(current_task) {
  if (own_notes != nullptr) ensure_signal_stack();
  current_task = name.c_str();
}

CrashTask::~CrashTask() { current_task = outer_; }

ProcessEnd run_supervised(const std::function<int()>& work) {
  void* const shared =
      mmap(nullptr, sizeof(Notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  const auto unmap = [](Notes* notes) { munmap(notes, sizeof(Notes)); };
  const std::unique_ptr<Notes, decltype(unmap)> notes(new (shared) Notes{}, unmap);
  std::fflush(nullptr);  // otherwise both processes would write the buffered text
  ForwardedInterrupts interrupts_passed;
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start a process");
  }
  if (process == 0) {
    interrupts_passed.unblock();
    be_supervised(notes.get(), supervisor, work);
  }
  interrupts_passed.begin(process);
  const int status = wait_for_process(process);
  interrupts_passed.stop();
  if (WIFSIGNALED(status)) {
    int interrupt = WTERMSIG(status);
    if (last_interrupt != 0) interrupt = last_interrupt;
    if (interrupt == SIGINT || interrupt == SIGTERM) raise(interrupt);  // ends this process too
  }
  return end_of(*notes, status);
}

}  // namespace fairway
