#include "harness/sweep/sweep_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/freespace/erosion.hpp"
#include "datasets/map_files.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/judging/reference.hpp"
#include "harness/queries/even_rows.hpp"
#include "harness/queries/sampled_queries.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/store/result_store.hpp"

namespace fairway {

namespace {

std::vector<QueryRecord> published_queries(const Scenario& scenario, bool raster,
                                           const std::vector<std::size_t>& rows) {
  std::vector<QueryRecord> queries;
  for (const std::size_t row : rows) {
    const Problem& problem = scenario.problems[row];
    const ProblemEnds ends = problem_ends(problem, raster, Endpoints::kCentre);
    QueryRecord& q = queries.emplace_back();
    q.number = static_cast<int>(row);
    q.query = {ends.start, ends.goal};
    if (raster && problem.has_path()) q.octile = problem.length;
  }
  return queries;
}

bool has_least_radius(const SweepMap& map) {
  return map.radius == *std::ranges::min_element(map.radii);
}

std::vector<QueryRecord> generated_queries(const SampledQueries& sampled, Questions& questions) {
  questions.note = sampled.note;
  questions.world.sampled = sampled.sampled;
  questions.world.rejected = sampled.rejected;
  std::vector<QueryRecord> queries;
  for (const SampledQuery& d : sampled.queries) {
    QueryRecord& q = queries.emplace_back();
    q.generated = true;
    q.number = static_cast<int>(queries.size()) - 1;
    q.query = d.query;
  }
  return queries;
}

/// Returns `count` evenly spaced queries of the problem set of a map. Throws InputError if the set
/// was made for another map.
std::vector<QueryRecord> certified_queries(const ProblemSet& set, int count, SharedMap& shared) {
  if (set.sha256 != shared.sha256()) {
    throw InputError(set.file, 1,
                     fmt::format("made for a map with the SHA-256 {}, expected {}, the SHA-256 of "
                                 "this map",
                                 set.sha256, shared.sha256()));
  }
  std::vector<QueryRecord> queries;
  for (const std::size_t i : even_rows(set.problems.size(), static_cast<std::size_t>(count))) {
    const CertifiedProblem& problem = set.problems[i];
    QueryRecord& q = queries.emplace_back();
    q.number = static_cast<int>(problem.row);
    q.query = set.query(problem);
    q.octile = problem.octile;
  }
  return queries;
}

/// Throws InputError if a computed truth or optimum differs from the problem set.
void expect_certified(const ProblemSet& set, const std::vector<QueryRecord>& queries) {
  for (const QueryRecord& query : queries) {
    const auto problem = std::ranges::lower_bound(
        set.problems, static_cast<std::size_t>(query.number), {}, &CertifiedProblem::row);
    const auto& [truth, length] = set.certificate(*problem);
    if (truth == query.truth &&
        (!query.optimum || ExactSolvers::Lengths{length, *query.optimum}.agree())) {
      continue;
    }
    const auto text = [](Truth t, double optimum) {
      return t == Truth::kReachable ? fmt::format("{}", optimum) : std::string(name_of(t));
    };
    throw InputError(
        set.file, problem->line,
        fmt::format("row {} states the optimum {}, expected {}, which Fairway computes",
                    problem->row, text(truth, length),
                    text(query.truth, query.optimum.value_or(0))));
  }
}

}  // namespace

std::vector<QueryRecord> static_queries(const SweepMap& map, const SweepWorld& world,
                                        const Reference& reference, const SweepFile& sweep,
                                        SharedMap& shared, Questions& questions,
                                        const SampledQueries*& sampled) {
  if (map.problems) return certified_queries(*map.problems, sweep.queries, shared);
  const auto file = map.asked ? std::optional(map.asked->scenario) : scenario_beside(map.file);
  if (!file) {
    sampled = &shared.sampled(has_least_radius(map) ? &reference.exact() : nullptr);
    return generated_queries(*sampled, questions);
  }
  const Scenario scenario = read_scenario(*file);
  expect_scenario_of(scenario, map.file);
  const bool raster = world.map.raster() != nullptr;
  if (raster) check_scenario(scenario, *world.map.raster(), Endpoints::kCentre);
  return published_queries(
      scenario, raster,
      map.asked ? map.asked->rows
                : even_rows(scenario.problems.size(), static_cast<std::size_t>(sweep.queries)));
}

namespace {

/// Chooses `count` queries for pictures and ranks them. Chooses only solved queries before the
/// first burst. The longest query comes first. The others are evenly spaced in the order of
/// decreasing length.
void choose_drawn(std::vector<QueryRecord>& queries, int count) {
  std::vector<std::size_t> ranked;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (queries[i].optimum && queries[i].bursts == 0) ranked.push_back(i);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t i, std::size_t j) {
    return *queries[i].optimum > *queries[j].optimum;
  });
  const std::size_t drawn = std::min(ranked.size(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < drawn; ++i) {
    queries[ranked[i * ranked.size() / drawn]].drawn = static_cast<int>(i);
  }
}

/// Prepares evenly spaced queries of a changing world. Solves queries before the first burst.
void prepare_changing(const SweepMap& map, const ChangingWorld& changing, const SweepFile& sweep,
                      Questions& questions) {
  const std::vector<QueryRecord> all = queries_of(changing);
  for (const std::size_t i : even_rows(all.size(), static_cast<std::size_t>(sweep.queries))) {
    questions.queries.push_back(all[i]);
  }
  questions.truth = std::make_unique<ChangingTruth>(changing, map.radius, questions.queries);
  ChangingTruth& truth = *questions.truth;
  questions.queries = truth.queries();
  questions.world.optimum_by = truth.reference().name();
  questions.world.exact_solver_ns = truth.reference().build_ns();
  Reference::Scratch scratch;
  questions.world.witnessed =
      truth.reference().confirm(std::span(questions.queries).first(truth.optima().size()), scratch);
}

/// Prepares the queries of a static world, with their optima.
void prepare_static(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep,
                    SharedMap& shared, Questions& questions, std::vector<std::string>& optima) {
  const Reference reference(world.space());
  questions.world.exact_solver_ns = reference.build_ns();
  questions.world.optimum_by = reference.name();
  const SampledQueries* sampled = nullptr;
  questions.queries = static_queries(map, world, reference, sweep, shared, questions, sampled);
  const bool solved = sampled != nullptr && has_least_radius(map);
  Reference::Scratch scratch;
  Path optimal;
  for (std::size_t i = 0; i < questions.queries.size(); ++i) {
    std::optional<double> known;
    if (solved) {
      known = sampled->queries[i].optimum;
      optimal = sampled->queries[i].path;
    }
    reference.solve(questions.queries[i], scratch, optimal, known);
    optima.push_back(packed_points(optimal));
  }
  if (map.problems) expect_certified(*map.problems, questions.queries);
  questions.world.witnessed = reference.confirm(questions.queries, scratch);
}

void keep_optima(Questions& questions, std::vector<std::string>& optima, const SweepFile& sweep) {
  for (std::size_t i = 0; i < optima.size(); ++i) {
    if (questions.queries[i].optimum && keeps_paths(sweep.paths, questions.queries[i])) {
      questions.optima.push_back({i, "optimum", std::move(optima[i])});
    }
  }
}

/// The path of a file: relative to the working folder if the file is below this folder, otherwise
/// absolute.
std::string name_here(const std::filesystem::path& file) {
  const std::filesystem::path whole = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path relative =
      whole.lexically_relative(std::filesystem::current_path().lexically_normal());
  return (relative.empty() || *relative.begin() == ".." ? whole : relative).string();
}

}  // namespace

SweepWorld load_sweep_world(const SweepMap& map, SharedMap& shared) {
  const SharedMap::Content& content = shared.content();
  SweepWorld world{content.space, std::nullopt, content.space_ns, content.changing, content.unit};
  if (map.radius == 0) return world;
  try {
    const TimedErosion& erosion = shared.eroded_by(map.radius);
    world.eroded = erosion.space;
    world.erosion_ns = erosion.nanoseconds;
    world.free_space_ns += erosion.nanoseconds;
  } catch (const InvalidWorld& nothing_left) {
    throw InputError(map.file, 1, nothing_left.what());
  }
  return world;
}

Questions prepare_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep,
                            SharedMap& shared) {
  Questions questions;
  const FreeSpace& space = world.space();
  std::vector<std::string> optima;
  if (world.changing) {
    prepare_changing(map, *world.changing, sweep, questions);
  } else {
    prepare_static(map, world, sweep, shared, questions, optima);
  }
  choose_drawn(questions.queries, sweep.draw);
  keep_optima(questions, optima, sweep);
  for (const Wall& wall : world.map.walls()) questions.outline.push_back({wall.a, wall.b});

  WorldRecord& record = questions.world;
  record.name = map.name;
  record.map = map.map;
  record.radius = map.radius;
  record.terrain = space.terrain() != nullptr;
  record.family = map.family;
  record.file = name_here(map.file);
  record.sha256 = shared.sha256();
  record.read = map.read.text();
  record.unit = world.unit;
  record.content_hash = hash_text(world_hash(space));
  record.vertices = space.triangulation().vertex_count();
  record.holes = space.hole_count();
  record.components = space.component_count();
  record.area = space.area();
  record.box = space.box();
  record.y_down = space.made_of_cells();
  record.free_space_ns = world.free_space_ns;
  space.make(kSightParts);  // a static world has built these parts for its reference
  record.free_space_bytes = space.memory_bytes();
  return questions;
}

void expect_queries_of(const ProblemSet& set, std::span<const QueryRecord> stored) {
  for (const QueryRecord& query : stored) {
    const auto problem = std::ranges::lower_bound(
        set.problems, static_cast<std::size_t>(query.number), {}, &CertifiedProblem::row);
    if (problem != set.problems.end() && static_cast<int>(problem->row) == query.number &&
        set.query(*problem).start == query.query.start &&
        set.query(*problem).goal == query.query.goal) {
      continue;
    }
    throw StoreMismatch(
        fmt::format("{}: the stored queries are not problems of this set; expected another --out",
                    set.file.string()));
  }
}

void complete_questions(Questions& questions, const SweepFile& sweep) {
  ChangingTruth& truth = *questions.truth;
  truth.solve(questions.queries);
  keep_optima(questions, truth.optima(), sweep);
  questions.bursts = std::move(truth.bursts());
}

}  // namespace fairway
