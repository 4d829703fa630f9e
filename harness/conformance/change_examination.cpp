#include "harness/conformance/change_examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "datasets/read_world.hpp"

namespace fairway::conformance {

namespace {

/// Returns bursts that lead from the first world to the last in small steps. One burst sets one row
/// of cells, or adds one obstacle. The last row or obstacle comes first.
std::vector<Burst> pieces_of(const FreeSpace& last, const std::vector<Obstacle>& obstacles) {
  std::vector<Burst> pieces;
  if (const Raster* cells = last.raster()) {
    for (int y = cells->height() - 1; y >= 0; --y) {
      CellPatch row{0, y, Raster(cells->width(), 1)};
      for (int x = 0; x < cells->width(); ++x) row.cells.set(x, 0, cells->at(x, y));
      pieces.push_back({.patches = {std::move(row)}});
    }
  }
  for (auto at = obstacles.rbegin(); at != obstacles.rend(); ++at) {
    pieces.push_back({.added = {*at}});
  }
  return pieces;
}

class ChangeExaminer {
 public:
  ChangeExaminer(const ChangingArena& arena, const Guarantees& promised, const StartWorkerIn& start)
      : arena_(arena), promised_(promised), start_(start) {}

  Findings run() {
    try {
      check_bursts();
    } catch (const WorkerFailure& failure) {
      // A failure before the first burst does not break Promise::kChanges.
      if (!when_.empty()) broken(fmt::format("{}: {}", name_of(failure.status()), failure.what()));
    }
    return std::move(findings_);
  }

 private:
  struct Answers {
    std::vector<AnswerReply> replies;
    Findings findings;
  };

  void check_bursts() {
    const Arena& first = *arena_.moments.front().arena;
    const std::unique_ptr<Worker> worker = built(first.world, true);
    if (worker == nullptr) return;
    const Answers before = answers(*worker, first);
    Answers rebuilt;
    for (std::size_t i = 1; i < arena_.moments.size(); ++i) {
      const auto& [burst, arena] = arena_.moments[i];
      when_ = fmt::format("after burst {}", i);
      if (!worker->apply_burst(burst, false)) return;
      const Answers repaired = answers(*worker, *arena);
      rebuilt = rebuilt_answers(*arena);
      compare(*arena, repaired, rebuilt, "of the rebuilt method");
    }
    when_ = "after undoing all changes";
    if (!worker->apply_burst(arena_.undo, false)) return;
    compare(first, answers(*worker, first), before, "at first");
    check_another_order(rebuilt);
  }

  void check_another_order(const Answers& rebuilt) {
    when_ = "after the same changes in another order";
    const Arena& last = *arena_.moments.back().arena;
    const std::unique_ptr<Worker> worker = built(arena_.moments.front().arena->world, true);
    if (worker == nullptr) return;
    for (const Burst& piece : arena_.pieces) {
      if (!worker->apply_burst(piece, false)) return;
    }
    compare(last, answers(*worker, last), rebuilt, "of the rebuilt method");
  }

  /// Starts a worker and builds its method. Returns nullptr if the build does not succeed. This is
  /// not reported here, because examine() reports failed builds.
  std::unique_ptr<Worker> built(const SharedText& world, bool changes) {
    std::unique_ptr<Worker> worker = start_(world, changes);
    const BuiltWorker built = worker->build();
    varies_ = built.reply.varies;
    return built.reply.status == Status::kBuilt ? std::move(worker) : nullptr;
  }

  Answers answers(Worker& worker, const Arena& arena) const {
    Interview interview(arena, promised_);
    interview.ask(worker);
    return {interview.replies(), interview.findings()};
  }

  Answers rebuilt_answers(const Arena& arena) {
    const std::unique_ptr<Worker> worker = built(arena.world, false);
    return worker == nullptr ? Answers() : answers(*worker, arena);
  }

  /// Reports differences between the answers `these` and `others`. In messages, `of` names the
  /// source of `others`. A promise that both lists break is not reported, because the change of the
  /// world is not the cause.
  void compare(const Arena& arena, const Answers& these, const Answers& others,
               std::string_view of) {
    const auto of_query = [&](std::size_t i, std::string_view what) {
      const Query& query = arena.queries[i].query;
      return fmt::format("from {} to {}: {}", text_of(query.start), text_of(query.goal), what);
    };
    for (const Breach& breach : these.findings.breaches()) {
      if (others.findings.breach_of(breach.promise) != nullptr) continue;
      broken(of_query(breach.query.value_or(0), breach.message), breach.path);
    }
    const auto& is = these.replies;
    const auto& was = others.replies;
    if (varies_ || is.size() != was.size()) return;
    for (std::size_t i = 0; i < is.size(); ++i) {
      const bool same_status =
          is[i].failure == was[i].failure && is[i].answer.status == was[i].answer.status;
      if (!same_status) {
        broken(of_query(i, fmt::format("the status differs from the status {}", of)));
        continue;
      }
      findings_.note(Promise::kChanges);
      if (is[i].failure || is[i].answer.status != PlanStatus::kFound) continue;
      // Two indices of one world may list edges in different orders, and then find different paths
      // of equal cost. Smoothing may turn these paths into paths of different costs. Equal costs
      // before smoothing therefore suffice.
      const auto same_cost = [&](const Path& one, const Path& other) {
        const double expected = path_cost(arena.space, other);
        return std::abs(path_cost(arena.space, one) - expected) <= kRounding * expected;
      };
      const Answer& answer = is[i].answer;
      const Answer& other = was[i].answer;
      if (same_cost(answer.raw, other.raw) || same_cost(answer.path, other.path)) continue;
      broken(of_query(i, fmt::format("the path costs {}, the path {} {}",
                                     path_cost(arena.space, answer.path), of,
                                     path_cost(arena.space, other.path))),
             answer.path);
    }
  }

  void broken(const std::string& what, const Path& path = {}) {
    findings_.note(Promise::kChanges);
    findings_.add({Promise::kChanges, fmt::format("{}, {}", when_, what), std::nullopt, path});
  }

  const ChangingArena& arena_;
  const Guarantees& promised_;
  const StartWorkerIn& start_;
  std::string when_;  ///< current moment, for messages; empty before the first burst
  bool varies_ = false;
  Findings findings_;
};

}  // namespace

ChangingArena::ChangingArena(const ChangingWorld& changing) {
  WorldMoment moment(make_free_space(WorldFile(changing.start)));
  std::vector<Query> queries;
  Burst burst;
  const auto end_moment = [&] {
    moments.push_back({std::move(burst), std::make_unique<Arena>(moment.space(), queries)});
    queries.clear();
  };
  for (const Step& step : changing.steps) {
    if (const auto* query = std::get_if<QueryStep>(&step)) {
      queries.push_back({query->start, query->goal});
      continue;
    }
    end_moment();
    const auto& burst_step = std::get<BurstStep>(step);
    burst = burst_step.burst;
    try {
      moment.change(burst);
    } catch (const InvalidBurst& invalid) {
      throw InputError(changing.file, line_of(burst_step, invalid.added()),
                       fmt::format("burst {}: {}", moments.size(), invalid.what()));
    }
  }
  end_moment();
  const std::vector<Obstacle> obstacles = moment.obstacles();
  pieces = pieces_of(moment.space(), obstacles);
  for (const Obstacle& obstacle : obstacles) undo.removed.push_back(obstacle.id);
  if (const Raster* cells = moment.first().raster()) undo.patches.push_back({0, 0, *cells});
}

Findings examine_changes(const ChangingArena& arena, const Guarantees& promised,
                         const StartWorkerIn& start) {
  return ChangeExaminer(arena, promised, start).run();
}

}  // namespace fairway::conformance
