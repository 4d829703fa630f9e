#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/worker/descriptor.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// How to start a child process.
struct ChildStart {
  std::vector<std::string> arguments;        ///< the program's path, and its arguments
  std::filesystem::path folder;              ///< working folder; empty: that of this process
  std::optional<int> core;                   ///< the core that the child is bound to
  std::optional<int> inherited;              ///< a file descriptor that stays open in the child
  bool exit_code_tells_signal = false;       ///< 128 + n: what the child started ended by signal n
  std::optional<std::int64_t> memory_limit;  ///< bytes, for the child and its descendants
  std::function<bool()> stop;  ///< asked while waiting for the child: whether to stop waiting
};

/// Makes a child of this process whose standard input, output and error are these descriptors, and
/// returns its id.
using MakeChild = std::function<pid_t(int input, int output, int errors)>;

/// A child process that exchanges lines with this one. It leads a process group; the group ends
/// with the child, and the child ends with this process. Functions throw WorkerFailure if the child
/// cannot be started, has ended, takes too long, takes too much memory, or writes a line without
/// end. They throw WorkInterrupted if `stop` says to stop waiting.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ChildProcess(const ChildStart& start);
  /// A child that `make` makes. Of `start` only the limits count.
  ChildProcess(const ChildStart& start, const MakeChild& make);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes a text. Takes in the child's output meanwhile, so that the two never wait for each
  /// other.
  void write(std::string_view text, Clock::time_point deadline);
  /// The next line from the child, without its end; valid until the next call.
  std::string_view read_line(Clock::time_point deadline);

  /// Fails if the child has written more than was read.
  void expect_silence();

  /// Sends a signal to the child's process group, unless the child has ended.
  void signal_group(int number);

  pid_t id() const { return id_; }
  /// Fails with a status and a message. The end of the child's standard error is added to the
  /// message.
  [[noreturn]] void fail(Status status, const std::string& what);

 private:
  enum class Event { kProgress, kQuiet };
  Event wait(short wanted_of_input, Clock::time_point deadline);
  void check_limits(Clock::time_point deadline);
  bool take_output();
  [[noreturn]] void fail_long_line();
  void take_errors();
  bool has_ended();
  /// Fails with how the child ended or, if it is still running, with the message `otherwise`.
  [[noreturn]] void report_end(const char* otherwise);
  void end();

  pid_t id_ = -1;
  Descriptor input_;  ///< the child's standard input; likewise below
  Descriptor output_;
  Descriptor errors_;
  std::optional<std::int64_t> memory_limit_;
  bool exit_code_tells_signal_;
  std::function<bool()> stop_;
  std::optional<int> end_status_;  ///< as returned by waitpid()
  Clock::time_point memory_checked_ = Clock::now();
  std::string buffer_;        ///< output of the child, some of it not read yet
  std::size_t read_ = 0;      ///< number of bytes that were returned
  std::size_t searched_ = 0;  ///< number of bytes already searched for the end of a line
  std::string last_errors_;   ///< the end of the child's standard error
};

}  // namespace fairway
