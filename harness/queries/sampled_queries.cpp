#include "harness/queries/sampled_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>

#include "harness/queries/point_sampler.hpp"

namespace fairway {
namespace {

/// Sampling ends after this number of rejected pairs per requested query.
constexpr std::int64_t kMostRejected = 200;

/// The component of a point strictly inside a space; nothing for other points.
std::optional<std::int32_t> component_of(const FreeSpace& space, Point p) {
  const Location at = space.locate(p);
  const bool inside = at.place == Place::kTriangle ||
                      (at.place == Place::kEdge && !space.triangulation().blocked(at.half_edge));
  return inside ? std::optional(space.component(at)) : std::nullopt;
}

/// Samples pairs of points in one component and sorts them into bins by optimal length.
class Stratifier {
 public:
  Stratifier(const FreeSpace& space, const ExactSolver& solver, const SampleOptions& options,
             int count)
      : space_(space),
        solver_(solver),
        sampler_(space),
        random_(options.seed),
        also_(options.also),
        most_rejected_(kMostRejected * options.count),
        count_(count),
        bins_(static_cast<std::size_t>(options.bins)) {}

  /// Samples all queries. `unreachable` is the number of queries between different components.
  SampledQueries sample(int unreachable) {
    sample_evenly();
    sample_by_bin();
    sampled_.bin_width = width_;
    take_in_turn(sampled_);
    add_unreachable(unreachable);
    return std::move(sampled_);
  }

 private:
  std::size_t bin_of(double optimum) const {
    const double place = width_ > 0 ? optimum / width_ : 0;
    return std::min(static_cast<std::size_t>(place), bins_.size() - 1);
  }

  /// The number of queries that a bin should hold. All bins should hold equally many. If the count
  /// is not divisible by the number of bins, the last bins hold one query more.
  std::size_t wanted(std::size_t bin) const {
    const auto count = static_cast<std::size_t>(count_);
    return count / bins_.size() + (bins_.size() - 1 - bin < count % bins_.size());
  }

  /// Counts a sampled pair. Returns whether each space in `also_` contains both ends. If `joined`
  /// is true, each space must also contain a path between them.
  bool fits(Point start, Point goal, bool joined) {
    ++sampled_.sampled;
    const bool fits = std::all_of(also_.begin(), also_.end(), [&](const FreeSpace* space) {
      const auto a = component_of(*space, start);
      const auto b = component_of(*space, goal);
      return a && b && (!joined || *a == *b);
    });
    sampled_.rejected += !fits;
    return fits;
  }

  /// Calls once(n) while more() is true and n, the number of tries left, is positive. A rejected
  /// pair does not use up a try, but the total number of rejected pairs is limited.
  template <class Once, class More>
  void attempt(std::size_t tries, Once once, More more) {
    while (tries > 0 && more() && sampled_.rejected < most_rejected_) {
      const std::int64_t before = sampled_.rejected;
      once(tries);
      if (sampled_.rejected == before) --tries;
    }
  }

  bool solve(const Location& start, const Location& goal, SampledQuery& sampled) {
    if (start.point == goal.point || !fits(start.point, goal.point, true)) return false;
    sampled.query = {start.point, goal.point};
    sampled.optimum = solver_.solve(start.point, goal.point, scratch_, &sampled.path);
    return std::isfinite(sampled.optimum);
  }

  /// Samples pairs uniformly over the area. Their longest optimum sets the width of the bins.
  void sample_evenly() {
    std::vector<SampledQuery> pairs;
    const auto sample_pair = [&](std::size_t) {
      const auto start = sampler_.anywhere(random_);
      if (!start) return;
      const auto goal = sampler_.in_component(random_, space_.component(*start));
      SampledQuery sampled;
      if (goal && solve(*start, *goal, sampled)) pairs.push_back(sampled);
    };
    attempt(2 * static_cast<std::size_t>(count_), sample_pair, [] { return true; });
    double longest = 0;
    for (const SampledQuery& pair : pairs) longest = std::max(longest, pair.optimum);
    width_ = longest / static_cast<double>(bins_.size());
    for (const SampledQuery& pair : pairs) bins_[bin_of(pair.optimum)].push_back(pair);
  }

  /// Fills bins with too few queries. Tries alternate between two ways. One way samples a start,
  /// and a goal that is nearer than the length of the longest path of the bin. The other way takes
  /// a query of the nearest non-empty bin and moves both its ends slightly.
  void sample_by_bin() {
    for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
      const auto sample_one = [&](std::size_t tries) {
        SampledQuery sampled;
        if (tries % 2 == 0 ? sample_within_reach(bin, sampled)
                           : sample_like_another(bin, sampled)) {
          bins_[bin_of(sampled.optimum)].push_back(sampled);
        }
      };
      attempt(10 * wanted(bin), sample_one, [&] { return bins_[bin].size() < wanted(bin); });
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

  /// Takes one query of each bin in turn, the longest bin first, and at most wanted(bin) queries of
  /// each bin. If queries are still missing, takes the remaining queries of the bins in the same
  /// way.
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
      add_note(fmt::format("{} of {} bins of optimal length could not be filled", short_bins,
                           bins_.size()));
    }
    if (sampled.queries.size() < count) {
      add_note(fmt::format("only {} of {} reachable queries found", sampled.queries.size(), count));
    }
  }

  void add_note(const std::string& more) {
    sampled_.note += (sampled_.note.empty() ? "" : "; ") + more;
  }

  /// Adds queries between different components, at most `count`.
  void add_unreachable(int count) {
    if (count == 0) return;
    if (space_.component_count() < 2) {
      return add_note("no unreachable queries: the world is one component");
    }
    int found = 0;
    const auto sample_pair = [&](std::size_t) {
      const auto start = sampler_.anywhere(random_);
      if (!start) return;
      const auto goal = sampler_.outside_component(random_, space_.component(*start));
      if (!goal || !fits(start->point, goal->point, false)) return;
      sampled_.queries.push_back(
          {{start->point, goal->point}, std::numeric_limits<double>::infinity(), -1});
      ++found;
    };
    attempt(2 * static_cast<std::size_t>(count), sample_pair, [&] { return found < count; });
    if (found < count)
      add_note(fmt::format("only {} of {} unreachable queries found", found, count));
  }

  const FreeSpace& space_;
  const ExactSolver& solver_;
  ExactSolver::Scratch scratch_;
  PointSampler sampler_;
  Random random_;
  std::span<const FreeSpace* const> also_;
  std::int64_t most_rejected_;
  SampledQueries sampled_;
  int count_;
  double width_ = 0;
  std::vector<std::vector<SampledQuery>> bins_;
};

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
  return Stratifier(space, solver, options, options.count - unreachable).sample(asked);
}

}  // namespace fairway
