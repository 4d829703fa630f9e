#include "harness/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "datasets/output.hpp"
#include "datasets/world.hpp"
#include "harness/machine/calibration.hpp"
#include "harness/machine/conditions.hpp"
#include "harness/machine/interrupt.hpp"
#include "harness/machine/machine.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sha256.hpp"
#include "harness/store/store_place.hpp"
#include "harness/sweep/asked_world.hpp"
#include "harness/sweep/kept_workers.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/sweep/map_queue.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/recorded_answers.hpp"
#include "harness/sweep/rehearsal.hpp"
#include "harness/sweep/sweep_world.hpp"
#include "harness/sweep/turns.hpp"
#include "harness/worker/process_family.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway {

namespace {

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const std::filesystem::path& folder, int jobs,
        const std::filesystem::path& scratch, const std::vector<CrashedMap>& crashed)
      : plan_(plan),
        crashed_(crashed),
        jobs_(static_cast<std::size_t>(jobs)),
        place_(folder, scratch),
        store_(place_.file(), run_record_of(plan, jobs), this_machine()),
        cores_(jobs_),
        queue_(plan.maps.size()),
        progress_(plan.maps.size() * plan.sweep.methods.size(),
                  Forecast(world_weights(plan), jobs_)) {
    store_.note_calibration(calibrate(cores_.core()));
    adopt_orphans();
    for (const SweepMap& map : plan.maps) {  // the worlds of a map are consecutive
      const bool same = !shared_.empty() && map.map == plan.maps[shared_.size() - 1].map;
      shared_.push_back(same ? shared_.back() : std::make_shared<SharedMap>(map, plan.sweep));
    }
    settings_ = worker_settings(plan.sweep);
    settings_.stop = [this] { return must_stop(); };
    std::set<std::string> structures;
    for (const Method& method : plan.sweep.methods) {
      const auto pin = std::ranges::find(plan.pins, method.name, &Pin::method);
      const bool pinned = pin != plan.pins.end();
      if (pinned) expect_method(pin->store, method);
      methods_.push_back({&method, store_.method(method, pinned),
                          !pinned && structures.insert(structure_of(method)).second,
                          pinned ? &*pin : nullptr});
    }
  }

  SweepEnd run() {
    if (crashed_.empty()) {
      for (const std::string& line : plan_.absent) progress_.print_line(line);
    }
    std::vector<std::jthread> threads;
    for (std::size_t job = 0; job < std::min(jobs_, plan_.maps.size()); ++job) {
      threads.emplace_back([this, job] { work(job); });
    }
    threads.clear();  // waits for the threads
    end_children();
    progress_.close();
    if (failure_) std::rethrow_exception(failure_);
    if (InterruptGuard::interrupted()) return {SweepOutcome::kInterrupted};
    store_.finish();
    place_.publish(store_);
    note_errors_of_methods();
    if (!faults_.empty()) return {SweepOutcome::kFailed, faults_};
    return {refused_ ? SweepOutcome::kMapsRefused : SweepOutcome::kFinished};
  }

 private:
  struct StoredMethod {
    const Method* method;
    std::int64_t id;
    /// Whether to draw the representation. False if an earlier method has the same representation
    /// with the same options.
    bool drawn;
    const Pin* pin;  ///< store of its recorded answers, or null
  };

  /// Methods that still lack answers to the same queries of a world.
  struct Group {
    std::vector<QueryRecord> queries;
    std::vector<QueryRecord> drawn;  ///< all queries of the world that are chosen for pictures
    std::vector<const StoredMethod*> methods;
  };

  static RunRecord run_record_of(const SweepPlan& plan, int jobs) {
    RunRecord run = run_record(plan);
    run.jobs = jobs;
    return run;
  }

  bool must_stop() const { return failed_ || InterruptGuard::interrupted(); }

  /// Measures maps until none is left or all jobs must stop.
  void work(std::size_t job) {
    cores_.enter(job);
    WorkerSettings settings = settings_;
    settings.core = cores_.core(job);
    KeptWorkers kept;
    while (!must_stop()) {
      const std::optional<std::size_t> number = queue_.next();
      if (!number) return;
      MapQueue::Place place(queue_, *number);
      try {
        measure(place, settings, kept);
      } catch (...) {  // an error of the store, which concerns all maps
        if (!failed_.exchange(true)) failure_ = std::current_exception();
      }
    }
  }

  /// Measures a map. Throws only errors that prevent the measurement of other maps too.
  void measure(MapQueue::Place& place, const WorkerSettings& settings, KeptWorkers& kept) {
    const std::string& name = plan_.maps[place.number()].name;
    const auto crashed = std::ranges::find(crashed_, name, &CrashedMap::name);
    if (crashed != crashed_.end()) return fail(place.number(), "crashed: " + crashed->crash);
    const CrashTask task(name);
    try {
      run_map(place, settings, kept);
    } catch (const InputError& e) {
      refused_ = true;
      refuse(place.number(), e.what());
    } catch (const std::filesystem::filesystem_error& e) {
      refused_ = true;
      refuse(place.number(), e.what());
    } catch (const DatabaseError&) {
      throw;
    } catch (const OutputError&) {
      throw;
    } catch (const StoreMismatch&) {
      throw;
    } catch (const StoreUnavailable&) {
      throw;
    } catch (const std::exception& e) {
      fail(place.number(), fmt::format("failed: {}", e.what()));
    }
  }

  void refuse(std::size_t world, const std::string& why) {
    store_.add_refusal(plan_.maps[world].name, why);
    progress_.print_line(why);
    progress_.skip_world(world, plan_.sweep.methods.size());
  }

  void fail(std::size_t world, const std::string& how) {
    const std::string fault = fmt::format(
        "{}: while the harness prepared or judged this map, it {}", plan_.maps[world].name, how);
    {
      const std::scoped_lock lock(faults_mutex_);
      faults_.push_back(fault);
    }
    refuse(world, fault);
  }

  void note_errors_of_methods() {
    for (const StoredMethod& method : methods_) {
      if (method.method->is_foreign() || method.pin != nullptr) continue;
      const auto [builds, answers] = store_.errors_of(method.id);
      if (builds + answers == 0) continue;
      faults_.push_back(
          fmt::format("{}: {} of its builds and {} of its answers have the status error, which is "
                      "a bug of this program",
                      method.method->name, builds, answers));
    }
  }

  void run_map(MapQueue::Place& place, const WorkerSettings& settings, KeptWorkers& kept) {
    const SweepMap& map = plan_.maps[place.number()];
    kept.begin_map(map.map);
    const std::shared_ptr<SharedMap> shared = std::move(shared_[place.number()]);
    std::optional<std::int64_t> id = store_.find_world(map.name, shared->sha256(), map.read.text());
    std::vector<Group> missing;
    if (id) {
      if (map.problems) expect_queries_of(*map.problems, store_.queries(*id));
      missing = missing_of(*id, map.slice);
      if (missing.empty()) return progress_.skip_world(place.number(), methods_.size());
      std::size_t methods = 0;
      for (const Group& group : missing) methods += group.methods.size();
      progress_.skip(methods_.size() - methods);
    }
    progress_.begin(place.number(), map.name);
    MeasurementRecord conditions;
    conditions.started = utc_now();
    conditions.core = settings.core;
    conditions.load_before = system_load();
    conditions.mhz_before = core_megahertz(settings.core);
    const OthersMeter others;
    Ledger ledger;
    const SweepWorld world = load_sweep_world(map, *shared);
    ledger.charge("world");
    Questions questions;
    const auto store_world = [&] {
      place.wait_for_turn();  // ids in the store must not depend on the speed of jobs
      id = store_.add_world(questions.world, questions.queries, questions.outline, questions.optima,
                            questions.bursts);
      place.finish();
      ledger.charge("store");
    };
    if (!id) {
      questions = prepare_questions(map, world, plan_.sweep, *shared);
      if (!questions.note.empty()) progress_.print_line(map.name + ": " + questions.note);
      ledger.charge("reference");
      if (!questions.truth) store_world();
      missing = id ? missing_of(*id, map.slice) : all_of(questions.queries, map.slice);
    } else {
      place.finish();
    }
    for (Group& group : missing) {
      auto trials =
          run_trials(place.number(), world, questions.truth.get(), group, settings, kept, ledger);
      if (!trials) return;
      if (!id) {  // the truth of a changing world is known after its last burst
        complete_questions(questions, plan_.sweep);
        store_world();
        group.queries = all_of(questions.queries, map.slice).front().queries;
      }
      store_trials(*id, map, group, *trials);
      ledger.charge("store");
    }
    progress_.end(place.number());
    conditions.load_after = system_load();
    conditions.mhz_after = core_megahertz(settings.core);
    conditions.others = others.busy_cores();
    conditions.expenses = ledger.entries();
    store_.add_measurement(*id, conditions);
    place_.publish(store_);
  }

  /// Finds the queries of a slice for which a method has no stored answers. Methods that lack
  /// answers to the same queries form a group. Usually there is one group with all methods.
  std::vector<Group> missing_of(std::int64_t world, const Slice& slice) {
    const std::vector<QueryRecord> queries = store_.queries(world);
    std::vector<std::pair<std::vector<std::size_t>, Group>> groups;  // by positions of queries
    for (const StoredMethod& method : methods_) {
      const std::vector<int> answered = store_.answered(world, method.id);
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < queries.size(); ++i) {
        if (slice.holds(i) &&
            !std::binary_search(answered.begin(), answered.end(), queries[i].number)) {
          places.push_back(i);
        }
      }
      if (places.empty() && store_.has_build(world, method.id)) continue;
      auto at = std::find_if(groups.begin(), groups.end(),
                             [&](const auto& group) { return group.first == places; });
      if (at == groups.end()) {
        at = groups.insert(at, {places, {}});
        for (const std::size_t i : places) at->second.queries.push_back(queries[i]);
        for (const QueryRecord& query : queries) {
          if (query.drawn) at->second.drawn.push_back(query);
        }
      }
      at->second.methods.push_back(&method);
    }
    std::vector<Group> missing;
    for (auto& [places, group] : groups) missing.push_back(std::move(group));
    return missing;
  }

  /// Returns one group: all methods with the queries of a slice.
  std::vector<Group> all_of(const std::vector<QueryRecord>& queries, const Slice& slice) const {
    Group group;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (slice.holds(i)) group.queries.push_back(queries[i]);
    }
    for (const StoredMethod& method : methods_) group.methods.push_back(&method);
    return {std::move(group)};
  }

  /// Measures the methods of a group. Returns nothing if the sweep must stop.
  std::optional<std::vector<TrialRecord>> run_trials(std::size_t number, const SweepWorld& world,
                                                     ChangingTruth* truth, Group& group,
                                                     const WorkerSettings& settings,
                                                     KeptWorkers& kept, Ledger& ledger) {
    const SweepMap& map = plan_.maps[number];
    AskedWorld asked(map, world, truth);
    std::vector<TurnsMethod> methods;
    std::vector<std::unique_ptr<RecordedAnswers>> recorded;  // null for methods that run
    for (const StoredMethod* method : group.methods) {
      TurnsMethod& turns = methods.emplace_back();
      recorded.push_back(nullptr);
      if (method->pin != nullptr) {
        if (asked.changes()) {
          throw InputError(map.file, 1, "--pin: the world changes; expected a static world");
        }
        recorded.back() = std::make_unique<RecordedAnswers>(recorded_answers(
            method->pin->store, method->method->name, hash_text(world_hash(world.space()))));
        turns.recorded = true;
        turns.start = [&answers = *recorded.back()] { return recorded_worker(answers); };
        continue;
      }
      asked.start_workers(settings, *method->method, turns, &kept);
      if (method->drawn && plan_.sweep.draw > 0 && !asked.changes()) {
        turns.drawing = picture_request(world.space(), group.drawn);
      }
    }
    TurnsTask task;
    task.queries = group.queries;
    task.repetitions = plan_.sweep.repetitions;
    task.builds = plan_.sweep.builds;
    task.seed = std::stoull(sha256(fmt::format("{} {}", plan_.sweep.seed, map.name)).substr(0, 16),
                            nullptr, 16);
    task.paths = plan_.sweep.paths;
    TurnsWatch watch;
    watch.stop = [this] { return must_stop(); };
    watch.report = [&](const std::string& what, std::optional<double> seconds_left) {
      progress_.update(number, map.name + "  " + what, seconds_left);
    };
    ledger.charge("world");
    auto trials = measure_in_turns(task, methods, asked.judged(), ledger, watch);
    asked.end_fork_server();
    end_children(jobs_ == 1 ? std::nullopt : settings.core, kept.processes());
    for (std::size_t i = 0; trials && i < trials->size(); ++i) {
      if (recorded[i]) add_reported_times(*recorded[i], group.queries, (*trials)[i]);
    }
    return trials;
  }

  void store_trials(std::int64_t world, const SweepMap& map, const Group& group,
                    const std::vector<TrialRecord>& trials) {
    for (std::size_t i = 0; i < trials.size(); ++i) {
      store_.add_trial(world, group.methods[i]->id, group.queries, trials[i]);
      progress_.finish(map.name + "  " + group.methods[i]->method->name, outcome(trials[i]));
    }
  }

  static std::string outcome(const TrialRecord& trial) {
    if (trial.build.status != Status::kBuilt) {
      return fmt::format("{}: {}", name_of(trial.build.status), trial.build.message);
    }
    std::array<int, kStatusNames.size()> count{};
    for (const AnswerRecord& answer : trial.answers)
      ++count[static_cast<std::size_t>(answer.status)];
    std::string text;
    for (std::size_t i = 0; i < count.size(); ++i) {
      if (count[i] == 0) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count[i], kStatusNames[i]);
    }
    return text;
  }

  const SweepPlan& plan_;
  const std::vector<CrashedMap>& crashed_;
  std::size_t jobs_;
  InterruptGuard guard_;
  WorkerSettings settings_;  ///< settings without a core; each job sets its core
  StorePlace place_;         // declared before the store, which must close first
  ResultStore store_;
  ReservedCores cores_;
  /// The map of each world. Becomes null when the measurement of the world starts.
  std::vector<std::shared_ptr<SharedMap>> shared_;
  MapQueue queue_;
  Progress progress_;
  std::vector<StoredMethod> methods_;
  std::atomic<bool> refused_ = false;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;  ///< first failure of a job
  std::mutex faults_mutex_;
  std::vector<std::string> faults_;
};

}  // namespace

SweepEnd run_sweep(const SweepPlan& plan, const std::filesystem::path& folder, int jobs,
                   const std::filesystem::path& scratch, const std::vector<CrashedMap>& crashed) {
  return Sweep(plan, folder, jobs, scratch, crashed).run();
}

}  // namespace fairway
