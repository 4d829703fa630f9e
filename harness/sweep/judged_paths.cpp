#include "harness/sweep/judged_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "datasets/map_files.hpp"
#include "datasets/recorded_paths.hpp"
#include "datasets/scenario.hpp"
#include "harness/judging/judge.hpp"
#include "harness/machine/machine.hpp"
#include "harness/queries/even_rows.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/sweep/recorded_answers.hpp"
#include "harness/sweep/sweep_world.hpp"
#include "harness/sweep/turns.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

class Judgement {
 public:
  explicit Judgement(const JudgedPaths& judged)
      : judged_(judged),
        store_(judged.folder / "results.sqlite"),
        exists_(fs::exists(store_)),
        scenario_(read_scenario(judged.scenario)) {
    expect_scenario_of(scenario_, judged.map);
    for (RecordedPath& path : read_recorded_paths(judged.paths, scenario_.problems.size())) {
      last_line_ = std::max(last_line_, path.line);
      paths_.emplace(path.row, std::move(path));
    }
    sweep_.file = judged.map;
    if (!judged.terrain.empty()) sweep_.terrain = judged.terrain;
    map_.file = judged.map;
    map_.map = map_names({judged.map}).front();
    map_.read = judged.read;
    map_.radius = judged.radius;
    map_.name = world_name(map_.map, judged.radius);
    map_.family = fs::absolute(judged.map).parent_path().filename().string();
    map_.asked = ScenarioRows{judged.scenario, asked_rows()};
    expect_all_rows();
  }

  PathsJudgement run() {
    SharedMap shared(map_, sweep_);
    const SweepWorld world = load_sweep_world(map_, shared);
    Questions questions = prepare_questions(map_, world, sweep_, shared);
    std::vector<QueryRecord>& queries = questions.queries;
    const TrialRecord trial = judge(world, queries);
    RunRecord run = exists_ ? stored_settings(store_) : RunRecord{};
    run.sweep = "judge";
    ResultStore store(store_, run, this_machine());
    std::optional<std::int64_t> id =
        store.find_world(map_.name, questions.world.sha256, questions.world.read);
    if (id) {
      store.expect_content(*id, questions.world.content_hash);
      const std::vector<QueryRecord> stored = store.queries(*id);
      check_same(stored, queries);
      queries = stored;
    } else {
      id = store.add_world(questions.world, queries, questions.outline, questions.optima);
    }
    Method method;
    method.name = method.adapter = judged_.name;
    method.options = OptionValues::object();
    method.search.search = SearchKind::kOwn;
    const std::int64_t method_id = store.method(method, true);
    if (store.has_build(*id, method_id)) {
      throw StoreMismatch(
          fmt::format("{}: already has paths of '{}' on {}; expected another --name or --out",
                      store_.string(), judged_.name, map_.name));
    }
    store.add_trial(*id, method_id, queries, trial);
    store.finish();
    return {map_.name, verdicts(queries, trial.answers, judged_.max_gap),
            paths_.size() - queries.size()};
  }

 private:
  /// Returns the rows to judge. If the store has queries of this world, these are the rows of the
  /// queries. Otherwise, they are `count` evenly spaced rows. If there is no `count` either, they
  /// are all rows with a path.
  std::vector<std::size_t> asked_rows() const {
    std::vector<std::size_t> rows;
    if (exists_) {
      Database database(store_, Database::Mode::kReadOnly);
      check_schema_version(database, store_);
      Statement numbers(database,
                        "SELECT number FROM query JOIN world ON world.id = query.world"
                        " WHERE world.name = :name ORDER BY number",
                        {{"name", map_.name}});
      while (numbers.step()) rows.push_back(static_cast<std::size_t>(numbers["number"].integer()));
      if (!rows.empty()) return rows;
    }
    if (judged_.count) return even_rows(scenario_.problems.size(), *judged_.count);
    for (const auto& [row, path] : paths_) rows.push_back(row);
    return rows;
  }

  void expect_all_rows() const {
    for (const std::size_t row : map_.asked->rows) {
      if (paths_.contains(row)) continue;
      throw InputError(judged_.paths, last_line_,
                       fmt::format("row {} is missing; expected all rows asked of {}: {}", row,
                                   map_.name, fmt::join(map_.asked->rows, ", ")));
    }
  }

  TrialRecord judge(const SweepWorld& world, std::span<QueryRecord> queries) const {
    RecordedAnswers answers(judged_.paths.filename().string());
    for (const QueryRecord& query : queries) {
      const RecordedPath& path = paths_.at(static_cast<std::size_t>(query.number));
      RecordedAnswer answer;
      answer.status = path.points.empty() ? PlanStatus::kNoPath : PlanStatus::kFound;
      answer.path = answer.raw = path.points;
      answer.ns = path.ns;
      answer.nodes = path.nodes;
      answers.add(query.query, std::move(answer));
    }
    TurnsTask task;
    task.queries = queries;
    task.repetitions = 0;
    TurnsMethod method;
    method.start = [&] { return recorded_worker(answers); };
    method.recorded = true;
    Judge judge(world.space(), world.map.walls());
    Ledger ledger;
    TrialRecord trial =
        std::move(measure_in_turns(task, std::span(&method, 1), judge, ledger, {}).value().front());
    add_reported_times(answers, queries, trial);
    return trial;
  }

  void check_same(const std::vector<QueryRecord>& stored,
                  const std::vector<QueryRecord>& judged) const {
    const bool same = std::ranges::equal(stored, judged, [](const auto& a, const auto& b) {
      return !a.generated && a.number == b.number && a.query.start == b.query.start &&
             a.query.goal == b.query.goal;
    });
    if (same) return;
    throw StoreMismatch(
        fmt::format("{}: the queries of {} are not rows of {}; expected another --out",
                    store_.string(), map_.name, judged_.scenario.string()));
  }

  const JudgedPaths& judged_;
  fs::path store_;
  bool exists_;
  Scenario scenario_;
  std::map<std::size_t, RecordedPath> paths_;
  int last_line_ = 1;  ///< number of the last line with a path
  SweepFile sweep_;
  SweepMap map_;
};

}  // namespace

PathsJudgement judge_paths(const JudgedPaths& judged) { return Judgement(judged).run(); }

}  // namespace fairway
