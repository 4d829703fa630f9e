#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "harness/sweep/forecast.hpp"

namespace fairway {

/// Reports the progress of a sweep on standard error. On a terminal it rewrites one line with the
/// time left; otherwise it prints one line per finished trial. Thread-safe.
class Progress {
 public:
  Progress(std::size_t trials, Forecast forecast);

  /// Reports that the measurement of a world begins.
  void begin(std::size_t world, std::string_view name);
  /// Reports the current activity in a world, and the expected seconds of its remaining
  /// measurements.
  void update(std::size_t world, std::string_view what, std::optional<double> seconds_left);
  /// Reports a finished trial with its outcome.
  void finish(std::string_view what, std::string_view outcome);
  /// Reports that the measurement of a world has ended.
  void end(std::size_t world);
  /// Counts stored trials as finished.
  void skip(std::size_t trials);
  /// Counts all trials of a refused or complete world as finished.
  void skip_world(std::size_t world, std::size_t trials);
  /// Prints a line that later output does not overwrite.
  void print_line(const std::string& line);
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

/// Prints to standard error. Ignores write errors, as for a full disk or a closed pipe.
void say_on_standard_error(const std::string& text);

/// Formats a duration, rounded up: "1:02:03", "2:03" or "3 s".
std::string short_duration(double seconds);

}  // namespace fairway
