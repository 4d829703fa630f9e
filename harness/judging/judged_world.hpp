#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "algorithms/changing_space/burst.hpp"
#include "harness/judging/judge.hpp"

namespace fairway {

/// A world in which answers are judged. It may change between queries.
class JudgedWorld {
 public:
  virtual ~JudgedWorld() = default;
  /// Judges an answer in the current world.
  virtual AnswerRecord judge(const QueryRecord& query, const Answer& answer) = 0;
  /// The number of bursts that are not applied yet.
  virtual int bursts_left() const = 0;
  /// Applies the next burst and returns it. Throws InputError for an invalid burst. Precondition:
  /// bursts_left() > 0.
  virtual const Burst& apply_next_burst() = 0;
  /// The time of the erosion after the last burst, in nanoseconds.
  virtual std::int64_t erosion_ns() const { return 0; }
  /// All applied bursts, merged into one burst.
  virtual Burst applied_bursts() const = 0;
  /// Sets truth and optimum of `asked`, which are queries of the current moment. Does nothing if
  /// they are solved already.
  virtual void solve(std::span<QueryRecord> asked) { static_cast<void>(asked); }
};

/// A world that does not change.
class StaticWorld final : public JudgedWorld {
 public:
  explicit StaticWorld(Judge& judge) : judge_(judge) {}

  AnswerRecord judge(const QueryRecord& query, const Answer& answer) override {
    return judge_.judge(query, answer);
  }
  int bursts_left() const override { return 0; }
  const Burst& apply_next_burst() override {
    throw std::logic_error("a static world has no bursts");
  }
  Burst applied_bursts() const override { return {}; }

 private:
  Judge& judge_;
};

}  // namespace fairway
