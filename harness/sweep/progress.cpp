#include "harness/sweep/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

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

Progress::Progress(std::size_t total, std::size_t done)
    : total_(total), done_(done), terminal_(isatty(STDERR_FILENO) != 0) {}

std::string Progress::time_left() const {
  if (worked_ == 0) return "";
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
  return ", about " +
         short_duration(passed.count() / static_cast<double>(worked_) *
                        static_cast<double>(total_ - done_)) +
         " left";
}

void Progress::begin(std::string_view what) {
  const std::scoped_lock lock(mutex_);
  if (!terminal_) return;
  say_on_standard_error(
      fmt::format("{}[{}/{}{}] {}", kClearLine, done_, total_, time_left(), what));
}

void Progress::finish(std::string_view what, std::string_view outcome) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  ++worked_;
  if (terminal_) return;
  say_on_standard_error(
      fmt::format("[{}/{}{}] {}: {}\n", done_, total_, time_left(), what, outcome));
}

void Progress::skip(std::size_t trials) {
  const std::scoped_lock lock(mutex_);
  done_ += trials;
}

void Progress::say(const std::string& line) {
  const std::scoped_lock lock(mutex_);
  say_on_standard_error(fmt::format("{}{}\n", terminal_ ? kClearLine : "", line));
}

void Progress::close() {
  const std::scoped_lock lock(mutex_);
  if (terminal_) say_on_standard_error(std::string(kClearLine));
}

}  // namespace fairway
