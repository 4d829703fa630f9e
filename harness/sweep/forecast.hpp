#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace fairway {

/// Foretells how long a sweep still takes. A world that is being measured tells itself how long its
/// turns to come take; a world to come is expected to take as long for its weight as those that
/// were measured or told.
class Forecast {
 public:
  using Clock = std::chrono::steady_clock;

  /// `weights` are of the worlds, in any unit; `jobs` of them are measured at the same time.
  Forecast(std::vector<double> weights, std::size_t jobs);

  void begin(std::size_t world, Clock::time_point now);
  /// The time that the turns of a world to come take.
  void tell(std::size_t world, double seconds, Clock::time_point now);
  /// The world was measured.
  void finish(std::size_t world, Clock::time_point now);
  /// There was nothing to measure.
  void skip(std::size_t world);

  /// Nothing before the first world has told or finished.
  std::optional<double> seconds_left(Clock::time_point now) const;

 private:
  enum class State { kToCome, kBegun, kTold, kFinished, kSkipped };
  struct World {
    double weight;
    State state = State::kToCome;
    Clock::time_point begun = {};
    double seconds = 0;  ///< that it takes in all, once it told or finished
  };
  std::vector<World> worlds_;
  std::size_t jobs_;
};

}  // namespace fairway
