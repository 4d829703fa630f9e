#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fairway {

/// Names the work of the calling thread while the object exists. If the thread crashes in a
/// supervised process, ProcessEnd::task is this name. Tasks nest: the innermost name counts. In a
/// process that is not supervised, the object does nothing.
class CrashTask {
 public:
  /// `name` must outlive the object. Names are cut after 4095 bytes.
  explicit CrashTask(const std::string& name);
  ~CrashTask();
  CrashTask(const CrashTask&) = delete;
  CrashTask& operator=(const CrashTask&) = delete;

 private:
  const char* outer_;
};

/// The end of a supervised process.
struct ProcessEnd {
  int code = 0;             ///< exit code, if the process did not crash
  std::string crash = {};   ///< "signal 11 (Segmentation fault)"; empty without a crash
  bool by_program = false;  ///< whether a bug of the program ended the process
  std::string task = {};    ///< CrashTask of the thread that crashed; empty if unknown
};

/// Runs `work` in a forked process and waits for its end. `work` returns the exit code.
/// - An interrupt (SIGINT or SIGTERM) is forwarded to the forked process. A second interrupt kills
///   the forked process and ends this process.
/// - If this process ends, the forked process is killed.
/// - If the forked process crashes, its children stay; the caller ends them.
/// Precondition: this process has one thread, or no other thread holds a lock. Throws
/// std::system_error if no process can be started.
ProcessEnd run_supervised(const std::function<int()>& work);

}  // namespace fairway
