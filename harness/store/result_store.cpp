#include "harness/store/result_store.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "generated/build_info.hpp"
#include "generated/result_schema.hpp"
#include "harness/records/points_json.hpp"

namespace fairway {

namespace {

std::int64_t user_version(Database& database, std::string_view name = "main") {
  Statement statement(database, fmt::format("PRAGMA {}.user_version", name));
  statement.step();
  return statement.integer(0);
}

bool is_empty(Database& database) {
  Statement tables(database, "SELECT COUNT(*) FROM sqlite_schema");
  tables.step();
  return tables.integer(0) == 0 && user_version(database) == 0;
}

std::optional<std::string_view> optional_text(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

int result_schema_version() {
  constexpr std::string_view kPragma = "PRAGMA user_version = ";
  static const int kVersion =
      std::atoi(kResultSchema.data() + kResultSchema.find(kPragma) + kPragma.size());
  return kVersion;
}

void check_schema_version(Database& database, const std::filesystem::path& file,
                          std::string_view name) {
  const std::int64_t version = user_version(database, name);
  if (version == result_schema_version()) return;
  throw StoreMismatch(fmt::format("{}: has schema version {}, expected {}", file.string(), version,
                                  result_schema_version()));
}

RunRecord run_settings(const Statement& row) {
  RunRecord run;
  run.seed = static_cast<std::uint64_t>(row.integer(0));
  run.queries = static_cast<int>(row.integer(1));
  run.repetitions = static_cast<int>(row.integer(2));
  run.timeout_ms = static_cast<int>(row.integer(3));
  run.build_timeout_ms = static_cast<int>(row.integer(4));
  run.memory_mb = static_cast<int>(row.integer(5));
  run.plan = row.text(6);
  return run;
}

std::string describe(const RunRecord& run) {
  return fmt::format(
      "seed {}, {} queries a map, {} repetitions, at most {} ms a query, {} ms a build and {} MiB"
      " (plan {}, which also covers terrain, unreachable and drawn queries)",
      run.seed, run.queries, run.repetitions, run.timeout_ms, run.build_timeout_ms, run.memory_mb,
      run.plan);
}

ResultStore::ResultStore(const std::filesystem::path& file, const RunRecord& run,
                         const Machine& machine)
    : lock_(file), database_(file, Database::Mode::kCreate) {
  database_.execute("PRAGMA foreign_keys = ON");
  database_.execute("PRAGMA journal_mode = WAL");
  database_.execute("PRAGMA synchronous = FULL");
  open_schema(file);
  check_plan(file, run);
  namespace info = build_info;
  Statement(database_,
            "INSERT INTO run (version, \"commit\", dirty, compiler, flags, libraries, host, cpu,"
            " cores, kernel, governor, sweep, seed, queries, repetitions, timeout_ms,"
            " build_timeout_ms, memory_mb, jobs, shard, plan, started)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
            " ?18, ?19, ?20, ?21, ?22)")
      .run(info::kVersion, info::kCommit, info::kDirty ? 1 : 0, info::kCompiler, info::kFlags,
           info::kLibraries, machine.host, machine.cpu, machine.cores, machine.kernel,
           machine.governor, run.sweep, run.seed, run.queries, run.repetitions, run.timeout_ms,
           run.build_timeout_ms, run.memory_mb, run.jobs, optional_text(run.shard), run.plan,
           utc_now());
  run_ = database_.last_id();
}

ResultStore::~ResultStore() {
  try {
    database_.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch (const DatabaseError&) {
    // Somebody reads the file, or the disk is full: it stays whole, with its log beside it.
  }
}

void ResultStore::open_schema(const std::filesystem::path& file) {
  Transaction transaction(database_);
  if (!is_empty(database_)) {
    check_schema_version(database_, file);
    return;
  }
  database_.execute(kResultSchema);
  transaction.commit();
}

void ResultStore::check_plan(const std::filesystem::path& file, const RunRecord& run) {
  Statement rows(database_, fmt::format("SELECT {} FROM run LIMIT 1", kRunSettings));
  if (!rows.step()) return;
  const RunRecord stored = run_settings(rows);
  if (stored.plan == run.plan) return;
  throw StoreMismatch(fmt::format(
      "{}: was begun with {}; this run has {}; choose another --out or the same settings",
      file.string(), describe(stored), describe(run)));
}

std::int64_t ResultStore::method(const Method& method) {
  const std::scoped_lock lock(mutex_);
  const std::string options = method.options.dump();
  const std::string search = option_values(method.search).dump();
  Statement find(database_,
                 "SELECT id, representation = ?2 AND options = ?3 AND heuristic = ?4 AND"
                 " weight = ?5 AND smoother = ?6 AND search = ?7 AND command IS ?8 FROM method"
                 " WHERE name = ?1");
  find.bind_all(method.name, method.adapter, options, name_of(method.search.heuristic),
                method.search.weight, name_of(method.search.smoother), search,
                optional_text(method.command));
  if (find.step()) {
    if (find.integer(1) == 0) {
      throw StoreMismatch("method '" + method.name +
                          "' is stored with other settings; rename it or choose another --out");
    }
    return find.integer(0);
  }
  Statement(
      database_,
      "INSERT INTO method (name, representation, options, heuristic, weight, smoother, search,"
      " command) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      .run(method.name, method.adapter, options, name_of(method.search.heuristic),
           method.search.weight, name_of(method.search.smoother), search,
           optional_text(method.command));
  return database_.last_id();
}

std::optional<std::int64_t> ResultStore::find_world(std::string_view name,
                                                    std::string_view sha256) {
  const std::scoped_lock lock(mutex_);
  Statement find(database_, "SELECT id, sha256 FROM world WHERE name = ?1");
  find.bind_all(name);
  if (!find.step()) return std::nullopt;
  if (find.text(1) != sha256) {
    throw StoreMismatch(
        fmt::format("map '{}' has changed since it was stored; choose another --out", name));
  }
  return find.integer(0);
}

std::int64_t ResultStore::add_world(const WorldRecord& world, std::span<QueryRecord> queries,
                                    std::span<const Segment> outline,
                                    std::span<const PathRecord> optima) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  Statement(database_,
            "INSERT INTO world (name, family, sha256, content_hash, vertices, holes, components,"
            " area, min_x, min_y, max_x, max_y, y_down, free_space_ns, free_space_bytes,"
            " exact_solver_ns, map, radius, terrain, optimum_by)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
            " ?18, ?19, ?20)")
      .run(world.name, world.family, world.sha256, world.content_hash, world.vertices, world.holes,
           world.components, world.area, world.box.min.x, world.box.min.y, world.box.max.x,
           world.box.max.y, world.y_down ? 1 : 0, world.free_space_ns, world.free_space_bytes,
           world.exact_solver_ns, world.map, world.radius, world.terrain ? 1 : 0, world.optimum_by);
  const std::int64_t id = database_.last_id();
  Statement add(database_,
                "INSERT INTO query (world, source, number, start_x, start_y, goal_x, goal_y,"
                " truth, optimum, octile) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
  for (QueryRecord& q : queries) {
    add.run(id, q.generated ? "generated" : "scen", q.number, q.query.start.x, q.query.start.y,
            q.query.goal.x, q.query.goal.y, name_of(q.truth), q.optimum, q.octile);
    q.id = database_.last_id();
  }
  Statement(database_, "INSERT INTO outline (world, walls) VALUES (?1, ?2)")
      .run(id, segments_json(outline));
  Statement add_path(database_,
                     "INSERT INTO path (query, method, kind, points) VALUES (?1, NULL, ?2, ?3)");
  for (const PathRecord& path : optima) {
    add_path.run(queries[path.query].id, path.kind, points_json(path.points));
  }
  transaction.commit();
  return id;
}

std::vector<QueryRecord> ResultStore::queries(std::int64_t world) {
  const std::scoped_lock lock(mutex_);
  Statement rows(database_,
                 "SELECT id, source, number, start_x, start_y, goal_x, goal_y, truth, optimum,"
                 " octile FROM query WHERE world = ?1 ORDER BY number");
  rows.bind_all(world);
  std::vector<QueryRecord> queries;
  while (rows.step()) {
    QueryRecord& q = queries.emplace_back();
    q.id = rows.integer(0);
    q.generated = rows.text(1) == "generated";
    q.number = static_cast<int>(rows.integer(2));
    q.query = {{rows.real(3), rows.real(4)}, {rows.real(5), rows.real(6)}};
    for (std::size_t i = 0; i < kTruthNames.size(); ++i) {
      if (rows.text(7) == kTruthNames[i]) q.truth = static_cast<Truth>(i);
    }
    q.optimum = rows.optional_real(8);
    q.octile = rows.optional_real(9);
  }
  return queries;
}

std::vector<std::size_t> ResultStore::drawn_queries(std::int64_t world,
                                                    std::span<const QueryRecord> queries) {
  const std::scoped_lock lock(mutex_);
  Statement rows(database_,
                 "SELECT query.number FROM path JOIN query ON query.id = path.query"
                 " WHERE query.world = ?1 AND path.kind = 'optimum' ORDER BY path.rowid");
  rows.bind_all(world);
  std::vector<std::size_t> drawn;
  while (rows.step()) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (queries[i].number == rows.integer(0)) drawn.push_back(i);
    }
  }
  return drawn;
}

bool ResultStore::has_trial(std::int64_t world, std::int64_t method) {
  const std::scoped_lock lock(mutex_);
  Statement find(database_, "SELECT 1 FROM build WHERE world = ?1 AND method = ?2");
  find.bind_all(world, method);
  return find.step();
}

void ResultStore::add_trial(std::int64_t world, std::int64_t method,
                            std::span<const QueryRecord> queries, const TrialRecord& trial) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  add_build(world, method, trial.build);
  add_answers(method, queries, trial.answers);
  Statement add_path(database_,
                     "INSERT INTO path (query, method, kind, points) VALUES (?1, ?2, ?3, ?4)");
  for (const PathRecord& path : trial.paths) {
    add_path.run(queries[path.query].id, method, path.kind, points_json(path.points));
  }
  if (trial.drawing) {
    const DrawingRecord& drawing = *trial.drawing;
    Statement(database_,
              "INSERT INTO drawing (world, method, kind, segments, total, min_x, min_y, max_x,"
              " max_y) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        .run(world, method, drawing.kind, segments_json(drawing.segments), drawing.total,
             drawing.window.min.x, drawing.window.min.y, drawing.window.max.x,
             drawing.window.max.y);
  }
  transaction.commit();
}

void ResultStore::add_build(std::int64_t world, std::int64_t method, const BuildRecord& build) {
  if (build.status != BuildStatus::kBuilt) {
    Statement(database_,
              "INSERT INTO build (world, method, run, status, message, failures)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .run(world, method, run_, name_of(build.status), build.message, build.failures);
    return;
  }
  const PlannerFacts& facts = build.facts;
  Statement(database_,
            "INSERT INTO build (world, method, run, status, ns, bytes, resident_before,"
            " resident_after, peak_resident, vertices, edges, coverage, components, failures,"
            " clock_ns, waited_ns, message, program)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
            " ?18)")
      .run(world, method, run_, name_of(build.status), facts.build_nanoseconds, facts.memory_bytes,
           build.resident_before, build.resident_after, build.peak_resident, facts.vertices,
           facts.edges, facts.coverage, facts.components, build.failures, build.clock_ns,
           build.waited_ns, optional_text(build.message), optional_text(build.program));
  Statement add(database_,
                "INSERT INTO build_phase (world, method, position, name, ns)"
                " VALUES (?1, ?2, ?3, ?4, ?5)");
  int position = 0;
  for (const auto& [name, nanoseconds] : facts.build_phases) {
    add.run(world, method, position++, name, nanoseconds);
  }
}

void ResultStore::add_answers(std::int64_t method, std::span<const QueryRecord> queries,
                              std::span<const AnswerRecord> answers) {
  Statement add(database_,
                "INSERT INTO answer (query, method, status, message, raw_length, length, optimum,"
                " gap, corridor_gap, slack, raw_points, points, turning, clearance, expanded,"
                " generated, path_hash, fault, end_offset, cost) VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
                " ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)");
  Statement add_timing(
      database_,
      "INSERT INTO timing (query, method, repetition, locate_ns, attach_ns,"
      " search_ns, realise_ns, smooth_ns) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const AnswerRecord& a = answers[i];
    add.run(queries[i].id, method, name_of(a.status), optional_text(a.message), a.raw_length,
            a.length, queries[i].optimum, a.gap, a.corridor_gap, a.slack, a.raw_points, a.points,
            a.turning, a.clearance, a.expanded, a.generated, optional_text(a.path_hash),
            a.fault ? std::optional(name_of(*a.fault)) : std::nullopt, a.end_offset, a.cost);
    for (std::size_t r = 0; r < a.times.size(); ++r) {
      const PhaseTimes& t = a.times[r];
      add_timing.run(queries[i].id, method, r, t.locate, t.attach, t.search, t.realise, t.smooth);
    }
  }
}

void ResultStore::add_measurement(std::int64_t world, const MeasurementRecord& measurement) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  Statement(database_,
            "INSERT INTO measurement (run, world, started, core, load_before, load_after,"
            " mhz_before, mhz_after) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      .run(run_, world, measurement.started, measurement.core, measurement.load_before,
           measurement.load_after, measurement.mhz_before, measurement.mhz_after);
  const std::int64_t id = database_.last_id();
  Statement add(database_, "INSERT INTO expense (measurement, activity, ns) VALUES (?1, ?2, ?3)");
  for (const auto& [activity, ns] : measurement.expenses) add.run(id, activity, ns);
  transaction.commit();
}

void ResultStore::finish() {
  const std::scoped_lock lock(mutex_);
  Statement(database_, "UPDATE run SET finished = ?2 WHERE id = ?1").run(run_, utc_now());
}

}  // namespace fairway
