#include "harness/worker/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include "harness/worker/process_family.hpp"

namespace fairway {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestLine = std::size_t{1} << 26;
constexpr std::size_t kLastWords = 2048;
constexpr auto kMemoryCheckInterval = 20ms;
constexpr auto kTimeToEnd = 1s;  ///< time limit for the end of a child that has closed its output

struct Pipe {
  Descriptor read;
  Descriptor write;
};

[[noreturn]] void fail_with_errno(const char* what) {
  throw WorkerFailure(Status::kError, fmt::format("{}: {}", what, strerror(errno)));
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_with_errno("cannot make a pipe to a worker");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Descriptor not_blocking(Descriptor end) {
  fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK);
  return end;
}

/// Prints why a child cannot start, and ends the child. Does not allocate, unlike strerror() and
/// dprintf().
[[noreturn]] void exit_with_error(const char* what) {
  const char* const reason = strerrordesc_np(errno);
  for (const char* const part : {what, ": ", reason != nullptr ? reason : "unknown error"}) {
    static_cast<void>(!::write(STDERR_FILENO, part, std::strlen(part)));
  }
  _exit(127);
}

/// Runs between fork and exec. Calls only functions that POSIX allows in signal handlers, because
/// another thread may hold a lock of the heap.
[[noreturn]] void exec_child(const ChildStart& start, char* const* arguments,
                             const std::array<int, 3>& ends, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (std::size_t i = 0; i < ends.size(); ++i) dup2(ends[i], static_cast<int>(i));
  if (start.inherited) fcntl(*start.inherited, F_SETFD, 0);
  if (start.core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(*start.core), &cores);
    sched_setaffinity(0, sizeof cores, &cores);
  }
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  if (const int badness = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); badness >= 0) {
    // If memory runs out, the system should end a worker, not the harness.
    static_cast<void>(!::write(badness, "1000", 4));
  }
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0)
    exit_with_error(start.folder.c_str());
  execv(arguments[0], arguments);
  exit_with_error(arguments[0]);
}

/// The output of a child as one line of ASCII.
std::string printable(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c > ' ' && c < '\x7f') {
      line += c;
    } else if (c == '\n' || c == '\t' || c == ' ') {
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else {
      line += '?';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string in_mebibytes(std::int64_t bytes) {
  return fmt::format("{:.0f} MiB", static_cast<double>(bytes) / (1 << 20));
}

}  // namespace

ChildProcess::ChildProcess(const ChildStart& start)
    : ChildProcess(start, [&](int input, int output, int errors) {
        std::vector<char*> arguments;
        for (const std::string& a : start.arguments) {
          arguments.push_back(const_cast<char*>(a.c_str()));
        }
        arguments.push_back(nullptr);
        const pid_t parent = getpid();
        const pid_t child = fork();
        if (child < 0) fail_with_errno("cannot start a worker");
        if (child == 0) exec_child(start, arguments.data(), {input, output, errors}, parent);
        return child;
      }) {}

ChildProcess::ChildProcess(const ChildStart& start, const MakeChild& make)
    : memory_limit_(start.memory_limit),
      exit_code_is_signal_(start.exit_code_is_signal),
      stop_(start.stop) {
  signal(SIGPIPE, SIG_IGN);  // otherwise a write to a child that has ended would end this process
  signal(SIGCHLD, SIG_DFL);  // otherwise waitpid() could not wait for a child
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  id_ = make(input.read.number(), output.write.number(), errors.write.number());
  setpgid(id_, id_);
  input_ = not_blocking(std::move(input.write));
  output_ = not_blocking(std::move(output.read));
  errors_ = not_blocking(std::move(errors.read));
}

ChildProcess::~ChildProcess() { end(); }

void ChildProcess::end() {
  if (id_ < 0) return;
  for (const pid_t member : family_of(id_)) kill(member, SIGKILL);
  kill(-id_, SIGKILL);
  while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
}

void ChildProcess::fail(Status status, const std::string& what) {
  take_errors();
  const std::string words = printable(last_errors_);
  throw WorkerFailure(
      status,
      words.empty() ? what : fmt::format("{}; last output on standard error: {}", what, words));
}

bool ChildProcess::has_ended() {
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) != id_) return false;
  kill(-id_, SIGKILL);
  id_ = -1;
  end_status_ = status;
  return true;
}

void ChildProcess::report_end(const char* otherwise) {
  const auto deadline = Clock::now() + kTimeToEnd;
  while (!end_status_ && !has_ended()) {
    if (Clock::now() >= deadline) fail(Status::kCrashed, otherwise);
    std::this_thread::sleep_for(1ms);
  }
  constexpr int kSignalled = 128;
  const int code = WEXITSTATUS(*end_status_);
  const bool from_sandbox = exit_code_is_signal_ && code > kSignalled;
  if (WIFSIGNALED(*end_status_) || from_sandbox) {
    const int number = from_sandbox ? code - kSignalled : WTERMSIG(*end_status_);
    fail(Status::kCrashed, fmt::format("ended by signal {} ({})", number, strsignal(number)));
  }
  fail(Status::kCrashed, fmt::format("ended with exit code {}", code));
}

void ChildProcess::check_limits(Clock::time_point deadline) {
  if (stop_ && stop_()) throw WorkInterrupted{};
  const auto now = Clock::now();
  if (memory_limit_ && now - memory_checked_ >= kMemoryCheckInterval) {
    memory_checked_ = now;
    const auto resident = resident_bytes(id_);
    if (resident && *resident > *memory_limit_) {
      const std::string what = fmt::format("uses {} of memory, the limit is {}",
                                           in_mebibytes(*resident), in_mebibytes(*memory_limit_));
      fail(Status::kOutOfMemory, what);
    }
  }
  if (now >= deadline) fail(Status::kTimeout, "no reply in time");
}

ChildProcess::Event ChildProcess::wait(short wanted_of_input, Clock::time_point deadline) {
  check_limits(deadline);
  std::array<pollfd, 3> ends{{{output_.number(), POLLIN, 0},
                              {errors_.number(), POLLIN, 0},
                              {wanted_of_input != 0 ? input_.number() : -1, wanted_of_input, 0}}};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  const auto slice = std::clamp<std::chrono::milliseconds>(left, 0ms, kMemoryCheckInterval);
  const int ready = poll(ends.data(), ends.size(), static_cast<int>(slice.count()));
  if (ready < 0 && errno != EINTR) fail_with_errno("cannot wait for a worker");
  if (ready == 0 && has_ended()) report_end("");
  if (ready <= 0) return Event::kQuiet;
  if (ends[1].revents != 0) take_errors();
  bool progress = ends[2].revents != 0;
  if (ends[0].revents != 0) {
    if (!take_output()) report_end("closed its output");
    progress = true;
  }
  return progress ? Event::kProgress : Event::kQuiet;
}

void ChildProcess::fail_long_line() {
  fail(Status::kError, fmt::format("wrote a line of more than {}", in_mebibytes(kLongestLine)));
}

bool ChildProcess::take_output() {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  const std::size_t before = buffer_.size();
  if (before - read_ > kLongestLine) fail_long_line();
  buffer_.resize(before + kChunk);
  const ssize_t taken = ::read(output_.number(), buffer_.data() + before, kChunk);
  buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(taken, 0)));
  return taken > 0 || (taken < 0 && (errno == EAGAIN || errno == EINTR));
}

void ChildProcess::take_errors() {
  constexpr int kMostChunks = 16;
  std::array<char, 4096> chunk;
  for (int i = 0; i < kMostChunks && errors_.number() >= 0; ++i) {
    const ssize_t taken = ::read(errors_.number(), chunk.data(), chunk.size());
    if (taken < 0) return;
    if (taken == 0) errors_.close();
    last_errors_.append(chunk.data(), static_cast<std::size_t>(taken));
    if (last_errors_.size() > kLastWords) last_errors_.erase(0, last_errors_.size() - kLastWords);
  }
}

void ChildProcess::signal_group(int number) {
  if (id_ > 0) kill(-id_, number);
}

void ChildProcess::expect_silence() {
  pollfd output{output_.number(), POLLIN, 0};
  const bool more = poll(&output, 1, 0) > 0 && (output.revents & POLLIN) != 0;
  if (read_ < buffer_.size() || more) {
    fail(Status::kError, "wrote a line without a request");
  }
}

void ChildProcess::write(std::string_view text, Clock::time_point deadline) {
  while (!text.empty()) {
    const ssize_t written = ::write(input_.number(), text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      wait(POLLOUT, deadline);
    } else if (errno != EINTR) {
      report_end("closed its input");
    }
  }
}

std::string_view ChildProcess::read_line(Clock::time_point deadline) {
  while (true) {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end != std::string::npos) {
      const std::string_view line = std::string_view(buffer_).substr(read_, end - read_);
      if (line.size() > kLongestLine) fail_long_line();
      read_ = searched_ = end + 1;
      return line;
    }
    buffer_.erase(0, read_);
    read_ = 0;
    searched_ = buffer_.size();
    wait(0, deadline);
  }
}

}  // namespace fairway
