#include "harness/sweep/turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "algorithms/representations/lap_clock.hpp"
#include "datasets/generators/random.hpp"
#include "harness/sweep/trial.hpp"

namespace fairway {

namespace {

/// Measures all methods of a world. The methods take turns.
class Turns {
 public:
  Turns(const TurnsTask& task, std::span<const TurnsMethod> methods, JudgedWorld& world,
        Ledger& ledger, const TurnsWatch& watch)
      : task_(task), world_(world), ledger_(ledger), watch_(watch), random_(task.seed) {
    trials_.reserve(methods.size());
    for (const TurnsMethod& method : methods) trials_.emplace_back(task, method, world, ledger);
  }

  std::vector<TrialRecord> run() {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      report(fmt::format("build {} of {}", i + 1, trials_.size()));
      trials_[i].build();
      trials_[i].pause();
    }
    for (int b = 1; b < task_.builds; ++b) {
      report(fmt::format("builds, round {} of {}", b + 1, task_.builds));
      for (const std::size_t trial : random_order()) {
        throw_if_stopped();
        trials_[trial].build_again();
      }
    }
    ask_until_next_burst();
    while (world_.bursts_left() > 0) {
      apply_next_burst();
      ask_until_next_burst();
    }
    std::vector<TrialRecord> records;
    for (Trial& trial : trials_) {
      throw_if_stopped();
      records.push_back(trial.finish());
    }
    return records;
  }

 private:
  std::vector<std::size_t> random_order() {
    std::vector<std::size_t> order(trials_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(random_.below(i))]);
    }
    return order;
  }

  /// Applies the next burst to the world and to all methods.
  void apply_next_burst() {
    report(fmt::format("burst {}, {} left", applied_ + 1, world_.bursts_left() - 1));
    const Burst& burst = world_.apply_next_burst();
    ++applied_;
    begin_ = end_;
    ledger_.charge("world");
    for (const std::size_t trial : random_order()) {
      throw_if_stopped();
      trials_[trial].apply_burst(burst, applied_);
      trials_[trial].pause();
    }
  }

  /// Asks all methods the queries before the next burst.
  void ask_until_next_burst() {
    end_ = begin_;
    while (end_ < task_.queries.size() && task_.queries[end_].bursts == applied_) ++end_;
    if (end_ == begin_) return;
    world_.solve(task_.queries.subspan(begin_, end_ - begin_));
    const std::string moment = applied_ > 0 ? fmt::format("burst {}, ", applied_) : "";
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      report(fmt::format("{}first answers, method {} of {}", moment, i + 1, trials_.size()));
      for (std::size_t begin = begin_; begin < end_; begin += kBatch) {
        throw_if_stopped();
        trials_[i].ask_first(begin, std::min(begin + kBatch, end_));
      }
      trials_[i].pause();
    }
    expected_ns_ = static_cast<double>(ledger_.charged("first round"));
    for (int r = 0; r < task_.repetitions; ++r) run_round(r);
  }

  void run_round(int round) {
    std::vector<std::size_t> batch;
    for (std::size_t begin = begin_; begin < end_; begin += kBatch) {
      batch.resize(std::min(kBatch, end_ - begin));
      std::iota(batch.begin(), batch.end(), begin);
      report(fmt::format("round {} of {}, query {} of {}", round + 1, task_.repetitions, begin + 1,
                         task_.queries.size()),
             world_.bursts_left() + applied_ > 0 ? std::nullopt
                                                 : std::optional(1e-9 * ns_left(round, begin)));
      for (const std::size_t trial : random_order()) {
        throw_if_stopped();
        trials_[trial].time_batch(batch);
        trials_[trial].pause();
      }
    }
  }

  /// Returns the expected nanoseconds of the remaining rounds. Uses the mean time of a query over
  /// the first answers and the timed answers so far.
  double ns_left(int round, std::size_t begin) {
    rounds_ns_ += static_cast<double>(clock_.lap());
    const auto queries = static_cast<double>(task_.queries.size());
    const double done = round * queries + static_cast<double>(begin);
    if (done == 0) rounds_ns_ = 0;
    return (expected_ns_ + rounds_ns_) / (queries + done) * (task_.repetitions * queries - done);
  }

  void report(const std::string& what, std::optional<double> seconds_left = std::nullopt) const {
    throw_if_stopped();
    watch_.report(what, seconds_left);
  }
  void throw_if_stopped() const {
    if (watch_.stop()) throw WorkInterrupted{};
  }

  const TurnsTask& task_;
  JudgedWorld& world_;
  Ledger& ledger_;
  const TurnsWatch& watch_;
  Random random_;
  std::vector<Trial> trials_;
  int applied_ = 0;        ///< number of applied bursts
  std::size_t begin_ = 0;  ///< queries between the last burst and the next: [begin_, end_)
  std::size_t end_ = 0;
  LapClock clock_;
  double expected_ns_ = 0;  ///< time of the first answers of all methods
  double rounds_ns_ = 0;    ///< time of the rounds so far
};

}  // namespace

std::optional<std::vector<TrialRecord>> measure_in_turns(const TurnsTask& task,
                                                         std::span<const TurnsMethod> methods,
                                                         JudgedWorld& world, Ledger& ledger,
                                                         const TurnsWatch& watch) {
  try {
    return Turns(task, methods, world, ledger, watch).run();
  } catch (const WorkInterrupted&) {
    return std::nullopt;
  }
}

}  // namespace fairway
