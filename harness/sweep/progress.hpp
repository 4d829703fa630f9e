#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace fairway {

/// Reports the progress of a sweep on standard error. On a terminal it rewrites one line with the
/// time left; otherwise it writes one line for each finished trial. Safe to call from any thread.
class Progress {
 public:
  /// `done` of the `total` trials need no work.
  Progress(std::size_t total, std::size_t done);

  /// Names the trial that is being worked on.
  void begin(std::string_view what);
  /// Reports a finished trial and its outcome in a few words.
  void finish(std::string_view what, std::string_view outcome);
  /// Counts trials that need no work because their map is refused.
  void skip(std::size_t trials);
  /// Writes a line that is not rewritten.
  void say(const std::string& line);
  /// Clears the rewritten line.
  void close();

 private:
  std::string time_left() const;

  std::mutex mutex_;
  std::size_t total_;
  std::size_t done_;
  std::size_t worked_ = 0;
  bool terminal_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// Writes to standard error. A failure to write (a full disk, a pipe without a reader) is ignored:
/// it is no reason to end a sweep.
void say_on_standard_error(const std::string& text);

/// "1:02:03", "2:03" or "3 s".
std::string short_duration(double seconds);

}  // namespace fairway
