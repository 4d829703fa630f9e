#include "harness/sweep/asked_world.hpp"

#include <algorithm>
#include <string>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

AskedWorld::AskedWorld(const SweepMap& map, const SweepWorld& world, ChangingTruth* truth)
    : map_(map), before_erosion_(world.map), changing_(truth), text_([&] {
        if (world.changing && changing_ == nullptr) {
          own_truth_.emplace(*world.changing, map.radius);
          changing_ = &*own_truth_;
        } else if (!world.changing) {
          static_.emplace(judge_.emplace(world.space(), world.map.walls()));
        }
        // The worker of a changing world must get exactly the border that ChangingTruth computed.
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

const SharedText& AskedWorld::map_text() {
  if (!map_text_) map_text_.emplace(format_world(before_erosion_));
  return *map_text_;
}

/// A fork server forks at most one worker for each method. The next build of a method needs a new
/// server, which loads the world and builds the parts of its free space again.
std::unique_ptr<Worker> AskedWorld::start_worker(const WorkerSettings& settings,
                                                 const Method& method, const SharedText& text,
                                                 std::optional<ForkServer>& server) {
  if (method.is_foreign()) {
    return std::make_unique<ProcessWorker>(settings, method, text, changes(), frame_);
  }
  try {
    if (!server || server->has_forked(method.name)) {
      server.reset();
      server.emplace(settings, WorkerWorld{text, changes(), frame_});
    }
    return std::make_unique<ProcessWorker>(settings, method, *server);
  } catch (const WorkerFailure&) {
    server.reset();
    throw;
  }
}

void AskedWorld::start_workers(const WorkerSettings& settings, const Method& method,
                               TurnsMethod& turns, KeptWorkers* kept) {
  const bool any_radius =
      method.command.empty() && Registry::built_in().promises(method).any_radius;
  if (any_radius && !changes()) {
    const double least = std::ranges::min(map_.radii);
    if (map_.radius != least) turns.counted_in = world_name(map_.map, least);
    if (kept != nullptr && map_.radii.size() > 1) turns.kept = &kept->of(method.name);
    if (map_.radius > 0) {
      turns.radius = map_.radius;
      turns.start = [&, this] {
        return start_worker(settings, method, map_text(), map_fork_server_);
      };
      return;
    }
  }
  turns.erosion = erosion_;
  turns.start = [&, this] { return start_worker(settings, method, text_, fork_server_); };
  turns.start_now = [&, this] {
    return std::make_unique<ProcessWorker>(settings, method, text_now());
  };
}

}  // namespace fairway
