#include "harness/store/result_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdlib>
#include <deque>
#include <utility>

#include "generated/build_info.hpp"
#include "generated/result_schema.hpp"
#include "harness/records/packed_numbers.hpp"

namespace fairway {

namespace {

bool is_empty(Database& database) {
  return database.integer("SELECT COUNT(*) FROM sqlite_schema") == 0 &&
         database.integer("PRAGMA user_version") == 0;
}

std::optional<std::string_view> optional_text(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// A new row, and the texts to which its values refer.
struct StoredRow {
  NamedValues values;
  std::deque<std::string> texts;
};

/// Makes a row from the fields of a record and other values. Stores an empty text as NULL.
template <class Record>
StoredRow stored_row(const Record& record, NamedValues others) {
  StoredRow row{std::move(others), {}};
  Record::describe(record, [&](const char* name, const auto& value) {
    if constexpr (std::convertible_to<decltype(value), std::string_view>) {
      row.values.push_back({name, optional_text(row.texts.emplace_back(value))});
    } else {
      row.values.push_back({name, value});
    }
  });
  return row;
}

}  // namespace

ResultStore::ResultStore(const std::filesystem::path& file, const RunRecord& run,
                         const Machine& machine)
    : lock_(file), database_(file, Database::Mode::kCreate) {
  database_.execute("PRAGMA foreign_keys = ON");
  database_.execute("PRAGMA journal_mode = WAL");
  database_.execute("PRAGMA synchronous = FULL");
  open_schema(file);
  check_plan(file, run);
  namespace info = build_info;
  run_ = database_.insert("run", {{"version", info::kVersion},
                                  {"commit", info::kCommit},
                                  {"dirty", info::kDirty},
                                  {"compiler", info::kCompiler},
                                  {"flags", info::kFlags},
                                  {"libraries", info::kLibraries},
                                  {"host", machine.host},
                                  {"cpu", machine.cpu},
                                  {"cores", machine.cores},
                                  {"kernel", machine.kernel},
                                  {"governor", machine.governor},
                                  {"sweep", run.sweep},
                                  {"seed", run.seed},
                                  {"queries", run.queries},
                                  {"repetitions", run.repetitions},
                                  {"builds", run.builds},
                                  {"timeout_ms", run.timeout_ms},
                                  {"build_timeout_ms", run.build_timeout_ms},
                                  {"memory_mb", run.memory_mb},
                                  {"jobs", run.jobs},
                                  {"shard", optional_text(run.shard)},
                                  {"plan", run.plan},
                                  {"started", utc_now()}});
}

ResultStore::~ResultStore() {
  try {
    database_.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch (const DatabaseError&) {
    // Another process reads the file, or the disk is full. The store stays valid, and its log stays
    // beside it.
  }
}

void ResultStore::open_schema(const std::filesystem::path& file) {
  Transaction transaction(database_);
  if (!is_empty(database_)) {
    check_schema_version(database_, file);
    return;
  }
  database_.execute(std::string(kResultSchema));
  transaction.commit();
}

void ResultStore::check_plan(const std::filesystem::path& file, const RunRecord& run) {
  Statement rows(database_, "SELECT * FROM run LIMIT 1");
  if (!rows.step()) return;
  const RunRecord stored = run_settings(rows);
  if (stored.plan == run.plan) return;
  throw StoreMismatch(fmt::format(
      "{}: was made with {}; this run has {}; expected the same settings, or another --out",
      file.string(), describe(stored, &run), describe(run, &stored)));
}

std::int64_t ResultStore::method(const Method& method, bool recorded) {
  const std::scoped_lock lock(mutex_);
  const std::string options = method.options.dump();
  const OptionValues settings = option_values(method.search);
  const std::string search = settings.dump();
  const std::string pruning = settings.value("pruning", "");
  const NamedValues row{{"name", method.name},
                        {"representation", method.adapter},
                        {"options", options},
                        {"heuristic", name_of(method.search.heuristic)},
                        {"weight", method.search.weight},
                        {"smoother", name_of(method.search.smoother)},
                        {"pruning", optional_text(pruning)},
                        {"search", search},
                        {"command", optional_text(method.command)},
                        {"recorded", recorded}};
  std::string same = "1";
  for (const NamedValue& value : row) same += fmt::format(" AND {0} IS :{0}", value.name);
  Statement find(database_, "SELECT id, " + same + " AS same FROM method WHERE name = :name", row);
  if (!find.step()) return database_.insert("method", row);
  if (find["same"].integer() == 0) {
    throw StoreMismatch("method '" + method.name +
                        "' is stored with other settings; expected another name or another --out");
  }
  return find["id"].integer();
}

std::optional<std::int64_t> ResultStore::find_world(std::string_view name, std::string_view sha256,
                                                    std::string_view read) {
  const std::scoped_lock lock(mutex_);
  Statement find(database_, "SELECT id, sha256, read FROM world WHERE name = :name",
                 {{"name", name}});
  if (!find.step()) return std::nullopt;
  if (find["sha256"].text() != sha256) {
    throw StoreMismatch(
        fmt::format("the map '{}' has changed since it was stored; expected another --out", name));
  }
  if (find["read"].text() != read) {
    throw StoreMismatch(fmt::format(
        "the map '{}' was stored with other reader options; expected another --out or 'name'",
        name));
  }
  return find["id"].integer();
}

void ResultStore::expect_content(std::int64_t world, std::string_view content_hash) {
  const std::scoped_lock lock(mutex_);
  Statement find(database_, "SELECT name, content_hash FROM world WHERE id = :id", {{"id", world}});
  find.step();
  if (find["content_hash"].text() == content_hash) return;
  throw StoreMismatch(
      fmt::format("the map '{}' was stored with other costs of terrain; expected another --out",
                  find["name"].text()));
}

std::int64_t ResultStore::add_world(const WorldRecord& world, std::span<QueryRecord> queries,
                                    std::span<const Segment> outline,
                                    std::span<const PathRecord> optima,
                                    std::span<const BurstRecord> bursts) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  const std::int64_t id = database_.insert("world", {{"name", world.name},
                                                     {"map", world.map},
                                                     {"radius", world.radius},
                                                     {"terrain", world.terrain},
                                                     {"optimum_by", world.optimum_by},
                                                     {"family", world.family},
                                                     {"file", world.file},
                                                     {"sha256", world.sha256},
                                                     {"read", world.read},
                                                     {"unit", world.unit},
                                                     {"content_hash", world.content_hash},
                                                     {"vertices", world.vertices},
                                                     {"holes", world.holes},
                                                     {"components", world.components},
                                                     {"area", world.area},
                                                     {"min_x", world.box.min.x},
                                                     {"min_y", world.box.min.y},
                                                     {"max_x", world.box.max.x},
                                                     {"max_y", world.box.max.y},
                                                     {"y_down", world.y_down},
                                                     {"free_space_ns", world.free_space_ns},
                                                     {"free_space_bytes", world.free_space_bytes},
                                                     {"exact_solver_ns", world.exact_solver_ns},
                                                     {"witnessed", world.witnessed},
                                                     {"sampled", world.sampled},
                                                     {"rejected", world.rejected}});
  database_.execute("DELETE FROM refusal WHERE name = :name", {{"name", world.name}});
  for (QueryRecord& q : queries) {
    q.id = database_.insert("query", {{"world", id},
                                      {"source", q.generated ? "generated" : "scen"},
                                      {"number", q.number},
                                      {"start_x", q.query.start.x},
                                      {"start_y", q.query.start.y},
                                      {"goal_x", q.query.goal.x},
                                      {"goal_y", q.query.goal.y},
                                      {"truth", name_of(q.truth)},
                                      {"optimum", q.optimum},
                                      {"octile", q.octile},
                                      {"drawn", q.drawn},
                                      {"bursts", q.bursts}});
  }
  for (const BurstRecord& burst : bursts) {
    database_.insert("burst", {{"world", id},
                               {"number", burst.number},
                               {"points", burst.points},
                               {"area", burst.area},
                               {"content_hash", burst.content_hash}});
    database_.insert("outline_change", {{"world", id},
                                        {"number", burst.number},
                                        {"gone", Blob{burst.gone}},
                                        {"come", Blob{burst.come}}});
  }
  const std::string walls = packed_segments(outline);
  database_.insert("outline", {{"world", id}, {"walls", Blob{walls}}});
  for (const PathRecord& path : optima) add_path(queries[path.query].id, std::nullopt, path);
  transaction.commit();
  return id;
}

std::vector<QueryRecord> ResultStore::queries(std::int64_t world) {
  const std::scoped_lock lock(mutex_);
  Statement rows(database_, "SELECT * FROM query WHERE world = :world ORDER BY number",
                 {{"world", world}});
  std::vector<QueryRecord> queries;
  while (rows.step()) {
    QueryRecord& q = queries.emplace_back();
    q.id = rows["id"].integer();
    q.generated = rows["source"].text() == "generated";
    q.number = static_cast<int>(rows["number"].integer());
    q.query.start = {rows["start_x"].real(), rows["start_y"].real()};
    q.query.goal = {rows["goal_x"].real(), rows["goal_y"].real()};
    for (std::size_t i = 0; i < kTruthNames.size(); ++i) {
      if (rows["truth"].text() == kTruthNames[i]) q.truth = static_cast<Truth>(i);
    }
    q.optimum = rows["optimum"].optional_real();
    q.octile = rows["octile"].optional_real();
    q.bursts = static_cast<int>(rows["bursts"].integer());
    if (rows["drawn"].type() != SQLITE_NULL) q.drawn = static_cast<int>(rows["drawn"].integer());
  }
  return queries;
}

bool ResultStore::has_build(std::int64_t world, std::int64_t method) {
  const std::scoped_lock lock(mutex_);
  return database_.integer("SELECT COUNT(*) FROM build WHERE world = :world AND method = :method",
                           {{"world", world}, {"method", method}}) > 0;
}

std::vector<int> ResultStore::answered(std::int64_t world, std::int64_t method) {
  const std::scoped_lock lock(mutex_);
  Statement rows(database_,
                 "SELECT q.number FROM query q JOIN answer a ON a.query = q.id"
                 " AND a.method = :method WHERE q.world = :world ORDER BY q.number",
                 {{"world", world}, {"method", method}});
  std::vector<int> numbers;
  while (rows.step()) numbers.push_back(static_cast<int>(rows["number"].integer()));
  return numbers;
}

void ResultStore::add_trial(std::int64_t world, std::int64_t method,
                            std::span<const QueryRecord> queries, const TrialRecord& trial) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  const bool fresh =
      database_.integer("SELECT COUNT(*) FROM build WHERE world = :world AND method = :method",
                        {{"world", world}, {"method", method}}) == 0;
  if (fresh) add_build(world, method, trial.build);
  add_build_runs(world, method, trial.build);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    add_answer(method, queries[i], trial.answers[i]);
  }
  for (const PathRecord& path : trial.paths) add_path(queries[path.query].id, method, path);
  if (fresh) {
    for (const FollowRecord& follow : trial.follows) add_follow(world, method, follow);
  }
  if (fresh && trial.drawing) {
    const KeptDrawing& drawing = *trial.drawing;
    database_.insert("drawing", {{"world", world},
                                 {"method", method},
                                 {"kind", drawing.kind},
                                 {"segments", Blob{drawing.segments}},
                                 {"total", drawing.total},
                                 {"min_x", drawing.window.min.x},
                                 {"min_y", drawing.window.min.y},
                                 {"max_x", drawing.window.max.x},
                                 {"max_y", drawing.window.max.y}});
  }
  transaction.commit();
}

void ResultStore::add_build(std::int64_t world, std::int64_t method, const BuildRecord& build) {
  BuildRecord failed;  // has only the columns that are stored for a failed build
  failed.status = build.status;
  failed.message = build.message;
  failed.failures = build.failures;
  const bool built = build.status == Status::kBuilt;
  database_.insert("build", stored_row(built ? build : failed,
                                       {{"world", world}, {"method", method}, {"run", run_}})
                                .values);
  if (!built) return;
  int position = 0;
  for (const auto& [name, nanoseconds] : build.facts.phases) {
    database_.insert("build_phase", {{"world", world},
                                     {"method", method},
                                     {"position", position++},
                                     {"name", name},
                                     {"ns", nanoseconds}});
  }
}

void ResultStore::add_build_runs(std::int64_t world, std::int64_t method,
                                 const BuildRecord& build) {
  std::int64_t number =
      database_.integer("SELECT COUNT(*) FROM build_run WHERE world = :world AND method = :method",
                        {{"world", world}, {"method", method}});
  for (const BuildRun& run : build.runs) {
    database_.insert(
        "build_run",
        stored_row(run, {{"world", world}, {"method", method}, {"number", number++}}).values);
  }
  for (const PartRecord& part : build.parts) {
    database_.execute(
        "INSERT INTO part (world, name, build_ns, bytes) VALUES (:world, :name, :ns, :bytes)"
        " ON CONFLICT (world, name) DO UPDATE SET build_ns = MIN(build_ns, excluded.build_ns)",
        {{"world", world}, {"name", part.name}, {"ns", part.build_ns}, {"bytes", part.bytes}});
  }
}

void ResultStore::add_answer(std::int64_t method, const QueryRecord& query, const AnswerRecord& a) {
  const NamedValues key{{"query", query.id}, {"method", method}};
  StoredRow answer = stored_row(a, key);
  answer.values.push_back({"optimum", query.optimum});
  database_.insert("answer", answer.values);
  for (std::size_t r = 0; r < a.times.size(); ++r) {
    StoredRow timing = stored_row(a.times[r], key);
    timing.values.push_back({"repetition", r});
    database_.insert("timing", timing.values);
  }
  for (const auto& [ns, length] : a.improvements) {
    database_.insert("improvement",
                     {{"query", query.id}, {"method", method}, {"ns", ns}, {"length", length}});
  }
}

void ResultStore::add_follow(std::int64_t world, std::int64_t method, const FollowRecord& follow) {
  database_.insert("follow", stored_row(follow, {{"world", world}, {"method", method}}).values);
}

void ResultStore::add_path(std::int64_t query, std::optional<std::int64_t> method,
                           const PathRecord& path) {
  database_.insert(
      "path",
      {{"query", query}, {"method", method}, {"kind", path.kind}, {"points", Blob{path.points}}});
}

void ResultStore::add_measurement(std::int64_t world, const MeasurementRecord& measurement) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  const std::int64_t id = database_.insert("measurement", {{"run", run_},
                                                           {"world", world},
                                                           {"started", measurement.started},
                                                           {"core", measurement.core},
                                                           {"load_before", measurement.load_before},
                                                           {"load_after", measurement.load_after},
                                                           {"mhz_before", measurement.mhz_before},
                                                           {"mhz_after", measurement.mhz_after},
                                                           {"others", measurement.others}});
  for (const auto& [activity, ns] : measurement.expenses) {
    database_.insert("expense", {{"measurement", id}, {"activity", activity}, {"ns", ns}});
  }
  database_.execute("DELETE FROM refusal WHERE name = (SELECT name FROM world WHERE id = :world)",
                    {{"world", world}});
  transaction.commit();
}

void ResultStore::add_refusal(std::string_view world, std::string_view message) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  database_.execute("DELETE FROM refusal WHERE name = :name", {{"name", world}});
  database_.insert("refusal", {{"run", run_}, {"name", world}, {"message", message}});
  transaction.commit();
}

ResultStore::Errors ResultStore::errors_of(std::int64_t method) {
  const std::scoped_lock lock(mutex_);
  Statement row(database_,
                "SELECT (SELECT COUNT(*) FROM build WHERE method = :method AND status = 'error') "
                "AS builds, (SELECT COUNT(*) FROM answer WHERE method = :method AND status = "
                "'error') AS answers",
                {{"method", method}});
  row.step();
  return {row["builds"].integer(), row["answers"].integer()};
}

void ResultStore::copy_to(const std::filesystem::path& file) {
  const std::scoped_lock lock(mutex_);
  database_.execute("VACUUM INTO :file", {{"file", file.native()}});
}

void ResultStore::note_calibration(std::int64_t ns) {
  const std::scoped_lock lock(mutex_);
  database_.execute("UPDATE run SET calibration_ns = :ns WHERE id = :run",
                    {{"ns", ns}, {"run", run_}});
}

void ResultStore::finish() {
  const std::scoped_lock lock(mutex_);
  database_.execute("UPDATE run SET finished = :now WHERE id = :run",
                    {{"now", utc_now()}, {"run", run_}});
}

}  // namespace fairway
