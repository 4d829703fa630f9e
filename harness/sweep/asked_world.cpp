#include "harness/sweep/asked_world.hpp"

#include <string>

#include "algorithms/freespace/erosion.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

AskedWorld::AskedWorld(const SweepMap& map, const SweepWorld& world, ChangingTruth* truth)
    : changing_(truth), text_([&] {
        if (world.changing && changing_ == nullptr) {
          own_truth_.emplace(*world.changing, map.radius);
          changing_ = &*own_truth_;
        } else if (!world.changing) {
          static_.emplace(judge_.emplace(world.space(), world.map.walls()));
        }
        // The borders of a changing world must equal the borders of the truth bit by bit.
        return format_world(changing_ != nullptr && map.radius > 0 ? changing_->space()
                                                                   : world.space());
      }()) {
  if (map.radius == 0) return;
  erosion_ = PartRecord{std::string(kErosionName), world.erosion_ns, 0};
  if (changing_ == nullptr) return;
  frame_ = changing_->frame();
  erosion_->build_ns = changing_->erosion_ns();
  erosion_->bytes = changing_->erosion_bytes();
}

JudgedWorld& AskedWorld::judged() {
  if (changing_ != nullptr) return *changing_;
  return *static_;
}

const SharedText& AskedWorld::text_now() {
  if (bursts_left_ != changing_->bursts_left()) {
    text_now_.emplace(format_world(changing_->space()));
    bursts_left_ = changing_->bursts_left();
  }
  return *text_now_;
}

/// A fork server forks each method once. Each round of builds then loads the world and builds its
/// parts again.
std::unique_ptr<Worker> AskedWorld::start_worker(const WorkerSettings& settings,
                                                 const Method& method) {
  if (method.is_foreign()) {
    return std::make_unique<ProcessWorker>(settings, method, text_, changes(), frame_);
  }
  try {
    if (!fork_server_ || fork_server_->has_forked(method.name)) {
      fork_server_.reset();
      fork_server_.emplace(settings, WorkerWorld{text_, changes(), frame_});
    }
    return std::make_unique<ProcessWorker>(settings, method, *fork_server_);
  } catch (const WorkerFailure&) {
    fork_server_.reset();
    throw;
  }
}

void AskedWorld::start_workers(const WorkerSettings& settings, const Method& method,
                               TurnsMethod& turns) {
  turns.erosion = erosion_;
  turns.start = [&, this] { return start_worker(settings, method); };
  turns.start_now = [&, this] {
    return std::make_unique<ProcessWorker>(settings, method, text_now());
  };
}

}  // namespace fairway
