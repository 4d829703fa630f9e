#include "harness/store/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "harness/store/columns.hpp"
#include "harness/store/path_digest.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

constexpr std::size_t kShown = 5;

/// A table to compare row by row between two stores. The members from `of` on are SQL. In them, x
/// is a row of store {0}. Its counterpart y is the row of store {1} with the same name, or NULL.
struct ComparedTable {
  const char* table;
  const char* rows_are;
  const char* of;    ///< SQL: method of a row, for messages; empty text if rows have no method
  const char* name;  ///< SQL: name of a row, for messages
  const char* rows;  ///< SQL: join of each row x with its counterpart y in the other store
  const char* key;   ///< SQL: a column that is NULL only if a row has no counterpart y
  const char* order;
};

constexpr ComparedTable kWorld{
    "world",  "worlds", "''", "x.name", "{0}.world x LEFT JOIN {1}.world y ON y.name = x.name",
    "y.name", "x.id"};
constexpr ComparedTable kMethod{
    "method", "methods", "''", "x.name", "{0}.method x LEFT JOIN {1}.method y ON y.name = x.name",
    "y.name", "x.id"};
constexpr ComparedTable kQuery{"query",
                               "queries",
                               "''",
                               "w.name || ' ' || x.number",
                               "temp.worlds w JOIN {0}.query x ON x.world = w.{0}"
                               " LEFT JOIN {1}.query y ON y.world = w.{1} AND y.number = x.number",
                               "y.id",
                               "w.name, x.number"};
constexpr ComparedTable kBuild{"build",
                               "trials",
                               "m.name || ', '",
                               "w.name",
                               "temp.methods m CROSS JOIN temp.worlds w"
                               " JOIN {0}.build x ON x.world = w.{0} AND x.method = m.{0}"
                               " LEFT JOIN {1}.build y ON y.world = w.{1} AND y.method = m.{1}",
                               "y.world",
                               "w.name"};
constexpr ComparedTable kAnswer{"answer",
                                "answers",
                                "m.name || ', '",
                                "q.world || ' ' || q.number",
                                "temp.methods m CROSS JOIN temp.queries q"
                                " CROSS JOIN {0}.answer x ON x.query = q.{0} AND x.method = m.{0}"
                                " LEFT JOIN {1}.answer y ON y.query = q.{1} AND y.method = m.{1}",
                                "y.query",
                                "q.id"};
constexpr ComparedTable kFollow{
    "follow",
    "bursts",
    "m.name || ', '",
    "w.name || ', burst ' || x.number",
    "temp.methods m CROSS JOIN temp.worlds w"
    " JOIN {0}.follow x ON x.world = w.{0} AND x.method = m.{0}"
    " LEFT JOIN {1}.follow y ON y.world = w.{1} AND y.method = m.{1} AND y.number = x.number",
    "y.world",
    "w.name, x.number"};

std::string shown(const Column& value) {
  return value.type() == SQLITE_NULL ? "nothing" : value.exact_text();
}

class StoreComparison {
 public:
  StoreComparison(const std::filesystem::path& a, const std::filesystem::path& b)
      : database_(fmt::format("{} and {}", a.string(), b.string()), Database::Mode::kInMemory) {
    database_.attach(a, "a");
    database_.attach(b, "b");
    database_.execute("BEGIN");  // reads a consistent state of each store, even if a run is writing
    head_ = "A: " + facts("a", a) + "B: " + facts("b", b) + "Compared:";
  }

  StoreDifferences run() {
    compare(kWorld);
    compare(kMethod);
    database_.execute(
        "CREATE TEMP TABLE worlds AS SELECT x.name, x.id AS a, y.id AS b FROM a.world x"
        " JOIN b.world y ON y.name = x.name WHERE x.sha256 = y.sha256;"
        "CREATE TEMP TABLE methods AS SELECT x.name, x.id AS a, y.id AS b FROM a.method x"
        " JOIN b.method y ON y.name = x.name ORDER BY y.id");
    compare(kQuery);
    database_.execute(
        "CREATE TEMP TABLE queries AS SELECT ROW_NUMBER() OVER (ORDER BY w.name, x.number) AS id,"
        " w.name AS world, x.number, x.id AS a, y.id AS b FROM temp.worlds w"
        " JOIN a.query x ON x.world = w.a JOIN b.query y ON y.world = w.b AND y.number = x.number"
        " WHERE (x.start_x, x.start_y, x.goal_x, x.goal_y)"
        "   = (y.start_x, y.start_y, y.goal_x, y.goal_y) ORDER BY 1");
    for (const ComparedTable& table : {kBuild, kAnswer, kFollow}) compare(table);
    std::string text = head_ + "\n";
    for (const auto& [what, items] : items_) {
      text += fmt::format("{}: {}\n", what, items.count);
      for (const std::string& item : items.first) text += "    " + item + "\n";
      if (items.count > items.first.size()) text += "    ...\n";
    }
    if (items_.empty())
      text += "Nothing differs except times. scripts/compare.py compares times.\n";
    return {std::move(text), !items_.empty()};
  }

 private:
  struct Items {
    std::size_t count = 0;
    std::vector<std::string> first;
  };

  std::string facts(const std::string& store, const std::filesystem::path& file) {
    check_schema_version(database_, file, store);
    std::set<std::string> plans;
    std::set<std::string> programs;
    std::set<std::string> machines;
    Statement runs(database_, fmt::format("SELECT * FROM {}.run", store));
    while (runs.step()) {
      plans.insert(describe(run_settings(runs)));
      programs.insert(fmt::format("{} ({})", runs["version"].text(), runs["commit"].text()));
      machines.insert(fmt::format("{} ({})", runs["host"].text(), runs["cpu"].text()));
    }
    return fmt::format("{}\n   fairway {} on {}\n   settings {}\n   paths {}\n", file.string(),
                       fmt::join(programs, ", "), fmt::join(machines, ", "), fmt::join(plans, "; "),
                       path_digest(database_, store));
  }

  void note(const std::string& what, const std::string& item) {
    Items& items = items_[what];
    if (++items.count <= kShown) items.first.push_back(item);
  }

  void compare(const ComparedTable& table) {
    const auto rows_of = [&](const char* own, const char* other) {
      return fmt::format(fmt::runtime(table.rows), own, other);
    };
    for (const auto& [own, other] : {std::pair("a", "b"), std::pair("b", "a")}) {
      Statement rows(database_,
                     fmt::format("SELECT {}, {} FROM {} WHERE {} IS NULL ORDER BY {}", table.of,
                                 table.name, rows_of(own, other), table.key, table.order));
      while (rows.step()) {
        note(
            fmt::format("{}{} only in {}", rows[0].text(), table.rows_are, *own == 'a' ? "A" : "B"),
            std::string(rows[1].text()));
      }
    }
    const std::string common = fmt::format("{} WHERE {} IS NOT NULL", rows_of("a", "b"), table.key);
    head_ +=
        fmt::format(" {} {}", database_.integer("SELECT COUNT(*) FROM " + common), table.rows_are);
    const std::vector<std::string> columns = compared_columns(table.table);
    std::string values;
    std::string any;
    for (const std::string& column : columns) {
      values += fmt::format(", x.\"{0}\", y.\"{0}\", x.\"{0}\" IS NOT y.\"{0}\"", column);
      any += fmt::format("{}x.\"{}\" IS NOT y.\"{}\"", any.empty() ? "" : " OR ", column, column);
    }
    Statement rows(database_, fmt::format("SELECT {}, {}{} FROM {} AND ({}) ORDER BY {}", table.of,
                                          table.name, values, common, any, table.order));
    while (rows.step()) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t at = 2 + 3 * i;
        if (rows[at + 2].integer() == 0) continue;
        note(fmt::format("{}{}: {} differs", rows[0].text(), table.rows_are, columns[i]),
             fmt::format("{}: {} -> {}", rows[1].text(), shown(rows[at]), shown(rows[at + 1])));
      }
    }
  }

  Database database_;
  std::string head_;
  std::map<std::string, Items> items_;  ///< rows by kind, such as "grid, answers: status differs"
};

}  // namespace

StoreDifferences diff_stores(const std::filesystem::path& a, const std::filesystem::path& b) {
  return StoreComparison(a, b).run();
}

}  // namespace fairway
