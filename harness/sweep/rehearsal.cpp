#include "harness/sweep/rehearsal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>
#include <set>
#include <system_error>

#include "harness/machine/conditions.hpp"
#include "harness/pictures/drawing.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/sweep/asked_world.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/sweep_world.hpp"
#include "harness/sweep/turns.hpp"

namespace fairway {

namespace {

constexpr int kRehearsedQueries = 5;
// Bytes of a row, including database indices, measured in the stores of the shipped sweeps.
constexpr double kAnswerBytes = 110;
constexpr double kTimingBytes = 40;
constexpr double kPathBytes = 45;  // without the points of the path

struct Expected {
  double seconds = 0;
  double bytes = 0;
};

double seconds_of(const Ledger& ledger, std::initializer_list<const char*> activities) {
  double ns = 0;
  for (const char* activity : activities) ns += static_cast<double>(ledger.charged(activity));
  return 1e-9 * ns;
}

double bytes_of(const std::vector<PathRecord>& paths) {
  double bytes = 0;
  for (const PathRecord& path : paths) {
    bytes += kPathBytes + static_cast<double>(path.points.size());
  }
  return bytes;
}

/// Returns the expected cost of a sweep over one world, extrapolated from a few queries.
Expected expected_of(const SweepPlan& plan, const SweepMap& map) {
  SweepFile sweep = plan.sweep;
  sweep.queries = std::min(sweep.queries, kRehearsedQueries);
  Ledger ledger;
  SharedMap shared(map, sweep);
  const SweepWorld world = load_sweep_world(map, shared);
  Questions questions = prepare_questions(map, world, sweep, shared);
  AskedWorld asked_world(map, world, questions.truth.get());
  const ReservedCores cores;
  WorkerSettings settings = worker_settings(sweep);
  settings.core = cores.core();
  std::vector<TurnsMethod> methods;
  std::set<std::string> structures;
  for (const Method& method : sweep.methods) {
    TurnsMethod& turns = methods.emplace_back();
    asked_world.start_workers(settings, method, turns);
    if (sweep.draw > 0 && !asked_world.changes() &&
        structures.insert(structure_of(method)).second) {
      turns.drawing = picture_request(world.space(), questions.queries);
    }
  }
  TurnsTask task;
  task.queries = questions.queries;
  task.paths = sweep.paths;
  ledger.charge("world");
  const std::vector<TrialRecord> trials =
      measure_in_turns(task, methods, asked_world.judged(), ledger, {}).value();
  if (questions.truth) complete_questions(questions, sweep);

  const auto asked = static_cast<double>(questions.queries.size());
  const double queries = asked < sweep.queries ? asked : plan.sweep.queries;
  const double warmed = static_cast<double>(kBatch + 1) / static_cast<double>(kBatch);
  Expected expected;
  expected.seconds = seconds_of(ledger, {"world", "change", "draw"}) +
                     sweep.builds * seconds_of(ledger, {"start", "build"}) +
                     queries / std::max(1.0, asked) * seconds_of(ledger, {"first round", "judge"}) +
                     sweep.repetitions * warmed * queries / (asked + 1) *
                         seconds_of(ledger, {"timed", "messages"});
  // With paths = "drawn", the number of stored paths does not grow with the number of queries.
  const double paths = sweep.paths == PathsKept::kAll ? queries / std::max(1.0, asked) : 1;
  expected.bytes = static_cast<double>(packed_segments(questions.outline).size()) +
                   paths * bytes_of(questions.optima);
  for (const BurstRecord& burst : questions.bursts) {
    expected.bytes += static_cast<double>(burst.gone.size() + burst.come.size());
  }
  for (const TrialRecord& trial : trials) {
    expected.bytes +=
        queries * (kAnswerBytes + kTimingBytes * sweep.repetitions) + paths * bytes_of(trial.paths);
    if (trial.drawing) {
      expected.bytes += static_cast<double>(trial.drawing->segments.size());
    }
  }
  return expected;
}

Point middle(Point a, Point b) { return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)}; }

}  // namespace

std::vector<double> world_weights(const SweepPlan& plan) {
  std::vector<double> weights;
  for (const SweepMap& map : plan.maps) {
    std::error_code unreadable;
    const auto size = std::filesystem::file_size(map.file, unreadable);
    weights.push_back(unreadable ? 0 : static_cast<double>(size));
  }
  const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) /
                      std::max<double>(1, static_cast<double>(weights.size()));
  for (double& weight : weights) weight = 1 + weight / std::max(1.0, mean);
  return weights;
}

WorkerSettings worker_settings(const SweepFile& sweep) {
  WorkerSettings settings;
  settings.built_in = own_worker();
  settings.folder = std::filesystem::absolute(sweep.file).parent_path();
  settings.timeout = std::chrono::milliseconds(sweep.timeout_ms);
  settings.build_timeout = std::chrono::milliseconds(sweep.build_timeout_ms);
  settings.memory_limit = std::int64_t{sweep.memory_mb} << 20;
  const bool foreign = std::any_of(sweep.methods.begin(), sweep.methods.end(),
                                   [](const Method& method) { return method.is_foreign(); });
  if (foreign && sweep.sandbox) settings.sandbox = find_sandbox();
  return settings;
}

std::string structure_of(const Method& method) {
  return fmt::format("{} {}", method.adapter, method.options.dump());
}

DrawRequest picture_request(const FreeSpace& space, std::span<const QueryRecord> queries) {
  const Box& box = space.box();
  DrawRequest request{box, middle(box.min, box.max), kMostKeptSegments, true};
  std::optional<int> last;
  for (const QueryRecord& query : queries) {
    if (query.drawn <= last) continue;
    last = query.drawn;
    request.centre = middle(query.query.start, query.query.goal);
  }
  return request;
}

std::string rehearse(const SweepPlan& plan, int jobs) {
  const SweepFile& sweep = plan.sweep;
  std::string text = fmt::format("Maps: {}\n", plan.maps.size());
  for (const SweepMap& map : plan.maps) {
    text += fmt::format("  {}  {}\n", map.name, map.file.string());
  }
  text += fmt::format("Methods: {}\n", sweep.methods.size());
  for (const Method& method : sweep.methods) text += fmt::format("  {}\n", method.name);
  text += fmt::format(
      "Queries: at most {} per map and method, {} in total; {} repetitions, {} builds\n",
      sweep.queries,
      static_cast<std::size_t>(sweep.queries) * plan.maps.size() * sweep.methods.size(),
      sweep.repetitions, sweep.builds);
  if (plan.maps.empty()) return text;

  const std::vector<double> weights = world_weights(plan);
  std::vector<std::size_t> ranked(weights.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  const auto rehearsed = ranked.begin() + static_cast<std::ptrdiff_t>(ranked.size() / 2);
  std::nth_element(ranked.begin(), rehearsed, ranked.end(),
                   [&](std::size_t i, std::size_t j) { return weights[i] < weights[j]; });
  const Expected one = expected_of(plan, plan.maps[*rehearsed]);
  const double share = std::accumulate(weights.begin(), weights.end(), 0.0) / weights[*rehearsed];
  return text + fmt::format(
                    "Expected: about {} and {:.0f} MiB, estimated from {} queries on {}; other "
                    "maps are weighted by their file size\n",
                    short_duration(one.seconds * share / jobs), one.bytes * share / (1 << 20),
                    std::min(sweep.queries, kRehearsedQueries), plan.maps[*rehearsed].name);
}

}  // namespace fairway
