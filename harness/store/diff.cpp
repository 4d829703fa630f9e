#include "harness/store/diff.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "harness/store/columns.hpp"
#include "harness/store/path_digest.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 5;

/// A table whose rows are compared between two stores.
struct ComparedTable {
  const char* table;
  const char* plural;
  const char* name;  ///< name of a row, in SQL
  const char* rows;  ///< SQL join: x is a row of store {0}, y the same row of store {1} or NULL
  const char* key = "y.world";
  const char* method = "''";  ///< method of a row, in SQL
  const char* order = "1";
};

constexpr ComparedTable kWorld{"world", "worlds", "x.name",
                               "{0}.world x LEFT JOIN {1}.world y ON y.name = x.name", "y.name"};
constexpr ComparedTable kMethod{"method", "methods", "x.name",
                                "{0}.method x LEFT JOIN {1}.method y ON y.name = x.name", "y.name"};
constexpr ComparedTable kQuery{"query",
                               "queries",
                               "w.name || ' ' || x.number",
                               "temp.worlds w JOIN {0}.query x ON x.world = w.{0}"
                               " LEFT JOIN {1}.query y ON y.world = w.{1} AND y.number = x.number",
                               "y.id",
                               "''",
                               "w.name, x.number"};
constexpr ComparedTable kBuild{"build",
                               "trials",
                               "w.name",
                               "temp.methods m CROSS JOIN temp.worlds w"
                               " JOIN {0}.build x ON x.world = w.{0} AND x.method = m.{0}"
                               " LEFT JOIN {1}.build y ON y.world = w.{1} AND y.method = m.{1}",
                               "y.world",
                               "m.name",
                               "w.name"};
constexpr ComparedTable kAnswer{"answer",
                                "answers",
                                "q.world || ' ' || q.number",
                                "temp.methods m CROSS JOIN temp.queries q"
                                " CROSS JOIN {0}.answer x ON x.query = q.{0} AND x.method = m.{0}"
                                " LEFT JOIN {1}.answer y ON y.query = q.{1} AND y.method = m.{1}",
                                "y.query",
                                "m.name",
                                "q.id"};
constexpr ComparedTable kFollow{
    "follow",
    "follows",
    "w.name || ', burst ' || x.number",
    "temp.methods m CROSS JOIN temp.worlds w"
    " JOIN {0}.follow x ON x.world = w.{0} AND x.method = m.{0}"
    " LEFT JOIN {1}.follow y ON y.world = w.{1} AND y.method = m.{1} AND y.number = x.number",
    "y.world",
    "m.name",
    "w.name, x.number"};

std::string shown(const Column& value) {
  return value.type() == SQLITE_NULL ? "nothing" : value.exact_text();
}

/// Counts an item, and keeps it if it is among the first kShown.
template <class Item>
void note_one(Json& list, Item item) {
  if (list.is_null()) list = {{"count", 0}, {"first", Json::array()}};
  list["count"] = list["count"].get<int>() + 1;
  if (list["first"].size() < kShown) list["first"].push_back(item());
}

class StoreComparison {
 public:
  StoreComparison(const std::filesystem::path& a, const std::filesystem::path& b)
      : database_(fmt::format("{} and {}", a.string(), b.string()), Database::Mode::kInMemory) {
    database_.attach(a, "a");
    database_.attach(b, "b");
    database_.execute("BEGIN");  // a consistent state of each store, even if a run is writing
    report_ = {{"a", facts("a", a)},
               {"b", facts("b", b)},
               {"differs", false},
               {"trials", 0},
               {"methods", Json::array()}};
  }

  Json run() {
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
    for (const std::string& name : database_.texts("SELECT name FROM temp.methods")) {
      report_["methods"].push_back({{"method", name}});
    }
    for (const ComparedTable& table : {kBuild, kAnswer, kFollow}) compare(table);
    for (const Json& method : report_["methods"]) {
      report_["trials"] = report_["trials"].get<int>() + method["trials"].get<int>();
    }
    return std::move(report_);
  }

 private:
  Json facts(const std::string& store, const std::filesystem::path& file) {
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
    const auto count = [&](const char* table) {
      return database_.integer(fmt::format("SELECT COUNT(*) FROM {}.{}", store, table));
    };
    return {{"file", file.string()},
            {"worlds", count("world")},
            {"methods", count("method")},
            {"trials", count("build")},
            {"paths", path_digest(database_, store)},
            {"plans", plans},
            {"programs", programs},
            {"machines", machines}};
  }

  /// The place of a method's differences in the report, or the report itself for no method.
  Json& place_of(std::string_view method) {
    for (Json& place : report_["methods"]) {
      if (place["method"] == method) return place;
    }
    return report_;
  }

  void compare(const ComparedTable& table) {
    const bool by_method = std::string_view(table.method) != "''";
    const std::string differing = table.table;
    const auto for_each_place = [&](auto visit) {
      if (!by_method) return visit(report_);
      for (Json& place : report_["methods"]) visit(place);
    };
    const auto rows_of = [&](const char* own, const char* other) {
      return fmt::format(fmt::runtime(table.rows), own, other);
    };
    for (const auto& [own, other] : {std::pair("a", "b"), std::pair("b", "a")}) {
      const std::string only = fmt::format("{}_only_in_{}", table.plural, own);
      for_each_place([&](Json& place) { place[only] = {{"count", 0}, {"first", Json::array()}}; });
      Statement rows(
          database_,
          fmt::format("SELECT {}, {} FROM {} WHERE {} IS NULL ORDER BY {}, {}", table.name,
                      table.method, rows_of(own, other), table.key, table.method, table.order));
      while (rows.step()) {
        note_one(place_of(rows[1].text())[only], [&] { return std::string(rows[0].text()); });
        report_["differs"] = true;
      }
    }
    if (by_method) count_pairs(table, rows_of("a", "b"));
    for_each_place([&](Json& place) { place[differing] = Json::object(); });
    const std::vector<std::string> columns = compared_columns(table.table);
    std::string values;
    std::string any;
    for (const std::string& column : columns) {
      values += fmt::format(", x.\"{0}\", y.\"{0}\", x.\"{0}\" IS NOT y.\"{0}\"", column);
      any += fmt::format("{}x.\"{}\" IS NOT y.\"{}\"", any.empty() ? "" : " OR ", column, column);
    }
    Statement rows(database_, fmt::format("SELECT {}, {}{} FROM {} WHERE {} IS NOT NULL AND ({})"
                                          " ORDER BY {}, {}",
                                          table.name, table.method, values, rows_of("a", "b"),
                                          table.key, any, table.method, table.order));
    while (rows.step()) {
      report_["differs"] = true;
      Json& place = place_of(rows[1].text())[differing];
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t at = 2 + 3 * i;
        if (rows[at + 2].integer() == 0) continue;
        note_one(place[columns[i]], [&] {
          return Json{
              {"where", rows[0].text()}, {"a", shown(rows[at])}, {"b", shown(rows[at + 1])}};
        });
      }
    }
    for_each_place([&](Json& place) {
      const Json found = std::exchange(place[differing], Json::object());
      for (const std::string& column : columns) {
        if (found.contains(column)) place[differing][column] = found[column];
      }
    });
  }

  /// Counts the rows of each method that both stores have.
  void count_pairs(const ComparedTable& table, const std::string& rows) {
    for (Json& place : report_["methods"]) place[table.plural] = 0;
    Statement counts(database_, fmt::format("SELECT {0}, COUNT(*) FROM {1} WHERE {2} IS NOT NULL"
                                            " GROUP BY {0}",
                                            table.method, rows, table.key));
    while (counts.step()) place_of(counts[0].text())[table.plural] = counts[1].integer();
  }

  Database database_;
  Json report_;
};

std::string joined(const Json& texts, const char* separator) {
  return fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), separator));
}

std::string facts_text(const char* label, const Json& facts) {
  return fmt::format(
      "{}: {}: {} trials of {} methods on {} worlds; fairway {} on {}\n   paths {}\n", label,
      facts["file"].get<std::string>(), facts["trials"].get<int>(), facts["methods"].get<int>(),
      facts["worlds"].get<int>(), joined(facts["programs"], ", "), joined(facts["machines"], ", "),
      facts["paths"].get<std::string>());
}

std::string only_text(const std::string& what, const Json& place, const std::string& plural) {
  std::string text;
  for (const char* store : {"a", "b"}) {
    const Json& only = place[fmt::format("{}_only_in_{}", plural, store)];
    const auto count = only["count"].get<std::size_t>();
    if (count == 0) continue;
    text += fmt::format("{} only in {}: {}: {}{}\n", what, *store == 'a' ? "A" : "B", count,
                        joined(only["first"], ", "), count > only["first"].size() ? ", ..." : "");
  }
  return text;
}

std::string columns_text(const std::string& what, const Json& columns) {
  std::string text;
  for (const auto& [column, diff] : columns.items()) {
    const auto count = diff["count"].get<std::size_t>();
    text += fmt::format("{}: {} differs in {}:\n", what, column, count);
    for (const Json& c : diff["first"]) {
      text += fmt::format("    {}: {} -> {}\n", c["where"].get<std::string>(),
                          c["a"].get<std::string>(), c["b"].get<std::string>());
    }
    if (count > diff["first"].size()) text += "    ...\n";
  }
  return text;
}

std::string method_text(const Json& method) {
  const auto name = method["method"].get<std::string>();
  return only_text(name + ": trials", method, "trials") +
         columns_text(name + ", build", method["build"]) +
         only_text(name + ": answers", method, "answers") +
         columns_text(fmt::format("{}, {} answers", name, method["answers"].get<int>()),
                      method["answer"]) +
         only_text(name + ": bursts", method, "follows") +
         columns_text(name + ", changes", method["follow"]);
}

}  // namespace

Json diff_stores(const std::filesystem::path& a, const std::filesystem::path& b) {
  return StoreComparison(a, b).run();
}

std::string diff_text(const Json& report) {
  std::string text = facts_text("A", report["a"]) + facts_text("B", report["b"]);
  if (report["a"]["plans"] != report["b"]["plans"]) {
    text += fmt::format("Settings of A: {}\nSettings of B: {}\n",
                        joined(report["a"]["plans"], "; "), joined(report["b"]["plans"], "; "));
  }
  for (const auto& [what, table] :
       {std::pair("Worlds", kWorld), std::pair("Methods", kMethod), std::pair("Queries", kQuery)}) {
    text += only_text(what, report, table.plural) + columns_text(what, report[table.table]);
  }
  for (const Json& method : report["methods"]) text += method_text(method);
  if (!report["differs"].get<bool>()) {
    text += "Nothing differs except times. scripts/compare.py compares times.\n";
  }
  return text;
}

}  // namespace fairway
