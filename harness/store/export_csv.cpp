#include "harness/store/export_csv.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "datasets/output.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

void append_field(std::string& line, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

/// A real as the shortest text that reads back to the same double, everything else as SQLite has
/// it.
void append_value(std::string& line, const Statement& rows, int column) {
  if (rows.type(column) == SQLITE_FLOAT) {
    line += fmt::format("{}", rows.real(column));
  } else {
    append_field(line, rows.text(column));
  }
}

void export_table(Database& database, const std::string& table, const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  Statement rows(database, fmt::format("SELECT * FROM \"{}\"", table));
  std::string line;
  for (int c = 0; c < rows.columns(); ++c) {
    if (c > 0) line += ',';
    append_field(line, rows.column_name(c));
  }
  out << line << '\n';
  while (rows.step()) {
    line.clear();
    for (int c = 0; c < rows.columns(); ++c) {
      if (c > 0) line += ',';
      append_value(line, rows, c);
    }
    out << line << '\n';
  }
  out.flush();
  if (!out) throw OutputError(file, std::string("cannot be written: ") + std::strerror(errno));
}

std::vector<std::string> tables_of(Database& database) {
  Statement rows(database,
                 "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                 " ORDER BY name");
  std::vector<std::string> tables;
  while (rows.step()) tables.emplace_back(rows.text(0));
  return tables;
}

}  // namespace

void export_csv(const std::filesystem::path& results, const std::filesystem::path& folder) {
  Database database(results, Database::Mode::kReadOnly);
  check_schema_version(database, results);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder, "cannot be created: " + error.message());
  for (const std::string& table : tables_of(database)) {
    export_table(database, table, folder / (table + ".csv"));
  }
}

}  // namespace fairway
