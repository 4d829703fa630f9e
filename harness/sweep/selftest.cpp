#include "harness/sweep/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <memory>
#include <variant>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/generators/generator.hpp"
#include "datasets/generators/random.hpp"
#include "datasets/world_file.hpp"
#include "harness/judging/reference.hpp"
#include "harness/machine/conditions.hpp"
#include "harness/queries/sampled_queries.hpp"
#include "harness/sweep/turns.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway {

namespace {

constexpr int kQueries = 40;
constexpr int kRepetitions = 5;
constexpr std::size_t kMostStarts = 100;

FreeSpace test_world() {
  constexpr int kSize = 96;
  return FreeSpace::from_raster(std::get<Raster>(generate(generator_kind("rooms"), 1, kSize)));
}

std::vector<QueryRecord> test_queries(const FreeSpace& space) {
  const Reference reference(space);
  SampleOptions options;
  options.count = kQueries;
  options.unreachable = 0;
  std::vector<QueryRecord> queries;
  Reference::Scratch scratch;
  Path path;
  for (const SampledQuery& sampled : sample_queries(space, reference.exact(), options).queries) {
    QueryRecord& q = queries.emplace_back();
    q.query = sampled.query;
    reference.solve(q, scratch, path);
  }
  return queries;
}

double median_ns(const AnswerRecord& answer) {
  std::vector<double> times;
  for (const TimingRecord& t : answer.times) {
    times.push_back(static_cast<double>(t.phases.total()));
  }
  return boost::math::statistics::median(times);
}

class SelfTest {
 public:
  SelfTest(const SelfTestSettings& settings, const std::function<void(const std::string&)>& report)
      : settings_(settings),
        report_(report),
        space_(test_world()),
        queries_(test_queries(space_)),
        judge_(space_),
        world_(format_world(space_)) {
    plain_.built_in = own_worker();
    plain_.core = cores_.core();
    slowed_ = plain_;
    if (settings.slow > 0) {
      slowed_.built_in.insert(slowed_.built_in.end(), {"--slow", fmt::format("{}", settings.slow)});
    }
  }

  SelfTestResult run() {
    result_.first = series(2 * settings_.seed, "first series");
    if (result_.first.excludes_one()) {
      result_.confirmation = series(2 * settings_.seed + 1, "second series, to confirm");
    }
    result_.verdict = verdict_of(result_.first, result_.confirmation);
    return result_;
  }

 private:
  RatioInterval series(std::uint64_t seed, const char* name) {
    Random random(seed);
    LapClock clock;
    double seconds = 0;
    std::vector<double> logarithms;
    do {
      report_(fmt::format("{}: start {}", name, logarithms.size() + 1));
      logarithms.push_back(start(random));
      seconds += 1e-9 * static_cast<double>(clock.lap());
    } while (!series_may_end(logarithms, seconds > settings_.seconds));
    return ratio_interval(logarithms);
  }

  /// Measures both copies of the method in new processes. For each query, the ratio is the time of
  /// the second copy / the time of the first copy. Returns the mean logarithm of the ratios.
  double start(Random& random) {
    const bool swapped = random.below(2) == 1;
    const auto copy = [&](const WorkerSettings& settings) {
      return TurnsMethod{
          [&] { return std::make_unique<ProcessWorker>(settings, settings_.method, world_); }, {}};
    };
    std::vector<TurnsMethod> copies{copy(plain_), copy(slowed_)};
    if (swapped) std::swap(copies[0], copies[1]);
    TurnsTask task;
    task.queries = queries_;
    task.repetitions = kRepetitions;
    task.seed = random.next();
    Ledger ledger;
    std::vector<TrialRecord> trials = measure_in_turns(task, copies, judge_, ledger, {}).value();
    if (swapped) std::swap(trials[0], trials[1]);
    for (const TrialRecord& trial : trials) {
      if (trial.build.status != Status::kBuilt) {
        throw std::runtime_error(fmt::format("method '{}' was not built: {}", settings_.method.name,
                                             trial.build.message));
      }
    }
    result_.clock_ns = trials[0].build.clock_ns.value_or(0);
    return compare(trials[0], trials[1]);
  }

  double compare(const TrialRecord& first, const TrialRecord& second) {
    std::vector<double> logarithms;
    std::vector<double> medians;
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      if (first.answers[i].times.empty() || second.answers[i].times.empty()) {
        throw std::runtime_error(fmt::format("method '{}' failed to answer: {}",
                                             settings_.method.name, first.answers[i].message));
      }
      const double a = median_ns(first.answers[i]);
      logarithms.push_back(std::log(median_ns(second.answers[i]) / a));
      medians.push_back(a);
    }
    result_.median_query_ns = boost::math::statistics::median(medians);
    return boost::math::statistics::mean(logarithms);
  }

  const SelfTestSettings& settings_;
  const std::function<void(const std::string&)>& report_;
  ReservedCores cores_;
  FreeSpace space_;
  std::vector<QueryRecord> queries_;
  Judge judge_;
  SharedText world_;
  WorkerSettings plain_;
  WorkerSettings slowed_;
  SelfTestResult result_;
};

}  // namespace

bool series_may_end(std::span<const double> logarithms, bool out_of_time) {
  if (logarithms.size() < 2) return false;
  if (out_of_time || logarithms.size() >= kMostStarts) return true;
  const RatioInterval interval = ratio_interval(logarithms);
  return logarithms.size() >= kLeastStarts && interval.high / interval.ratio <= kNarrowEnough;
}

Verdict verdict_of(const RatioInterval& first, const RatioInterval& confirmation) {
  if (first.high / first.ratio > kTooWide || first.count < kLeastStarts) return Verdict::kTooNoisy;
  if (first.excludes_one() &&
      (confirmation.high / confirmation.ratio > kTooWide || confirmation.count < kLeastStarts)) {
    return Verdict::kTooNoisy;
  }
  const bool confirmed = first.excludes_one() && confirmation.excludes_one() &&
                         (first.low > 1) == (confirmation.low > 1);
  return confirmed ? Verdict::kDifference : Verdict::kNoDifference;
}

SelfTestResult run_self_test(const SelfTestSettings& settings,
                             const std::function<void(const std::string&)>& report) {
  return SelfTest(settings, report).run();
}

}  // namespace fairway
