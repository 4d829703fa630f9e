#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "algorithms/changing_space/burst.hpp"
#include "harness/judging/judge.hpp"

namespace fairway {

/// A world in which methods are asked, and which may change between queries.
class JudgedWorld {
 public:
  virtual ~JudgedWorld() = default;
  /// Judges an answer in the world as it is.
  virtual AnswerRecord judge(const QueryRecord& query, const Answer& answer) = 0;
  /// The number of bursts to come.
  virtual int bursts_left() const = 0;
  /// Takes the next burst, and returns it. Throws InputError for one that the world does not allow.
  /// Precondition: there is one.
  virtual const Burst& apply_next_burst() = 0;
  /// The time of eroding the world after the last burst, in nanoseconds.
  virtual std::int64_t erosion_ns() const { return 0; }
  /// The bursts taken so far as one.
  virtual Burst applied_bursts() const = 0;
  /// Gives queries of this moment their truth and optimum, where the world solves them as it goes.
  virtual void solve(std::span<QueryRecord> asked) { static_cast<void>(asked); }
};

/// A world that stays as it is.
class StaticWorld final : public JudgedWorld {
 public:
  explicit StaticWorld(Judge& judge) : judge_(judge) {}

  AnswerRecord judge(const QueryRecord& query, const Answer& answer) override {
    return judge_.judge(query, answer);
  }
  int bursts_left() const override { return 0; }
  const Burst& apply_next_burst() override {
    throw std::logic_error("a burst in a world that stays");
  }
  Burst applied_bursts() const override { return {}; }

 private:
  Judge& judge_;
};

}  // namespace fairway
