#pragma once

#include <memory>
#include <optional>

#include "harness/judging/changing_truth.hpp"
#include "harness/judging/judge.hpp"
#include "harness/judging/judged_world.hpp"
#include "harness/sweep/sweep_plan.hpp"
#include "harness/sweep/sweep_world.hpp"
#include "harness/sweep/turns.hpp"
#include "harness/worker/fork_server.hpp"
#include "harness/worker/process_worker.hpp"
#include "harness/worker/shared_text.hpp"

namespace fairway {

/// A world of a sweep, as its workers receive it.
class AskedWorld {
 public:
  /// Keeps references to `world` and `truth`. `truth` may be null: a changing world then builds its
  /// own. Throws InputError.
  AskedWorld(const SweepMap& map, const SweepWorld& world, ChangingTruth* truth);

  JudgedWorld& judged();
  bool changes() const { return changing_ != nullptr; }
  /// Sets the functions of `turns` that start workers of `method` in this world. They refer to
  /// `settings`, `method` and this object.
  void start_workers(const WorkerSettings& settings, const Method& method, TurnsMethod& turns);
  /// Ends the processes that fork workers.
  void end_fork_server() { fork_server_.reset(); }

 private:
  const SharedText& text_now();
  /// Starts a worker in the world before all bursts.
  std::unique_ptr<Worker> start_worker(const WorkerSettings& settings, const Method& method);

  std::optional<ChangingTruth> own_truth_;
  ChangingTruth* changing_;            ///< null for a static world
  std::optional<Box> frame_;           ///< of an eroded changing world
  std::optional<PartRecord> erosion_;  ///< present for an eroded world
  std::optional<Judge> judge_;         ///< present for a static world
  std::optional<StaticWorld> static_;
  SharedText text_;                     ///< world before all bursts
  std::optional<SharedText> text_now_;  ///< world after the latest bursts
  int bursts_left_ = -1;                ///< when text_now_ was made
  std::optional<ForkServer> fork_server_;
};

}  // namespace fairway
