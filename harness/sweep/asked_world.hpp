#pragma once

#include <memory>
#include <optional>

#include "harness/judging/changing_truth.hpp"
#include "harness/judging/judge.hpp"
#include "harness/judging/judged_world.hpp"
#include "harness/sweep/kept_workers.hpp"
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
  /// Keeps references to all arguments. If `truth` is null, a changing world builds its own
  /// ChangingTruth. Throws InputError.
  AskedWorld(const SweepMap& map, const SweepWorld& world, ChangingTruth* truth);

  JudgedWorld& judged();
  bool changes() const { return changing_ != nullptr; }
  /// Sets the functions of `turns` that start workers of `method` in this world. The functions
  /// refer to `settings`, `method` and this object. Workers usually load the eroded world. There is
  /// one exception: the method serves any radius and the world is static. Its workers then load the
  /// map before erosion, and its queries have the radius of the world. One build serves all radii
  /// of the map, and only the world of the least radius counts the build. If `kept` is not null,
  /// the worker stays in `kept` for the other radii.
  void start_workers(const WorkerSettings& settings, const Method& method, TurnsMethod& turns,
                     KeptWorkers* kept = nullptr);
  /// Ends the processes that fork workers.
  void end_fork_server() {
    fork_server_.reset();
    map_fork_server_.reset();
  }

 private:
  const SharedText& text_now();
  /// The map before erosion.
  const SharedText& map_text();
  /// Starts a worker that loads `text`: this world before all bursts, or the map before erosion.
  std::unique_ptr<Worker> start_worker(const WorkerSettings& settings, const Method& method,
                                       const SharedText& text, std::optional<ForkServer>& server);

  const SweepMap& map_;
  const FreeSpace& before_erosion_;
  std::optional<ChangingTruth> own_truth_;
  ChangingTruth* changing_;            ///< truth of a changing world; null for a static world
  std::optional<Box> frame_;           ///< ChangingTruth::frame() of an eroded changing world
  std::optional<PartRecord> erosion_;  ///< costs of the erosion; present for an eroded world
  std::optional<Judge> judge_;         ///< judge of a static world
  std::optional<StaticWorld> static_;
  SharedText text_;                     ///< world before all bursts
  std::optional<SharedText> map_text_;  ///< map before erosion, if a method needs it
  std::optional<SharedText> text_now_;  ///< world after the latest bursts
  int bursts_left_ = -1;                ///< JudgedWorld::bursts_left() when text_now_ was made
  std::optional<ForkServer> fork_server_;
  /// Fork server that has loaded the map before erosion.
  std::optional<ForkServer> map_fork_server_;
};

}  // namespace fairway
