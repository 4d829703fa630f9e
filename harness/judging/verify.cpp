#include "harness/judging/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/cgal_witness.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "datasets/generators/random.hpp"
#include "datasets/published_lengths.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world.hpp"
#include "harness/queries/even_rows.hpp"
#include "harness/queries/point_sampler.hpp"

namespace fairway {

namespace {

/// The method that reproduces octile lengths, by its registered name.
constexpr std::string_view kOctileMethod = "grid";
/// Relative tolerance for tables of lengths, which several programs computed.
constexpr double kTableTolerance = 1e-7;
/// Relative tolerance for lengths in the scenario of a mesh, in addition to their printed
/// precision.
constexpr double kScenarioTolerance = 1e-9;

/// A Euclidean length to check.
struct Claim {
  std::size_t row;
  int line;
  std::optional<double> length;
  double tolerance;  ///< absolute tolerance of `length`
};

/// Returns half a unit of the last decimal of a printed number. Returns 0 if the number has no
/// decimal point or has an exponent.
double half_last_digit(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.find_first_of("eE") != std::string::npos) return 0;
  return 0.5 * std::pow(10.0, -static_cast<double>(text.size() - point - 1));
}

class Verification {
 public:
  Verification(const VerifyOptions& options, const Registry& registry)
      : options_(options),
        registry_(registry),
        scenario_(options.scenario ? read_scenario(*options.scenario) : Scenario{}),
        space_(load_free_space(options.map, options.read)),
        solvers_(space_) {
    if (options.scenario) expect_scenario_of(scenario_, options.map);
    if (options.scenario && space_.raster() != nullptr) {
      check_scenario(scenario_, *space_.raster(), options.endpoints);
    }
    report_.problems = scenario_.problems.size();
  }

  VerifyReport run() {
    check_solvers();
    if (options_.witnessed) check_witness(*options_.witnessed);
    if (!options_.scenario) return std::move(report_);
    if (space_.raster() != nullptr && options_.endpoints == Endpoints::kCentre) check_octile();
    check_euclidean(options_.lengths             ? claims_of_table(*options_.lengths)
                    : space_.raster() == nullptr ? claims_of_scenario()
                                                 : std::vector<Claim>{});
    return std::move(report_);
  }

 private:
  std::vector<std::size_t> chosen(std::size_t rows) const {
    return even_rows(rows, options_.limit.value_or(std::max<std::size_t>(rows, 1)));
  }

  ProblemEnds ends(std::size_t row) const {
    return problem_ends(scenario_.problems[row], space_.raster() != nullptr, options_.endpoints);
  }

  void disagree(const Disagreement& disagreement) {
    ++report_.disagreement_count;
    if (report_.disagreements.size() < kMaxDisagreements) {
      report_.disagreements.push_back(disagreement);
    }
  }

  void check_octile() {
    const auto planner = registry_.build(space_, registry_.method(kOctileMethod));
    const LengthFormat format = length_format(scenario_);
    Answer answer;
    for (const std::size_t row : chosen(scenario_.problems.size())) {
      const Problem& problem = scenario_.problems[row];
      const ProblemEnds e = ends(row);
      planner->plan({e.start, e.goal}, answer);
      ++report_.octile_checked;
      Disagreement d{problem.line, row, "octile", {}, {}, ""};
      if (problem.has_path()) d.published = problem.length;
      if (answer.status == PlanStatus::kFound) d.computed = length(answer.raw);
      if (answer.status == PlanStatus::kStartBlocked) d.note = "start_blocked";
      if (answer.status == PlanStatus::kGoalBlocked) d.note = "goal_blocked";
      report_.blocked_endpoints += !d.note.empty();
      const bool agree = d.published && d.computed ? std::abs(*d.published - *d.computed) <=
                                                         octile_tolerance(format, problem)
                                                   : !d.published && !d.computed;
      report_.octile_agree += agree;
      if (!agree) disagree(d);
    }
  }

  void check_solvers() {
    if (options_.scenario) {
      for (const std::size_t row : chosen(scenario_.problems.size())) {
        check_solvers(ends(row), row, scenario_.problems[row].line);
      }
      return;
    }
    const PointSampler sampler(space_);
    Random random(1);
    constexpr std::size_t kSampled = 1000;
    for (std::size_t row = 0; row < options_.limit.value_or(kSampled); ++row) {
      const auto start = sample_end(sampler, random);
      const auto goal = sample_end(sampler, random);
      if (start && goal) check_solvers({*start, *goal}, row, 0);
    }
  }

  std::optional<Point> sample_end(const PointSampler& sampler, Random& random) const {
    if (random.below(4) == 0 && !space_.corners().empty()) {
      return space_.position(static_cast<CornerId>(random.below(space_.corners().size())));
    }
    const std::optional<Location> sampled = sampler.anywhere(random);
    return sampled ? std::optional(sampled->point) : std::nullopt;
  }

  void check_solvers(const ProblemEnds& ends, std::size_t row, int line) {
    const ExactSolvers::Lengths lengths = solvers_.solve(ends.start, ends.goal, scratch_);
    ++report_.solvers_checked;
    solved_.push_back({ends, row, line, lengths.by_visibility_graph});
    const double difference = lengths.relative_difference();
    if (std::isfinite(difference)) {
      report_.max_solver_difference = std::max(report_.max_solver_difference, difference);
    }
    if (lengths.agree()) {
      ++report_.solvers_agree;
      return;
    }
    disagree({line, row, "solvers", finite(lengths.by_visibility_graph),
              finite(lengths.by_polyanya), ""});
  }

  static std::optional<double> finite(double length) {
    return std::isfinite(length) ? std::optional(length) : std::nullopt;
  }

  void check_witness(std::size_t count) {
    const CgalWitness witness(space_);
    for (const std::size_t i : even_rows(solved_.size(), count)) {
      const Solved& s = solved_[i];
      const double length = witness.shortest(s.ends.start, s.ends.goal, s.length);
      const double difference = relative_difference(s.length, length);
      ++report_.witness_checked;
      if (std::isfinite(difference)) {
        report_.max_witness_difference = std::max(report_.max_witness_difference, difference);
      }
      if (difference <= CgalWitness::kTolerance) {
        ++report_.witness_agree;
      } else {
        disagree({s.line, s.row, "witness", finite(s.length), finite(length), ""});
      }
    }
  }

  std::vector<Claim> claims_of_table(const std::filesystem::path& file) const {
    const std::vector<PublishedLength> table = read_published_lengths(file);
    std::vector<Claim> claims;
    for (const std::size_t i : chosen(table.size())) {
      const PublishedLength& p = table[i];
      if (p.row < 0 || static_cast<std::size_t>(p.row) >= scenario_.problems.size()) {
        throw InputError(file, p.line,
                         fmt::format("row {} is out of range, expected 0 to below {}, the number "
                                     "of problems of the scenario",
                                     p.row, scenario_.problems.size()));
      }
      claims.push_back({static_cast<std::size_t>(p.row), p.line, p.length,
                        kTableTolerance * p.length.value_or(0)});
    }
    return claims;
  }

  std::vector<Claim> claims_of_scenario() const {
    std::vector<Claim> claims;
    for (const std::size_t row : chosen(scenario_.problems.size())) {
      const Problem& p = scenario_.problems[row];
      Claim& claim = claims.emplace_back(Claim{row, p.line, {}, 0});
      if (!p.has_path()) continue;
      claim.length = p.length;
      claim.tolerance = kScenarioTolerance * p.length + half_last_digit(p.length_text);
    }
    return claims;
  }

  /// Whether a point is a pinch: a vertex with several corners of free space.
  bool on_pinch(Point p) const {
    const Location at = space_.locate(p);
    return at.place == Place::kVertex &&
           space_.corners_of(space_.triangulation().origin(at.half_edge)).size() > 1;
  }

  void check_euclidean(const std::vector<Claim>& claims) {
    if (claims.empty()) return;
    for (const Claim& claim : claims) {
      const ProblemEnds e = ends(claim.row);
      if (on_pinch(e.start) || on_pinch(e.goal)) {
        ++report_.pinch_endpoints;
        continue;
      }
      ++report_.euclidean_checked;
      Disagreement d{claim.line, claim.row, "euclidean", claim.length, {}, ""};
      const double computed = solvers_.visibility_graph().solve(e.start, e.goal, scratch_.graph);
      if (std::isfinite(computed)) d.computed = computed;
      bool agree = !d.published && !d.computed;
      if (d.published && d.computed) {
        const double difference = std::abs(computed - *claim.length);
        agree = difference <= claim.tolerance;
        if (difference > 0) {
          report_.max_relative_difference = std::max(
              report_.max_relative_difference, difference / std::max(computed, *claim.length));
        }
      }
      report_.euclidean_agree += agree;
      if (!agree) disagree(d);
    }
  }

  const VerifyOptions& options_;
  const Registry& registry_;
  Scenario scenario_;
  FreeSpace space_;
  ExactSolvers solvers_;
  ExactSolvers::Scratch scratch_;
  struct Solved {
    ProblemEnds ends;
    std::size_t row;
    int line;
    double length;
  };
  std::vector<Solved> solved_;
  VerifyReport report_;
};

}  // namespace

VerifyReport verify(const VerifyOptions& options, const Registry& registry) {
  return Verification(options, registry).run();
}

}  // namespace fairway
