#include "harness/sweep/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <utility>

namespace fairway {

namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

void say_on_standard_error(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

std::string short_duration(double seconds) {
  const auto s = static_cast<long>(std::ceil(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(std::size_t trials, Forecast forecast)
    : total_(trials), terminal_(isatty(STDERR_FILENO) != 0), forecast_(std::move(forecast)) {}

std::string Progress::time_left() const {
  const std::optional<double> seconds = forecast_.seconds_left(Forecast::Clock::now());
  return seconds ? ", about " + short_duration(*seconds) + " left" : "";
}

void Progress::show(std::string_view what) const {
  if (!terminal_) return;
  say_on_standard_error(
      fmt::format("{}[{}/{}{}] {}", kClearLine, done_, total_, time_left(), what));
}

void Progress::begin(std::size_t world, std::string_view name) {
  const std::scoped_lock lock(mutex_);
  forecast_.begin(world, Forecast::Clock::now());
  show(name);
}

void Progress::update(std::size_t world, std::string_view what,
                      std::optional<double> seconds_left) {
  const std::scoped_lock lock(mutex_);
  if (seconds_left) forecast_.report_time_left(world, *seconds_left, Forecast::Clock::now());
  show(what);
}

void Progress::finish(std::string_view what, std::string_view outcome) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  if (terminal_) return;
  say_on_standard_error(
      fmt::format("[{}/{}{}] {}: {}\n", done_, total_, time_left(), what, outcome));
}

void Progress::end(std::size_t world) {
  const std::scoped_lock lock(mutex_);
  forecast_.finish(world, Forecast::Clock::now());
}

void Progress::skip(std::size_t trials) {
  const std::scoped_lock lock(mutex_);
  done_ += trials;
}

void Progress::skip_world(std::size_t world, std::size_t trials) {
  const std::scoped_lock lock(mutex_);
  done_ += trials;
  forecast_.skip(world);
}

void Progress::print_line(const std::string& line) {
  const std::scoped_lock lock(mutex_);
  say_on_standard_error(fmt::format("{}{}\n", terminal_ ? kClearLine : "", line));
}

void Progress::close() {
  const std::scoped_lock lock(mutex_);
  if (terminal_) say_on_standard_error(std::string(kClearLine));
}

}  // namespace fairway
