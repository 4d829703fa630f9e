#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace fairway {

/// Estimates the time left in a sweep. While a world is measured, report_time_left() receives the
/// expected time of its remaining measurements. The time of a world without a report is
/// proportional to its weight.
class Forecast {
 public:
  using Clock = std::chrono::steady_clock;

  /// `weights` are relative times of the worlds. Up to `jobs` worlds are measured at the same time.
  Forecast(std::vector<double> weights, std::size_t jobs);

  void begin(std::size_t world, Clock::time_point now);
  /// Reports that the remaining measurements of a world take about `seconds`.
  void report_time_left(std::size_t world, double seconds, Clock::time_point now);
  /// Reports that the world has been measured.
  void finish(std::size_t world, Clock::time_point now);
  /// Reports that the world needs no measurement.
  void skip(std::size_t world);

  /// The expected seconds until the end. No value before the first report or finished world.
  std::optional<double> seconds_left(Clock::time_point now) const;

 private:
  enum class State { kWaiting, kBegun, kEstimated, kFinished, kSkipped };
  struct World {
    double weight;
    State state = State::kWaiting;
    Clock::time_point begun = {};
    double seconds = 0;  ///< total time, if the world is finished or has an estimate
  };
  std::vector<World> worlds_;
  std::size_t jobs_;
};

}  // namespace fairway
