#pragma once

#include <memory>
#include <optional>

#include "harness/judging/changing_truth.hpp"
#include "harness/judging/judge.hpp"
#include "harness/judging/judged_world.hpp"
#include "harness/sweep/sweep_plan.hpp"
#include "harness/sweep/sweep_world.hpp"
#include "harness/sweep/turns.hpp"
#include "harness/worker/nursery.hpp"
#include "harness/worker/process_worker.hpp"
#include "harness/worker/shared_text.hpp"

namespace fairway {

/// A world of a sweep as its workers are asked in it.
class AskedWorld {
 public:
  /// Keeps references to the world and to the truth, if there is one already. Throws InputError.
  AskedWorld(const SweepMap& map, const SweepWorld& world, ChangingTruth* truth);

  JudgedWorld& judged();
  bool changes() const { return changing_ != nullptr; }
  /// Has the method's workers started in this world. Keeps references to both, and to this.
  void start_workers(const WorkerSettings& settings, const Method& method, TurnsMethod& turns);
  /// Ends the processes that are not workers of a method.
  void end_nursery() { nursery_.reset(); }

 private:
  const SharedText& text_now();
  /// In the world before all bursts.
  std::unique_ptr<Worker> start_worker(const WorkerSettings& settings, const Method& method);

  std::optional<ChangingTruth> own_truth_;
  ChangingTruth* changing_;            ///< null of a world that stays
  std::optional<Box> frame_;           ///< of an eroded world that changes
  std::optional<PartRecord> erosion_;  ///< of an eroded world
  std::optional<Judge> judge_;         ///< of a world that stays
  std::optional<StillWorld> still_;
  SharedText text_;                     ///< of the world before all bursts
  std::optional<SharedText> text_now_;  ///< of the world at a moment
  int bursts_left_ = -1;                ///< at that moment
  std::optional<Nursery> nursery_;
};

}  // namespace fairway
