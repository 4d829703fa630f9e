#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "datasets/map_files.hpp"
#include "harness/judging/reference.hpp"
#include "harness/sweep/problem_set.hpp"
#include "harness/sweep/sweep_world.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

/// The method that computes octile lengths.
constexpr std::string_view kOctileMethod = "grid";

/// The path of a map in a file of problems: relative to the folder of data sets or of shipped maps,
/// otherwise absolute.
std::string map_path(const fs::path& map) {
  const fs::path whole = fs::weakly_canonical(map);
  for (const auto& folder : {datasets_folder(), std::optional(shipped_maps())}) {
    if (!folder) continue;
    const fs::path below = whole.lexically_relative(fs::weakly_canonical(*folder));
    if (!below.empty() && *below.begin() != ".." && below != ".") return below.string();
  }
  return whole.string();
}

Certificate certificate(const QueryRecord& query) {
  return {query.truth, query.optimum.value_or(0)};
}

class Maker {
 public:
  Maker(const ProblemOptions& options, const Registry& registry)
      : options_(options), registry_(registry), map_(map_of(options)), shared_(map_, sweep_) {
    sweep_.queries = options.count;
    sweep_.seed = options.seed;
  }

  ProblemSet make() {
    const SweepWorld world = load_sweep_world(map_, shared_);
    const bool cells = world.map.raster() != nullptr;
    expect_allowed(world, cells);
    ProblemSet set;
    set.map = map_path(options_.map);
    set.sha256 = shared_.sha256();
    set.read = options_.read;
    set.radius = options_.radius;
    set.ends = !cells             ? ProblemEndsKind::kExact
               : options_.corners ? ProblemEndsKind::kCorner
                                  : ProblemEndsKind::kCentre;
    set.identifier =
        fmt::format("{}/{}/{}/{}/r{}", kProblemEdition, map_.family, map_.map,
                    kProblemEndsNames[static_cast<std::size_t>(set.ends)], options_.radius);
    const Reference reference(world.space());
    Questions questions;
    const SampledQueries* sampled = nullptr;
    std::vector<QueryRecord> centres =
        static_queries(map_, world, reference, sweep_, shared_, questions, sampled);
    std::vector<QueryRecord> corners;
    const double shift = cells ? 0.5 : 0;
    for (const QueryRecord& query : centres) {
      CertifiedProblem& problem = set.problems.emplace_back();
      problem.row = static_cast<std::size_t>(query.number);
      const Point start = query.query.start;
      const Point goal = query.query.goal;
      problem.start = {start.x - shift, start.y - shift};
      problem.goal = {goal.x - shift, goal.y - shift};
      if (cells) corners.emplace_back(query).query = {problem.start, problem.goal};
    }
    solve(reference, centres);
    solve(reference, corners);
    for (std::size_t i = 0; i < centres.size(); ++i) {
      set.problems[i].centre = certificate(centres[i]);
      if (cells) set.problems[i].corner = certificate(corners[i]);
    }
    if (cells && options_.radius == 0) add_octile(world.space(), centres, set);
    return set;
  }

 private:
  static SweepMap map_of(const ProblemOptions& options) {
    SweepMap map;
    map.file = options.map;
    map.map = map_names({options.map}).front();
    map.radius = options.radius;
    map.radii = {options.radius};
    map.name = world_name(map.map, options.radius);
    map.family = fs::absolute(options.map).parent_path().filename().string();
    map.read = options.read;
    return map;
  }

  void expect_allowed(const SweepWorld& world, bool cells) const {
    const auto refuse = [&](std::string_view what) {
      throw std::invalid_argument(fmt::format("{}: {}", options_.map.string(), what));
    };
    if (world.changing) refuse("the world changes, expected a static world");
    if (world.map.terrain() != nullptr)
      refuse("the world has terrain costs, expected a world without costs");
    if (options_.corners && !cells) refuse("--endpoints corner: expected a world of cells");
  }

  static void solve(const Reference& reference, std::vector<QueryRecord>& queries) {
    Reference::Scratch scratch;
    Path optimal;
    for (QueryRecord& query : queries) reference.solve(query, scratch, optimal);
    reference.confirm(queries, scratch);
  }

  void add_octile(const FreeSpace& space, const std::vector<QueryRecord>& centres,
                  ProblemSet& set) const {
    const auto planner = registry_.build(space, registry_.method(kOctileMethod));
    Answer answer;
    for (std::size_t i = 0; i < centres.size(); ++i) {
      planner->plan(centres[i].query, answer);
      if (answer.status == PlanStatus::kFound) set.problems[i].octile = length(answer.raw);
    }
  }

  const ProblemOptions& options_;
  const Registry& registry_;
  SweepFile sweep_;
  SweepMap map_;
  SharedMap shared_;
};

}  // namespace

ProblemSet make_problem_set(const ProblemOptions& options, const Registry& registry) {
  return Maker(options, registry).make();
}

}  // namespace fairway
