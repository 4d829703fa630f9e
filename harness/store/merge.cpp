#include "harness/store/merge.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "datasets/output.hpp"
#include "generated/result_schema.hpp"
#include "harness/store/columns.hpp"
#include "harness/store/completeness.hpp"
#include "harness/store/merge_input.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_lock.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

/// A table of the schema. A column with the name of a table refers to the id of that table.
struct Table {
  std::string name;
  std::vector<std::string> columns;
};

/// Tables with rows that belong to a build.
const std::vector<std::string> kOfBuild{"build", "build_phase", "drawing", "follow"};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Merge {
 public:
  Merge(const fs::path& part, const std::vector<MergeInput>& inputs)
      : inputs_(inputs), database_(part, Database::Mode::kCreate) {
    database_.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL");
    database_.execute(std::string(kResultSchema));
    for (const std::string& name :
         database_.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")) {
      tables_.push_back(
          {name, database_.texts("SELECT name FROM pragma_table_info(:table) ORDER BY cid",
                                 {{"table", name}})});
      if (contains(tables_.back().columns, "id")) numbered_.push_back(name);
    }
    number_shared_rows();
  }

  MergeOutcome run(const MergeDemand& demand) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      database_.attach(inputs_[i].file, "input");
      try {
        merge_input(i);
        database_.detach("input");
      } catch (const DatabaseError& e) {
        throw DatabaseError(fmt::format("merging {}: {}", inputs_[i].file.string(), e.what()),
                            e.code());
      }
    }
    const std::vector<std::string> broken =
        database_.texts("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1");
    if (!broken.empty()) {
      throw StoreMismatch(fmt::format("an input is damaged: its table '{}' refers to missing rows",
                                      broken.front()));
    }
    MergeOutcome outcome;
    outcome.runs = count("run");
    outcome.worlds = count("world");
    outcome.trials = count("build");
    outcome.hosts = database_.texts(
        "SELECT DISTINCT host FROM run WHERE id IN (SELECT run FROM measurement) ORDER BY host");
    for (const std::string& world : demand.worlds) {
      if (!is_complete(database_, world, demand.methods)) outcome.missing.push_back(world);
    }
    if (!outcome.missing.empty() && !demand.incomplete) {
      throw StoreMismatch(fmt::format(
          "builds or answers are missing on {} of {} worlds: {}; --incomplete merges the rest",
          outcome.missing.size(), demand.worlds.size(), fmt::join(outcome.missing, ", ")));
    }
    return outcome;
  }

 private:
  /// Assigns ids to the worlds and methods of all inputs, and to the queries of each world.
  void number_shared_rows() {
    database_.execute(
        "CREATE TEMP TABLE shared_world (name TEXT PRIMARY KEY, id INTEGER, first_query INTEGER,"
        " input INTEGER);"
        "CREATE TEMP TABLE shared_method (name TEXT PRIMARY KEY, id INTEGER, input INTEGER)");
    for (const std::string& name : numbered_) {
      database_.execute(fmt::format(
          "CREATE TEMP TABLE {}_ids (old INTEGER PRIMARY KEY, new INTEGER, fresh INTEGER)", name));
    }
    std::map<std::string, MergeInput::World> worlds;
    std::map<std::string, std::int64_t> methods;
    for (const MergeInput& input : inputs_) {
      for (const auto& [name, world] : input.worlds) {
        const auto [at, added] = worlds.emplace(name, world);
        at->second.id = std::min(at->second.id, world.id);
      }
      for (const auto& [name, id] : input.methods) {
        const auto [at, added] = methods.emplace(name, id);
        at->second = std::min(at->second, id);
      }
    }
    std::vector<std::tuple<std::int64_t, std::string, std::int64_t>> ordered;
    for (const auto& [name, world] : worlds) ordered.emplace_back(world.id, name, world.queries);
    std::sort(ordered.begin(), ordered.end());
    std::int64_t id = 0;
    std::int64_t queries = 0;
    for (const auto& [least, name, count] : ordered) {
      database_.insert("shared_world", {{"name", name}, {"id", ++id}, {"first_query", queries}});
      queries += count;
    }
    ordered.clear();
    for (const auto& [name, least] : methods) ordered.emplace_back(least, name, 0);
    std::sort(ordered.begin(), ordered.end());
    id = 0;
    for (const auto& [least, name, unused] : ordered) {
      database_.insert("shared_method", {{"name", name}, {"id", ++id}});
    }
  }

  void merge_input(std::size_t input) {
    Transaction transaction(database_);
    number_rows(input);
    check_shared("world", input);
    check_shared("method", input);
    check_queries(input);
    check_trials(input);
    for (const Table& table : tables_) copy(table);
    transaction.commit();
  }

  /// Fills the tables that map ids of the input to ids of the output. Marks a row as fresh if the
  /// output has no row of this name yet.
  void number_rows(std::size_t input) {
    for (const std::string& name : numbered_) {
      database_.execute(fmt::format("DELETE FROM temp.{}_ids", name));
    }
    for (const std::string name : {"world", "method"}) {
      database_.execute(fmt::format("UPDATE temp.shared_{0} SET input = :input WHERE input IS NULL"
                                    " AND name IN (SELECT name FROM input.{0})",
                                    name),
                        {{"input", input}});
      database_.execute(fmt::format("INSERT INTO temp.{0}_ids SELECT t.id, s.id, s.input = :input"
                                    " FROM input.{0} t LEFT JOIN temp.shared_{0} s USING (name)",
                                    name),
                        {{"input", input}});
      if (count(fmt::format("temp.{}_ids WHERE new IS NULL", name)) > 0) {
        throw StoreMismatch(inputs_[input].file.string() +
                            ": grows during the merge; wait for the end of its run");
      }
    }
    database_.execute(
        "INSERT INTO temp.query_ids SELECT q.id, s.first_query + ROW_NUMBER() OVER"
        " (PARTITION BY q.world ORDER BY q.number), w.fresh FROM input.query q"
        " JOIN temp.world_ids w ON w.old = q.world JOIN temp.shared_world s ON s.id = w.new");
    for (const std::string& name : numbered_) {
      if (name == "world" || name == "method" || name == "query") continue;
      if (name == "run") first_run_.push_back(count("run") + 1);
      database_.execute(
          fmt::format("INSERT INTO temp.{0}_ids SELECT id, (SELECT COUNT(*) FROM main.{0})"
                      " + ROW_NUMBER() OVER (ORDER BY id), 1 FROM input.{0}",
                      name));
    }
  }

  /// Rejects an input if a world or method differs from the output's row of the same name.
  void check_shared(const std::string& name, std::size_t input) {
    for (const std::string& column : compared_columns(name)) {
      Statement rows(database_,
                     fmt::format("SELECT t.name, t.\"{0}\" AS theirs, m.\"{0}\" AS ours, s.input"
                                 " FROM input.{1} t"
                                 " JOIN temp.{1}_ids i ON i.old = t.id AND NOT i.fresh"
                                 " JOIN main.{1} m ON m.id = i.new"
                                 " JOIN temp.shared_{1} s ON s.id = m.id"
                                 " WHERE t.\"{0}\" IS NOT m.\"{0}\" ORDER BY t.name LIMIT 1",
                                 column, name));
      if (!rows.step()) continue;
      throw StoreMismatch(fmt::format(
          "{} '{}' differs between inputs: its {} is '{}' in {} and '{}' in {}", name,
          rows["name"].text(), column, rows["ours"].text(), file_of(rows["input"].integer()),
          rows["theirs"].text(), inputs_[input].file.string()));
    }
  }

  /// Rejects an input if it and the output have different queries for a world.
  void check_queries(std::size_t input) {
    const std::string columns =
        fmt::format("\"{}\"", fmt::join(compared_columns("query"), "\", \""));
    Statement rows(
        database_,
        fmt::format("WITH other AS (SELECT i.new AS world, {0} FROM input.query q"
                    "   JOIN temp.world_ids i ON i.old = q.world AND NOT i.fresh),"
                    " own AS (SELECT world, {0} FROM main.query"
                    "   WHERE world IN (SELECT new FROM temp.world_ids WHERE NOT fresh))"
                    " SELECT s.name, number, s.input FROM (SELECT * FROM (SELECT * FROM other"
                    "   EXCEPT SELECT * FROM own) UNION SELECT * FROM (SELECT * FROM own"
                    "   EXCEPT SELECT * FROM other)) d"
                    " JOIN temp.shared_world s ON s.id = d.world"
                    " ORDER BY s.name, number LIMIT 1",
                    columns));
    if (!rows.step()) return;
    throw StoreMismatch(fmt::format(
        "query {} of world '{}' differs between {} and {}", rows["number"].integer(),
        rows["name"].text(), file_of(rows["input"].integer()), inputs_[input].file.string()));
  }

  /// Rejects an input if an answer is also in the output. In a world without queries, rejects it if
  /// a build is also in the output.
  void check_trials(std::size_t input) {
    Statement rows(database_,
                   "SELECT m.name AS method, w.name AS world, theirs.host AS their_host,"
                   "   ours.host AS our_host, ours.id AS our_run FROM input.build b"
                   " JOIN temp.world_ids wi ON wi.old = b.world"
                   " JOIN temp.method_ids mi ON mi.old = b.method"
                   " JOIN main.build o ON o.world = wi.new AND o.method = mi.new"
                   " JOIN input.run theirs ON theirs.id = b.run"
                   " JOIN main.run ours ON ours.id = o.run"
                   " JOIN main.world w ON w.id = o.world JOIN main.method m ON m.id = o.method"
                   " WHERE NOT EXISTS (SELECT 1 FROM input.query WHERE world = b.world)"
                   " OR EXISTS (SELECT 1 FROM input.query q"
                   "   JOIN input.answer a ON a.query = q.id AND a.method = b.method"
                   "   JOIN temp.query_ids i ON i.old = q.id"
                   "   JOIN main.answer e ON e.query = i.new AND e.method = mi.new"
                   "   WHERE q.world = b.world)"
                   " ORDER BY w.name, m.name LIMIT 1");
    if (!rows.step()) return;
    const auto after =
        std::upper_bound(first_run_.begin(), first_run_.end(), rows["our_run"].integer());
    throw StoreMismatch(fmt::format(
        "the trial of method '{}' on world '{}' is in two inputs: {} (host {}) and {} (host {})",
        rows["method"].text(), rows["world"].text(), file_of(after - first_run_.begin() - 1),
        rows["our_host"].text(), inputs_[input].file.string(), rows["their_host"].text()));
  }

  /// Copies the rows of a table, except rows of worlds and methods that the output already has.
  void copy(const Table& table) {
    std::vector<std::string> values;
    std::string owner;
    for (const std::string& column : table.columns) {
      const std::string ids = column == "id" ? table.name : column;
      if (!contains(numbered_, ids)) {
        values.push_back(fmt::format("t.\"{}\"", column));
        if (table.name == "build_run" && column == "number") {
          values.back() +=
              " + (SELECT COUNT(*) FROM main.build_run o WHERE o.world = " + values[0] +
              " AND o.method = " + values[1] + ")";
        }
        continue;
      }
      values.push_back(
          fmt::format("(SELECT new FROM temp.{}_ids WHERE old = t.\"{}\")", ids, column));
      if (owner.empty()) {
        owner = fmt::format("(SELECT fresh FROM temp.{}_ids WHERE old = t.\"{}\")", ids, column);
      }
    }
    if (contains(table.columns, "method")) owner += " OR t.method IS NOT NULL";
    std::string clash;
    if (table.name == "part") {  // inputs with the same world may have built different parts
      owner = "TRUE";
      clash =
          " ON CONFLICT (world, name) DO UPDATE SET build_ns = MIN(build_ns, excluded.build_ns)";
    } else if (contains(kOfBuild, table.name)) {  // several inputs may have rows of one trial
      clash = table.name != "build"
                  ? " ON CONFLICT DO NOTHING"
                  : " ON CONFLICT (world, method) DO UPDATE SET scratch_bytes = COALESCE("
                    "MAX(scratch_bytes, excluded.scratch_bytes), scratch_bytes,"
                    " excluded.scratch_bytes)";
    }
    database_.execute(fmt::format(
        "INSERT INTO main.{0} (\"{1}\") SELECT {2} FROM input.{0} t WHERE {3}{4}", table.name,
        fmt::join(table.columns, "\", \""), fmt::join(values, ", "), owner, clash));
  }

  std::int64_t count(const std::string& from) {
    return database_.integer("SELECT COUNT(*) FROM " + from);
  }

  std::string file_of(std::int64_t input) const {
    return inputs_[static_cast<std::size_t>(input)].file.string();
  }

  const std::vector<MergeInput>& inputs_;
  Database database_;
  std::vector<Table>
      tables_;  ///< in the order of the schema: a table follows the tables to which it refers
  std::vector<std::string> numbered_;    ///< names of tables with an id
  std::vector<std::int64_t> first_run_;  ///< id of the first run of each merged input
};

void check_output(const fs::path& output) {
  std::error_code error;
  if (!fs::exists(output, error) || fs::is_empty(output, error)) return;
  throw StoreMismatch(output.string() + ": exists; expected a new file");
}

/// The unfinished output. The destructor removes the file unless it has its final name.
class PartFile {
 public:
  explicit PartFile(const fs::path& output) : output_(output), lock_(path()) {
    fs::resize_file(path(), 0);
  }
  ~PartFile() {
    std::error_code error;
    if (!renamed_) fs::remove(path(), error);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  fs::path path() const { return output_.string() + ".part"; }

  void rename() {
    check_output(output_);
    fs::rename(path(), output_);
    renamed_ = true;
    const fs::path folder = output_.has_parent_path() ? output_.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
  }

 private:
  fs::path output_;
  StoreLock lock_;
  bool renamed_ = false;
};

}  // namespace

MergeOutcome merge_stores(const fs::path& output, const std::vector<fs::path>& files,
                          const MergeDemand& demand) {
  check_output(output);
  const std::vector<MergeInput> inputs = read_merge_inputs(files);
  PartFile part(output);
  MergeOutcome outcome = Merge(part.path(), inputs).run(demand);
  part.rename();
  return outcome;
}

}  // namespace fairway
