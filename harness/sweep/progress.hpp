#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace fairway {

/// Tells on standard error how far a sweep is: one line that is rewritten on a terminal, with the
/// time left; a plain line for each finished trial otherwise. Any thread may tell.
class Progress {
 public:
  /// `total` trials of which `done` need no work.
  Progress(std::size_t total, std::size_t done);

  /// What is being worked on now.
  void begin(std::string_view what);
  /// A finished trial, and its outcome in a few words.
  void finish(std::string_view what, std::string_view outcome);
  /// Trials that need no work after all (their map is refused).
  void skip(std::size_t trials);
  /// A line that stays.
  void say(const std::string& line);
  /// Clears the line that is rewritten.
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

/// Writes to standard error. Where that cannot be written (a full disk, a pipe that nobody reads),
/// nothing happens: what is told there is no reason to end a sweep.
void say_on_standard_error(const std::string& text);

/// "1:02:03", "2:03" or "3 s".
std::string short_duration(double seconds);

}  // namespace fairway
