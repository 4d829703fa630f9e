#include "harness/sweep_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/even_rows.hpp"
#include "harness/lap_clock.hpp"
#include "harness/map_files.hpp"
#include "harness/scenario.hpp"
#include "harness/sha256.hpp"

namespace fairway {

namespace {

std::vector<QueryRecord> published_queries(const Scenario& scenario, bool raster, int count) {
  std::vector<QueryRecord> queries;
  for (const std::size_t row :
       even_rows(scenario.problems.size(), static_cast<std::size_t>(count))) {
    const Problem& problem = scenario.problems[row];
    const ProblemEnds ends = problem_ends(problem, raster, Endpoints::kCentre);
    QueryRecord& q = queries.emplace_back();
    q.number = static_cast<int>(row);
    q.query = {ends.start, ends.goal};
    if (raster && problem.has_path()) q.octile = problem.length;
  }
  return queries;
}

std::vector<QueryRecord> generated_queries(const FreeSpace& space, const ExactSolver& solver,
                                           const SweepFile& sweep, std::string& note) {
  DrawOptions options;
  options.count = sweep.queries;
  options.unreachable = sweep.unreachable;
  options.seed = sweep.seed;
  const DrawnQueries drawn = draw_queries(space, solver, options);
  note = drawn.note;
  std::vector<QueryRecord> queries;
  for (const DrawnQuery& d : drawn.queries) {
    QueryRecord& q = queries.emplace_back();
    q.generated = true;
    q.number = static_cast<int>(queries.size()) - 1;
    q.query = d.query;
  }
  return queries;
}

/// Decides what is true of each query. Returns the optimal paths, empty where there is none.
std::vector<Path> solve_all(const FreeSpace& space, const ExactSolver& solver,
                            std::vector<QueryRecord>& queries) {
  ExactSolver::Scratch scratch;
  std::vector<Path> optima(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    QueryRecord& q = queries[i];
    if (space.locate(q.query.start).place == Place::kBlocked) {
      q.truth = Truth::kStartBlocked;
    } else if (space.locate(q.query.goal).place == Place::kBlocked) {
      q.truth = Truth::kGoalBlocked;
    } else {
      const double optimum = solver.solve(q.query.start, q.query.goal, scratch, &optima[i]);
      q.truth = std::isfinite(optimum) ? Truth::kReachable : Truth::kUnreachable;
      if (std::isfinite(optimum)) q.optimum = optimum;
    }
  }
  return optima;
}

/// The queries to draw: the longest, then shorter ones at even distance in rank.
std::vector<std::size_t> choose_drawn(const std::vector<QueryRecord>& queries, int count) {
  std::vector<std::size_t> ranked;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (queries[i].truth == Truth::kReachable) ranked.push_back(i);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t i, std::size_t j) {
    return *queries[i].optimum > *queries[j].optimum;
  });
  const std::size_t drawn = std::min(ranked.size(), static_cast<std::size_t>(count));
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < drawn; ++i) chosen.push_back(ranked[i * ranked.size() / drawn]);
  return chosen;
}

}  // namespace

SweepWorld load_sweep_world(const SweepMap& map) {
  WorldFile file = read_world(map.file);
  const bool raster = file.is_raster();
  LapClock clock;
  FreeSpace space = make_free_space(std::move(file));
  return {std::move(space), raster, clock.lap()};
}

Questions draw_up_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep) {
  Questions questions;
  const FreeSpace& space = world.space;
  LapClock clock;
  const ExactSolver solver(space);
  const std::int64_t exact_solver_ns = clock.lap();

  if (const auto file = scenario_beside(map.file)) {
    const Scenario scenario = read_scenario(*file);
    if (space.raster() != nullptr) check_scenario(scenario, *space.raster(), Endpoints::kCentre);
    questions.queries = published_queries(scenario, world.raster, sweep.queries);
  } else {
    questions.queries = generated_queries(space, solver, sweep, questions.note);
  }
  const std::vector<Path> optima = solve_all(space, solver, questions.queries);
  for (const std::size_t i : choose_drawn(questions.queries, sweep.draw)) {
    questions.optima.push_back({i, "optimum", optima[i]});
  }
  for (const Wall& wall : space.walls()) questions.outline.push_back({wall.a, wall.b});

  WorldRecord& record = questions.world;
  record.name = map.name;
  record.family = map.family;
  record.sha256 = sha256_of_file(map.file);
  record.content_hash = fmt::format("{:016x}", space.content_hash());
  record.vertices = space.triangulation().vertex_count();
  record.holes = space.hole_count();
  record.components = space.component_count();
  record.area = space.area();
  record.box = space.box();
  record.y_down = world.raster;
  record.free_space_ns = world.free_space_ns;
  record.free_space_bytes = space.memory_bytes();
  record.exact_solver_ns = exact_solver_ns;
  return questions;
}

}  // namespace fairway
