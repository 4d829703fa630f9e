#include "harness/sweep/forecast.hpp"

#include <algorithm>

namespace fairway {

namespace {

double seconds_between(Forecast::Clock::time_point begin, Forecast::Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

Forecast::Forecast(std::vector<double> weights, std::size_t jobs) : jobs_(jobs) {
  for (const double weight : weights) worlds_.push_back({weight});
}

void Forecast::begin(std::size_t world, Clock::time_point now) {
  worlds_[world].state = State::kBegun;
  worlds_[world].begun = now;
}

void Forecast::report_time_left(std::size_t world, double seconds, Clock::time_point now) {
  worlds_[world].state = State::kEstimated;
  worlds_[world].seconds = seconds_between(worlds_[world].begun, now) + seconds;
}

void Forecast::finish(std::size_t world, Clock::time_point now) {
  worlds_[world].state = State::kFinished;
  worlds_[world].seconds = seconds_between(worlds_[world].begun, now);
}

void Forecast::skip(std::size_t world) { worlds_[world].state = State::kSkipped; }

std::optional<double> Forecast::seconds_left(Clock::time_point now) const {
  double known_seconds = 0;
  double known_weight = 0;
  for (const World& world : worlds_) {
    if (world.state != State::kEstimated && world.state != State::kFinished) continue;
    known_seconds += world.seconds;
    known_weight += world.weight;
  }
  if (known_weight == 0) return std::nullopt;
  double left = 0;
  std::size_t unfinished = 0;
  for (const World& world : worlds_) {
    if (world.state == State::kFinished || world.state == State::kSkipped) continue;
    const double total = world.state == State::kEstimated
                             ? world.seconds
                             : known_seconds / known_weight * world.weight;
    const double spent = world.state == State::kWaiting ? 0 : seconds_between(world.begun, now);
    left += std::max(0.0, total - spent);
    ++unfinished;
  }
  return left / static_cast<double>(std::clamp<std::size_t>(unfinished, 1, jobs_));
}

}  // namespace fairway
