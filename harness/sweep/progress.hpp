#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "harness/sweep/forecast.hpp"

namespace fairway {

/// Reports the progress of a sweep on standard error. On a terminal it rewrites one line with the
/// time left; otherwise it writes one line for each finished trial. Safe to call from any thread.
class Progress {
 public:
  Progress(std::size_t trials, Forecast forecast);

  /// The world of this number is measured from now on.
  void begin(std::size_t world, std::string_view name);
  /// Names the turn of a world, and the seconds that its turns to come take, if that is known.
  void tell(std::size_t world, std::string_view what, std::optional<double> seconds_left);
  /// Reports a finished trial and its outcome in a few words.
  void finish(std::string_view what, std::string_view outcome);
  /// The world is measured.
  void end(std::size_t world);
  /// Counts trials that are stored already.
  void skip(std::size_t trials);
  /// Counts trials that need no work because their world is refused or has all of them.
  void skip_world(std::size_t world, std::size_t trials);
  /// Writes a line that is not rewritten.
  void say(const std::string& line);
  /// Clears the rewritten line.
  void close();

 private:
  void show(std::string_view what) const;
  std::string time_left() const;

  std::mutex mutex_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool terminal_;
  Forecast forecast_;
};

/// Writes to standard error. A failure to write (a full disk, a pipe without a reader) is ignored:
/// it is no reason to end a sweep.
void say_on_standard_error(const std::string& text);

/// "1:02:03", "2:03" or "3 s".
std::string short_duration(double seconds);

}  // namespace fairway
