#include "harness/sweep/sweep_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "datasets/map_files.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/judging/changing_truth.hpp"
#include "harness/judging/reference.hpp"
#include "harness/queries/even_rows.hpp"
#include "harness/queries/sampled_queries.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/store/sha256.hpp"

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

/// The map's spaces for all its radii but the least, as far as the agent has room. `own`
/// is the world's radius.
std::vector<FreeSpace> spaces_of_greater_radii(const SweepMap& map, const SweepWorld& world,
                                               double least) {
  std::vector<FreeSpace> spaces;
  for (const double radius : map.radii) {
    if (radius == least || radius == map.radius) continue;
    try {
      spaces.push_back(eroded(world.map, radius));
    } catch (const InvalidWorld&) {
      // Said where the map is loaded with this radius.
    }
  }
  return spaces;
}

/// Samples queries with the least of the map's radii. Reachable ones are so at all radii, so that
/// the map's worlds are asked the same queries.
std::vector<QueryRecord> generated_queries(const SweepMap& map, const SweepWorld& world,
                                           const ExactSolver& solver, const SweepFile& sweep,
                                           Questions& questions) {
  const double least = *std::ranges::min_element(map.radii);
  const std::vector<FreeSpace> spaces = spaces_of_greater_radii(map, world, least);
  std::vector<const FreeSpace*> also;
  for (const FreeSpace& space : spaces) also.push_back(&space);
  if (map.radius != least) also.push_back(&world.space());
  std::optional<FreeSpace> eroded_least;
  std::optional<Reference> reference_least;
  if (map.radius != least) {
    if (least > 0) eroded_least = eroded(world.map, least);
    reference_least.emplace(eroded_least ? *eroded_least : world.map);
  }
  SampleOptions options;
  options.also = also;
  options.count = sweep.queries;
  options.unreachable = sweep.unreachable;
  options.seed = sweep.seed;
  const SampledQueries drawn = reference_least
                                   ? sample_queries(eroded_least ? *eroded_least : world.map,
                                                    reference_least->exact(), options)
                                   : sample_queries(world.space(), solver, options);
  questions.note = drawn.note;
  questions.world.sampled = drawn.sampled;
  questions.world.rejected = drawn.rejected;
  std::vector<QueryRecord> queries;
  for (const SampledQuery& d : drawn.queries) {
    QueryRecord& q = queries.emplace_back();
    q.generated = true;
    q.number = static_cast<int>(queries.size()) - 1;
    q.query = d.query;
  }
  return queries;
}

/// The queries of a map that stays as it is.
std::vector<QueryRecord> still_queries(const SweepMap& map, const SweepWorld& world,
                                       const Reference& reference, const SweepFile& sweep,
                                       Questions& questions) {
  const auto file = map.asked ? std::optional(map.asked->scenario) : scenario_beside(map.file);
  if (!file) return generated_queries(map, world, reference.exact(), sweep, questions);
  const Scenario scenario = read_scenario(*file);
  expect_scenario_of(scenario, map.file);
  const bool raster = world.map.raster() != nullptr;
  if (raster) check_scenario(scenario, *world.map.raster(), Endpoints::kCentre);
  return published_queries(
      scenario, raster,
      map.asked ? map.asked->rows
                : even_rows(scenario.problems.size(), static_cast<std::size_t>(sweep.queries)));
}

/// Ranks the queries to draw: the longest before all bursts, then shorter ones evenly spaced.
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

/// A map that states no changes.
WorldFile parse_still_map(const TextFile& source, const SweepMap& map, const SweepFile& sweep) {
  if (!sweep.terrain || world_format_of(source.text()) != WorldFormat::kMovingAiMap) {
    return parse_world(source, map.read);
  }
  const TileTable table = read_terrain_table(*sweep.terrain);
  return parse_world(source, map.read, &table);
}

ChangingWorld parse_changes(const TextFile& source, const SweepMap& map) {
  map.read.expect_known({}, "a changing world");
  return parse_changing_world(source);
}

bool is_before(const Segment& s, const Segment& t) {
  return std::tie(s.a.x, s.a.y, s.b.x, s.b.y) < std::tie(t.a.x, t.a.y, t.b.x, t.b.y);
}

/// The walls of a map in order, each by its ends.
std::vector<Segment> outline_of(const FreeSpace& map) {
  std::vector<Segment> outline;
  for (const Wall& wall : map.walls()) outline.push_back({wall.a, wall.b});
  std::ranges::sort(outline, is_before);
  return outline;
}

/// The walls of `from` that `without` has not, packed. Precondition: both are in order. O(walls).
std::string packed_difference(const std::vector<Segment>& from,
                              const std::vector<Segment>& without) {
  std::vector<Segment> difference;
  std::ranges::set_difference(from, without, std::back_inserter(difference), is_before);
  return packed_segments(difference);
}

/// Evenly spaced queries of a changing world, with their optima in the worlds that they are asked
/// in.
void draw_up_changing(const SweepMap& map, const ChangingWorld& changing, const SweepFile& sweep,
                      Questions& questions, std::vector<std::string>& optima) {
  std::vector<QueryRecord> all;
  int bursts = 0;
  for (const Step& step : changing.steps) {
    const auto* query = std::get_if<QueryStep>(&step);
    if (query == nullptr) {
      ++bursts;
      continue;
    }
    QueryRecord& q = all.emplace_back();
    q.number = static_cast<int>(all.size()) - 1;
    q.query = {query->start, query->goal};
    q.bursts = bursts;
    if (query->octile_length && *query->octile_length >= 0) q.octile = query->octile_length;
  }
  for (const std::size_t i : even_rows(all.size(), static_cast<std::size_t>(sweep.queries))) {
    questions.queries.push_back(all[i]);
  }
  ChangingTruth truth(changing, map.radius);
  Reference::Scratch scratch;
  Path optimal;
  bursts = 0;
  std::vector<Segment> before = outline_of(truth.map());
  const auto take = [&] {
    truth.take();
    BurstRecord& record = questions.bursts.emplace_back(truth.record());
    std::vector<Segment> after = outline_of(truth.map());
    record.gone = packed_difference(before, after);
    record.come = packed_difference(after, before);
    before = std::move(after);
    ++bursts;
  };
  for (QueryRecord& query : questions.queries) {
    while (bursts < query.bursts) take();
    truth.reference().solve(query, scratch, optimal);
    optima.push_back(packed_points(optimal));
  }
  while (truth.bursts_left() > 0) take();
}

/// A file as seen from the working folder: relative if it is below that, else absolute.
std::string name_here(const std::filesystem::path& file) {
  const std::filesystem::path whole = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path relative =
      whole.lexically_relative(std::filesystem::current_path().lexically_normal());
  return (relative.empty() || *relative.begin() == ".." ? whole : relative).string();
}

}  // namespace

WorldFile read_sweep_map(const SweepMap& map, const SweepFile& sweep) {
  const TextFile source = TextFile::read(map.file);
  if (states_changes(source.text())) return parse_changes(source, map).start;
  return parse_still_map(source, map, sweep);
}

SweepWorld load_sweep_world(const SweepMap& map, const SweepFile& sweep) {
  const TextFile source = TextFile::read(map.file);
  std::optional<ChangingWorld> changing;
  if (states_changes(source.text())) changing = parse_changes(source, map);
  WorldFile file = changing ? changing->start : parse_still_map(source, map, sweep);
  std::string unit = file.units.unit;
  LapClock clock;
  SweepWorld world{make_free_space(std::move(file)), std::nullopt, 0, std::move(changing),
                   std::move(unit)};
  if (map.radius > 0) {
    try {
      TimedErosion erosion = timed_erosion(world.map, map.radius);
      world.eroded = std::move(erosion.space);
      world.erosion_ns = erosion.nanoseconds;
    } catch (const InvalidWorld& nothing_left) {
      throw InputError(map.file, 1, nothing_left.what());
    }
  }
  world.free_space_ns = clock.lap();
  return world;
}

Questions draw_up_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep) {
  Questions questions;
  const FreeSpace& space = world.space();
  LapClock clock;
  const Reference reference(space);
  const std::int64_t reference_ns = clock.lap();

  Reference::Scratch scratch;
  std::vector<std::string> optima;
  if (world.changing) {
    draw_up_changing(map, *world.changing, sweep, questions, optima);
  } else {
    questions.queries = still_queries(map, world, reference, sweep, questions);
    Path optimal;
    for (QueryRecord& query : questions.queries) {
      reference.solve(query, scratch, optimal);
      optima.push_back(packed_points(optimal));
    }
  }
  choose_drawn(questions.queries, sweep.draw);
  for (std::size_t i = 0; i < optima.size(); ++i) {
    if (questions.queries[i].optimum && keeps_paths(sweep.paths, questions.queries[i])) {
      questions.optima.push_back({i, "optimum", std::move(optima[i])});
    }
  }
  for (const Wall& wall : world.map.walls()) questions.outline.push_back({wall.a, wall.b});

  WorldRecord& record = questions.world;
  record.name = map.name;
  record.map = map.map;
  record.radius = map.radius;
  record.terrain = space.terrain() != nullptr;
  record.optimum_by = reference.name();
  record.family = map.family;
  record.file = name_here(map.file);
  record.sha256 = sha256_of_file(map.file);
  record.read = map.read.text();
  record.unit = world.unit;
  record.content_hash = fmt::format("{:016x}", space.content_hash());
  record.vertices = space.triangulation().vertex_count();
  record.holes = space.hole_count();
  record.components = space.component_count();
  record.area = space.area();
  record.box = space.box();
  record.y_down = space.made_of_cells();
  record.free_space_ns = world.free_space_ns;
  record.free_space_bytes = space.memory_bytes();
  record.exact_solver_ns = reference_ns;
  const auto later =
      std::ranges::find_if(questions.queries, [](const QueryRecord& q) { return q.bursts > 0; });
  record.witnessed = reference.confirm(std::span(questions.queries.begin(), later), scratch);
  return questions;
}

}  // namespace fairway
