#include "harness/sweep.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>

#include "datasets/world.hpp"
#include "harness/cell.hpp"
#include "harness/interrupt.hpp"
#include "harness/judge.hpp"
#include "harness/progress.hpp"
#include "harness/result_store.hpp"
#include "harness/sha256.hpp"
#include "harness/sweep_world.hpp"

namespace fairway {

namespace {

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const Registry& registry, const std::filesystem::path& folder)
      : plan_(plan),
        registry_(registry),
        store_(folder / "results.sqlite", run_record(plan), this_machine()),
        progress_(plan.maps.size() * plan.sweep.methods.size(), 0) {
    std::set<std::string> representations;
    for (const Method& method : plan.sweep.methods) {
      methods_.push_back(
          {&method, store_.method(method), representations.insert(method.representation).second});
    }
  }

  SweepOutcome run() {
    for (const std::string& line : plan_.absent) progress_.say(line);
    bool refused = false;
    for (const SweepMap& map : plan_.maps) {
      try {
        run_map(map);
      } catch (const InputError& e) {
        refused = true;
        progress_.say(e.what());
        progress_.skip(plan_.sweep.methods.size());
      } catch (const std::filesystem::filesystem_error& e) {
        refused = true;
        progress_.say(e.what());
        progress_.skip(plan_.sweep.methods.size());
      }
      if (InterruptGuard::interrupted()) break;
    }
    progress_.close();
    if (InterruptGuard::interrupted()) return SweepOutcome::kInterrupted;
    store_.finish();
    return refused ? SweepOutcome::kMapsRefused : SweepOutcome::kFinished;
  }

 private:
  struct StoredMethod {
    const Method* method;
    std::int64_t id;
    bool drawn;  ///< the first of its representation, whose picture is kept
  };

  void run_map(const SweepMap& map) {
    std::optional<std::int64_t> id = store_.find_world(map.name, sha256_of_file(map.file));
    std::vector<const StoredMethod*> missing;
    for (const StoredMethod& method : methods_) {
      if (!id || !store_.has_cell(*id, method.id)) missing.push_back(&method);
    }
    progress_.skip(methods_.size() - missing.size());
    if (missing.empty()) return;

    progress_.begin(map.name);
    const SweepWorld world = load_sweep_world(map, plan_.sweep);
    if (!id) {
      Questions questions = draw_up_questions(map, world, plan_.sweep);
      if (!questions.note.empty()) progress_.say(map.name + ": " + questions.note);
      id =
          store_.add_world(questions.world, questions.queries, questions.outline, questions.optima);
    }
    const std::vector<QueryRecord> queries = store_.queries(*id);
    const std::vector<std::size_t> drawn = store_.drawn_queries(*id, queries);
    Judge judge(world.space(), world.map.walls());
    for (const StoredMethod* method : missing) {
      if (InterruptGuard::interrupted()) return;
      run_cell(map, *id, *method, world.space(), queries, drawn, judge);
    }
  }

  void run_cell(const SweepMap& map, std::int64_t world, const StoredMethod& method,
                const FreeSpace& space, const std::vector<QueryRecord>& queries,
                const std::vector<std::size_t>& drawn, Judge& judge) {
    const std::string what = map.name + "  " + method.method->name;
    progress_.begin(what);
    CellTask task;
    task.build = [&] { return registry_.build(space, *method.method); };
    task.queries = queries;
    task.repetitions = plan_.sweep.repetitions;
    task.drawn = drawn;
    if (method.drawn && plan_.sweep.draw > 0) {
      task.drawing = space.box();
      task.drawing_centre = drawn.empty() ? middle({space.box().min, space.box().max})
                                          : middle(queries[drawn.back()].query);
    }
    const auto cell = measure_cell(task, judge, [] { return InterruptGuard::interrupted(); });
    if (!cell) return;
    store_.add_cell(world, method.id, queries, *cell);
    progress_.finish(what, outcome(*cell));
  }

  static Point middle(const Query& q) {
    return {0.5 * (q.start.x + q.goal.x), 0.5 * (q.start.y + q.goal.y)};
  }

  static std::string outcome(const CellRecord& cell) {
    if (cell.build.status != BuildStatus::kBuilt) {
      return fmt::format("{}: {}", name_of(cell.build.status), cell.build.message);
    }
    std::array<int, kStatusNames.size()> count{};
    for (const AnswerRecord& answer : cell.answers)
      ++count[static_cast<std::size_t>(answer.status)];
    std::string text;
    for (std::size_t i = 0; i < count.size(); ++i) {
      if (count[i] == 0) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count[i], kStatusNames[i]);
    }
    return text;
  }

  const SweepPlan& plan_;
  const Registry& registry_;
  InterruptGuard guard_;
  ResultStore store_;
  Progress progress_;
  std::vector<StoredMethod> methods_;
};

}  // namespace

SweepOutcome run_sweep(const SweepPlan& plan, const Registry& registry,
                       const std::filesystem::path& folder) {
  return Sweep(plan, registry, folder).run();
}

}  // namespace fairway
