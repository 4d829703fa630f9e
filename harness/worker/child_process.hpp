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
  std::vector<std::string> arguments;  ///< path of the program, and its arguments
  std::filesystem::path folder;        ///< working folder; empty: the folder of this process
  std::optional<int> core;             ///< core to bind the child to
  std::optional<int> inherited;        ///< file descriptor that stays open in the child
  bool exit_code_is_signal =
      false;  ///< whether exit code 128 + n means that the program in the sandbox ended by signal n
  std::optional<std::int64_t> memory_limit;  ///< limit in bytes for the child and its descendants
  std::function<bool()> stop;  ///< called while waiting for the child; true ends the wait
};

/// Starts a child of this process with these descriptors as standard input, output and error.
/// Returns its process id.
using MakeChild = std::function<pid_t(int input, int output, int errors)>;

/// A child process that exchanges lines with this process. It leads a process group. The group ends
/// with the child, and the child ends with this process. Functions throw WorkerFailure if the child
/// cannot start, has ended, exceeds its time or memory, or writes a too long line. They throw
/// WorkInterrupted if `stop` returns true.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ChildProcess(const ChildStart& start);
  /// Calls `make` to start the child. Uses only memory_limit, exit_code_is_signal and stop of
  /// `start`.
  ChildProcess(const ChildStart& start, const MakeChild& make);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes a text. Reads the output of the child meanwhile, so that the two processes never wait
  /// for each other.
  void write(std::string_view text, Clock::time_point deadline);
  /// The next line from the child, without its end; valid until the next call.
  std::string_view read_line(Clock::time_point deadline);

  /// Throws if the child has written more than was read.
  void expect_silence();

  /// Sends a signal to the process group of the child, unless the child has ended.
  void signal_group(int number);

  pid_t id() const { return id_; }
  /// Throws WorkerFailure with a status and a message. Appends the last bytes of the child's
  /// standard error to the message.
  [[noreturn]] void fail(Status status, const std::string& what);

 private:
  enum class Event { kProgress, kQuiet };
  Event wait(short wanted_of_input, Clock::time_point deadline);
  void check_limits(Clock::time_point deadline);
  bool take_output();
  [[noreturn]] void fail_long_line();
  void take_errors();
  bool has_ended();
  /// Throws WorkerFailure with the exit code or signal of the child, or with the message
  /// `otherwise` if it is still running.
  [[noreturn]] void report_end(const char* otherwise);
  void end();

  pid_t id_ = -1;
  Descriptor input_;  ///< pipe to the child's standard input
  Descriptor output_;
  Descriptor errors_;
  std::optional<std::int64_t> memory_limit_;
  bool exit_code_is_signal_;
  std::function<bool()> stop_;
  std::optional<int> end_status_;  ///< status of the ended child, as returned by waitpid()
  Clock::time_point memory_checked_ = Clock::now();
  std::string buffer_;        ///< output of the child, partly unread
  std::size_t read_ = 0;      ///< number of bytes of `buffer_` that were returned
  std::size_t searched_ = 0;  ///< number of bytes already searched for the end of a line
  std::string last_errors_;   ///< last bytes of the child's standard error
};

}  // namespace fairway
