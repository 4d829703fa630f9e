#include "tests/support/stored_rows.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "harness/store/sqlite.hpp"

namespace fairway::test {

namespace {

constexpr std::array<const char*, 11> kTables{"world",       "query",     "method", "build",
                                              "build_phase", "build_run", "part",   "answer",
                                              "outline",     "path",      "drawing"};

bool is_deterministic(std::string_view column) {
  return column != "id" && column != "run" && column != "ns" && !column.ends_with("_ns") &&
         column != "switches" && column != "faults" && column != "witnessed" &&
         column != "scratch_bytes" && column.find("resident") == std::string_view::npos;
}

/// Returns an SQL expression for a column of a table. If the column contains ids, the expression
/// gives the names of the rows with these ids.
std::string expression(const std::string& column) {
  if (column == "world" || column == "method") {
    return fmt::format("(SELECT name FROM {0} WHERE id = t.{0})", column);
  }
  if (column == "query") {
    return "(SELECT world.name || ' ' || number FROM query JOIN world ON world.id = query.world"
           " WHERE query.id = t.query)";
  }
  return "t." + column;
}

std::string rows_of(Database& database, const std::string& table) {
  std::vector<std::string> expressions;
  std::vector<int> order;
  for (const std::string& column :
       database.texts("SELECT name FROM pragma_table_info(:table)", {{"table", table}})) {
    if (!is_deterministic(column)) continue;
    expressions.push_back(expression(column));
    order.push_back(static_cast<int>(expressions.size()));
  }
  if (table == "answer") {
    expressions.push_back(
        "(SELECT COUNT(*) FROM timing WHERE timing.query = t.query AND timing.method = t.method)");
  }
  Statement rows(database,
                 fmt::format("SELECT {} FROM {} t ORDER BY {}", fmt::join(expressions, ", "), table,
                             fmt::join(order, ", ")));
  std::string text;
  while (rows.step()) {
    text += table;
    for (std::size_t c = 0; c < rows.columns().size(); ++c) {
      text += '|';
      text += rows[c].exact_text();
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string deterministic_rows(const std::filesystem::path& store) {
  Database database(store, Database::Mode::kReadOnly);
  std::string text;
  for (const char* table : kTables) text += rows_of(database, table);
  return text;
}

std::int64_t count_rows(const std::filesystem::path& store, const std::string& table) {
  Database database(store, Database::Mode::kReadOnly);
  return database.integer("SELECT COUNT(*) FROM " + table);
}

}  // namespace fairway::test
