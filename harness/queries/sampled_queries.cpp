#include "harness/queries/sampled_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "harness/queries/point_sampler.hpp"

namespace fairway {
namespace {

/// Samples pairs of points in one component and sorts them into bins by optimal length.
class Stratifier {
 public:
  Stratifier(const FreeSpace& space, const ExactSolver& solver, const SampleOptions& options,
             int count)
      : space_(space),
        solver_(solver),
        sampler_(space),
        random_(options.seed),
        count_(count),
        bins_(static_cast<std::size_t>(options.bins)) {}

  const PointSampler& sampler() const { return sampler_; }
  Random& random() { return random_; }

  SampledQueries sample() {
    sample_evenly();
    sample_by_bin();
    SampledQueries sampled;
    sampled.bin_width = width_;
    take_in_turn(sampled);
    return sampled;
  }

 private:
  std::size_t bin_of(double optimum) const {
    const double place = width_ > 0 ? optimum / width_ : 0;
    return std::min(static_cast<std::size_t>(place), bins_.size() - 1);
  }

  /// The number of queries a bin should hold. The longest bins take the remainder.
  std::size_t wanted(std::size_t bin) const {
    const auto count = static_cast<std::size_t>(count_);
    return count / bins_.size() + (bins_.size() - 1 - bin < count % bins_.size());
  }

  bool solve(const Location& start, const Location& goal, SampledQuery& sampled) {
    if (start.point == goal.point) return false;
    sampled.query = {start.point, goal.point};
    sampled.optimum = solver_.solve(start.point, goal.point, scratch_);
    return std::isfinite(sampled.optimum);
  }

  /// Samples pairs uniformly over the area. Their longest optimum sets the bins' width.
  void sample_evenly() {
    std::vector<SampledQuery> pairs;
    for (int i = 0; i < 2 * count_; ++i) {
      const auto start = sampler_.anywhere(random_);
      if (!start) continue;
      const auto goal = sampler_.in_component(random_, space_.component(*start));
      SampledQuery sampled;
      if (goal && solve(*start, *goal, sampled)) pairs.push_back(sampled);
    }
    double longest = 0;
    for (const SampledQuery& pair : pairs) longest = std::max(longest, pair.optimum);
    width_ = longest / static_cast<double>(bins_.size());
    for (const SampledQuery& pair : pairs) bins_[bin_of(pair.optimum)].push_back(pair);
  }

  /// Fills bins that are still short. Tries alternate between a goal within the length of the bin's
  /// longest path, and moving both ends of a query of this or the nearest non-empty bin a little.
  void sample_by_bin() {
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      std::size_t tries = 10 * wanted(bin);
      for (; bins_[bin].size() < wanted(bin) && tries > 0; --tries) {
        SampledQuery sampled;
        if (tries % 2 == 0 ? sample_within_reach(bin, sampled)
                           : sample_like_another(bin, sampled)) {
          bins_[bin_of(sampled.optimum)].push_back(sampled);
        }
      }
    }
  }

  bool sample_within_reach(std::size_t bin, SampledQuery& sampled) {
    const double reach = width_ * static_cast<double>(bin + 1);
    const auto start = sampler_.anywhere(random_);
    if (!start) return false;
    const auto goal = sampler_.near(random_, *start, reach * random_.unit());
    return goal && distance(start->point, goal->point) < reach && solve(*start, *goal, sampled);
  }

  bool sample_like_another(std::size_t bin, SampledQuery& sampled) {
    const std::vector<SampledQuery>* others = nullptr;
    for (std::size_t away = 0; away < bins_.size() && !others; ++away) {
      if (away <= bin && !bins_[bin - away].empty()) others = &bins_[bin - away];
      if (bin + away < bins_.size() && !bins_[bin + away].empty()) others = &bins_[bin + away];
    }
    if (!others) return false;
    const Query query = (*others)[random_.below(others->size())].query;
    const auto start = sampler_.near(random_, space_.locate(query.start), width_);
    const auto goal = sampler_.near(random_, space_.locate(query.goal), width_);
    return start && goal && solve(*start, *goal, sampled);
  }

  /// Takes one query of each bin in turn, longest bin first. A bin gives more than its number only
  /// after all have given theirs.
  void take_in_turn(SampledQueries& sampled) {
    const auto count = static_cast<std::size_t>(count_);
    std::vector<std::size_t> taken(bins_.size(), 0);
    std::size_t short_bins = 0;
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      short_bins += bins_[bin].size() < wanted(bin);
    }
    for (const bool spare : {false, true}) {
      for (bool more = true; more;) {
        more = false;
        for (std::size_t bin = bins_.size(); bin-- > 0 && sampled.queries.size() < count;) {
          const std::size_t limit =
              spare ? bins_[bin].size() : std::min(wanted(bin), bins_[bin].size());
          if (taken[bin] >= limit) continue;
          sampled.queries.push_back(bins_[bin][taken[bin]++]);
          sampled.queries.back().bin = static_cast<int>(bin);
          more = true;
        }
      }
    }
    if (short_bins > 0) {
      sampled.note = fmt::format("{} of {} bins of optimal length could not be filled", short_bins,
                                 bins_.size());
    }
    if (sampled.queries.size() < count) {
      sampled.note += fmt::format("{}only {} of {} reachable queries found",
                                  sampled.note.empty() ? "" : "; ", sampled.queries.size(), count);
    }
  }

  const FreeSpace& space_;
  const ExactSolver& solver_;
  ExactSolver::Scratch scratch_;
  PointSampler sampler_;
  Random random_;
  int count_;
  double width_ = 0;
  std::vector<std::vector<SampledQuery>> bins_;
};

void add_note(std::string& note, const std::string& more) {
  note += (note.empty() ? "" : "; ") + more;
}

/// Adds queries between different components, as many as are found.
void add_unreachable(const FreeSpace& space, const PointSampler& sampler, Random& random, int count,
                     SampledQueries& sampled) {
  if (count == 0) return;
  if (space.component_count() < 2) {
    return add_note(sampled.note, "no unreachable queries: the world is one component");
  }
  int found = 0;
  for (int tries = 0; found < count && tries < 2 * count; ++tries) {
    const auto start = sampler.anywhere(random);
    if (!start) continue;
    const auto goal = sampler.outside_component(random, space.component(*start));
    if (!goal) continue;
    sampled.queries.push_back(
        {{start->point, goal->point}, std::numeric_limits<double>::infinity(), -1});
    ++found;
  }
  if (found < count) {
    add_note(sampled.note, fmt::format("only {} of {} unreachable queries found", found, count));
  }
}

}  // namespace

SampledQueries sample_queries(const FreeSpace& space, const ExactSolver& solver,
                              const SampleOptions& options) {
  if (options.count < 1 || options.bins < 1) {
    throw std::invalid_argument("the numbers of queries and of bins must be at least 1");
  }
  if (!(options.unreachable >= 0 && options.unreachable <= 1)) {
    throw std::invalid_argument("the share of unreachable queries must be within 0 and 1");
  }
  const bool connected = space.component_count() < 2;
  const int asked = static_cast<int>(std::lround(options.unreachable * options.count));
  const int unreachable = connected ? 0 : asked;
  Stratifier stratifier(space, solver, options, options.count - unreachable);
  SampledQueries sampled = stratifier.sample();
  add_unreachable(space, stratifier.sampler(), stratifier.random(), asked, sampled);
  return sampled;
}

}  // namespace fairway
