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

/// How a child process is started.
struct ChildStart {
  std::vector<std::string> arguments;        ///< the program and its arguments
  std::filesystem::path folder;              ///< to work in; empty: where this process works
  std::optional<int> core;                   ///< to be bound to
  std::optional<int> inherited;              ///< a file descriptor that stays open in the child
  std::optional<std::int64_t> memory_limit;  ///< bytes, of it and its descendants
  std::function<bool()> stop;  ///< asked while it is waited for: whether to wait no longer
};

/// A process of its own that is talked with in lines. It is the leader of a process group, which is
/// ended with it; it is also ended when this process is. Throws WorkerFailure wherever it does not
/// do its part: it cannot be started, has ended, takes too long, takes too much memory, writes a
/// line without end. Throws WorkInterrupted where it is told to wait no longer.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ChildProcess(const ChildStart& start);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes a text. Meanwhile what the child writes is taken in, so that neither waits for the
  /// other for ever.
  void write(std::string_view text, Clock::time_point deadline);
  /// The next line that the child writes, without its end; valid until the next call.
  std::string_view read_line(Clock::time_point deadline);

  /// Fails where the child has written more than was read.
  void expect_silence();

  /// Sends a signal to the child's process group, where it has not ended.
  void signal_group(int number);

  pid_t id() const { return id_; }
  /// Fails with a status and a message to which the child's last words are added.
  [[noreturn]] void fail(Status status, const std::string& what);

 private:
  enum class Event { kProgress, kQuiet };
  Event wait(short wanted_of_input, Clock::time_point deadline);
  void check_limits(Clock::time_point deadline);
  bool take_output();
  void take_errors();
  bool has_ended();
  /// Fails with how the child ended, or, where it has not, with another message.
  [[noreturn]] void report_end(const char* otherwise);
  void end();

  pid_t id_ = -1;
  Descriptor input_;  ///< the child's standard input, and so on
  Descriptor output_;
  Descriptor errors_;
  std::optional<std::int64_t> memory_limit_;
  std::function<bool()> stop_;
  std::optional<int> end_status_;  ///< as waitpid() tells it
  Clock::time_point memory_checked_ = Clock::now();
  std::string buffer_;        ///< what the child has written and nobody has read
  std::size_t read_ = 0;      ///< how much of it has been returned
  std::size_t searched_ = 0;  ///< how much of it is known to hold no further end of a line
  std::string last_errors_;   ///< the end of what it wrote to its standard error
};

}  // namespace fairway
