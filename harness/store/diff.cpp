#include "harness/store/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/store/columns.hpp"
#include "harness/store/path_digest.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

constexpr std::size_t kShown = 5;

std::string shown(const Column& value) {
  return value.type() == SQLITE_NULL ? "nothing" : value.exact_text();
}

/// The ids of one method in both stores.
struct MethodIds {
  std::int64_t a = 0;
  std::int64_t b = 0;
};

class Comparison {
 public:
  Comparison(const std::filesystem::path& a, const std::filesystem::path& b)
      : database_(fmt::format("{} and {}", a.string(), b.string()), Database::Mode::kInMemory) {
    database_.attach(a, "a");
    database_.attach(b, "b");
    database_.execute("BEGIN");  // a consistent state of each store, even if a run is writing
    read_facts("a", a, diff_.a);
    read_facts("b", b, diff_.b);
  }

  StoreDiff run() {
    match_worlds();
    match_methods();
    match_queries();
    Statement methods(database_, "SELECT * FROM temp.methods ORDER BY b");
    while (methods.step()) {
      MethodDiff& method = diff_.methods.emplace_back();
      method.method = methods["name"].text();
      const MethodIds ids{methods["a"].integer(), methods["b"].integer()};
      compare_trials(method, ids);
      compare_answers(method, ids);
    }
    return std::move(diff_);
  }

 private:
  void read_facts(const std::string& store, const std::filesystem::path& file, StoreFacts& facts) {
    check_schema_version(database_, file, store);
    facts.file = file;
    facts.worlds = count(store + ".world");
    facts.methods = count(store + ".method");
    facts.trials = count(store + ".build");
    facts.paths = path_digest(database_, store);
    std::set<std::string> plans;
    std::set<std::string> programs;
    std::set<std::string> machines;
    Statement runs(database_, fmt::format("SELECT * FROM {}.run", store));
    while (runs.step()) {
      plans.insert(describe(run_settings(runs)));
      programs.insert(fmt::format("{} ({})", runs["version"].text(), runs["commit"].text()));
      machines.insert(fmt::format("{} ({})", runs["host"].text(), runs["cpu"].text()));
    }
    facts.plans.assign(plans.begin(), plans.end());
    facts.programs.assign(programs.begin(), programs.end());
    facts.machines.assign(machines.begin(), machines.end());
  }

  void match_worlds() {
    diff_.worlds_of_a = only_in("SELECT name FROM a.world EXCEPT SELECT name FROM b.world");
    diff_.worlds_of_b = only_in("SELECT name FROM b.world EXCEPT SELECT name FROM a.world");
    const std::string both = "a.world x JOIN b.world y ON y.name = x.name";
    diff_.world_columns =
        compare_columns(comparable_columns(database_, "world"), "x.name", both, "x.name");
    database_.execute("CREATE TEMP TABLE worlds AS SELECT x.name, x.id AS a, y.id AS b FROM " +
                      both + " WHERE x.sha256 = y.sha256");
  }

  void match_methods() {
    diff_.methods_of_a = only_in("SELECT name FROM a.method EXCEPT SELECT name FROM b.method");
    diff_.methods_of_b = only_in("SELECT name FROM b.method EXCEPT SELECT name FROM a.method");
    const std::string both = "a.method x JOIN b.method y ON y.name = x.name";
    diff_.method_columns =
        compare_columns(comparable_columns(database_, "method"), "x.name", both, "x.name");
    database_.execute("CREATE TEMP TABLE methods AS SELECT x.name, x.id AS a, y.id AS b FROM " +
                      both);
  }

  void match_queries() {
    const auto queries_of = [&](const std::string& own, const std::string& other) {
      return only_in(fmt::format(
          "SELECT w.name || ' ' || q.number FROM temp.worlds w JOIN {0}.query q ON q.world = w.{0}"
          " WHERE NOT EXISTS (SELECT 1 FROM {1}.query r WHERE r.world = w.{1}"
          " AND r.number = q.number) ORDER BY w.name, q.number",
          own, other));
    };
    diff_.queries_of_a = queries_of("a", "b");
    diff_.queries_of_b = queries_of("b", "a");
    const std::string both =
        "temp.worlds w JOIN a.query x ON x.world = w.a"
        " JOIN b.query y ON y.world = w.b AND y.number = x.number";
    std::vector<std::string> columns = comparable_columns(database_, "query");
    std::erase(columns, "drawn");  // follows from the number of pictures that are wanted
    diff_.query_columns =
        compare_columns(columns, "w.name || ' ' || x.number", both, "w.name, x.number");
    database_.execute(
        "CREATE TEMP TABLE queries (id INTEGER PRIMARY KEY, world TEXT, number INTEGER, a INTEGER,"
        " b INTEGER);"
        "INSERT INTO temp.queries (world, number, a, b)"
        " SELECT w.name, x.number, x.id, y.id FROM " +
        both +
        " WHERE (x.start_x, x.start_y, x.goal_x, x.goal_y) = (y.start_x, y.start_y, y.goal_x,"
        " y.goal_y) ORDER BY w.name, x.number");
  }

  void compare_trials(MethodDiff& method, const MethodIds& ids) {
    const auto trials_of = [&](const std::string& own, const std::string& other) {
      return only_in(fmt::format(
          "SELECT w.name FROM temp.worlds w JOIN {0}.build x ON x.world = w.{0} AND x.method = {2}"
          " WHERE NOT EXISTS (SELECT 1 FROM {1}.build y WHERE y.world = w.{1} AND y.method = {3})"
          " ORDER BY w.name",
          own, other, own == "a" ? ids.a : ids.b, own == "a" ? ids.b : ids.a));
    };
    method.trials_of_a = trials_of("a", "b");
    method.trials_of_b = trials_of("b", "a");
    const std::string both = fmt::format(
        "temp.worlds w JOIN a.build x ON x.world = w.a AND x.method = {}"
        " JOIN b.build y ON y.world = w.b AND y.method = {}",
        ids.a, ids.b);
    method.trials = count(both);
    diff_.trials += method.trials;
    method.build_columns =
        compare_columns(repeatable_columns<BuildRecord>(), "w.name", both, "w.name");
    method.follow_columns = compare_columns(
        repeatable_columns<FollowRecord>(), "w.name || ', burst ' || x.number",
        fmt::format("temp.worlds w JOIN a.follow x ON x.world = w.a AND x.method = {}"
                    " JOIN b.follow y ON y.world = w.b AND y.method = {} AND y.number = x.number",
                    ids.a, ids.b),
        "w.name, x.number");
  }

  void compare_answers(MethodDiff& method, const MethodIds& ids) {
    const std::string both = fmt::format(
        "temp.queries q CROSS JOIN a.answer x ON x.query = q.a AND x.method = {}"
        " CROSS JOIN b.answer y ON y.query = q.b AND y.method = {}",
        ids.a, ids.b);
    method.answers = count(both);
    method.answer_columns = compare_columns(repeatable_columns<AnswerRecord>(),
                                            "q.world || ' ' || q.number", both, "q.id");
  }

  /// Compares columns of x, a row of A, and y, its counterpart in B. `where` names a pair of rows.
  std::vector<ColumnDiff> compare_columns(const std::vector<std::string>& columns,
                                          const std::string& where, const std::string& from,
                                          const std::string& order) {
    std::string values;
    std::string any;
    for (const std::string& column : columns) {
      values += fmt::format(", x.\"{0}\", y.\"{0}\", x.\"{0}\" IS NOT y.\"{0}\"", column);
      any += fmt::format("{}x.\"{}\" IS NOT y.\"{}\"", any.empty() ? "" : " OR ", column, column);
    }
    Statement rows(database_, fmt::format("SELECT {}{} FROM {} WHERE {} ORDER BY {}", where, values,
                                          from, any, order));
    std::vector<ColumnDiff> diffs(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) diffs[i].column = columns[i];
    while (rows.step()) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t at = 1 + 3 * i;
        if (rows[at + 2].integer() == 0 || ++diffs[i].count > std::int64_t{kShown}) continue;
        diffs[i].first.push_back(
            {std::string(rows[0].text()), shown(rows[at]), shown(rows[at + 1])});
      }
    }
    std::erase_if(diffs, [](const ColumnDiff& diff) { return diff.count == 0; });
    return diffs;
  }

  OnlyIn only_in(const std::string& names) {
    Statement rows(database_, names);
    OnlyIn only;
    while (rows.step()) {
      if (++only.count <= std::int64_t{kShown}) only.first.emplace_back(rows[0].text());
    }
    return only;
  }

  std::int64_t count(const std::string& from) {
    return database_.integer("SELECT COUNT(*) FROM " + from);
  }

  Database database_;
  StoreDiff diff_;
};

}  // namespace

bool StoreDiff::differs() const {
  for (const OnlyIn* only :
       {&worlds_of_a, &worlds_of_b, &methods_of_a, &methods_of_b, &queries_of_a, &queries_of_b}) {
    if (only->count > 0) return true;
  }
  if (!world_columns.empty() || !method_columns.empty() || !query_columns.empty()) return true;
  return std::any_of(methods.begin(), methods.end(), [](const MethodDiff& method) {
    return method.trials_of_a.count > 0 || method.trials_of_b.count > 0 ||
           !method.answer_columns.empty() || !method.build_columns.empty() ||
           !method.follow_columns.empty();
  });
}

StoreDiff diff_stores(const std::filesystem::path& a, const std::filesystem::path& b) {
  return Comparison(a, b).run();
}

}  // namespace fairway
