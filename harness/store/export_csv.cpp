#include "harness/store/export_csv.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include "datasets/output.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/records/points_json.hpp"
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

/// Packed coordinates as JSON, everything else as text.
std::string field_of(const Column& value, const std::string& table) {
  if (value.type() != SQLITE_BLOB) return value.exact_text();
  return table == "path" ? points_json(unpacked_points(value.blob()))
                         : segments_json(unpacked_segments(value.blob()));
}

void export_table(Database& database, const std::string& table, const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  Statement rows(database, fmt::format("SELECT * FROM \"{}\"", table));
  const std::size_t columns = rows.columns().size();
  const auto write_line = [&](const auto& field_of) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) line += ',';
      append_field(line, field_of(c));
    }
    out << line << '\n';
  };
  write_line([&](std::size_t c) { return rows.columns()[c]; });
  while (rows.step()) {
    write_line([&](std::size_t c) { return field_of(rows[c], table); });
  }
  out.flush();
  if (!out) throw OutputError(file, std::string("cannot be written: ") + std::strerror(errno));
}

Database open_store(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  check_schema_version(database, results);
  return database;
}

}  // namespace

void export_csv(const std::filesystem::path& results, const std::filesystem::path& folder) {
  Database database = open_store(results);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder, "cannot be created: " + error.message());
  for (const std::string& table :
       database.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"
                      " AND name NOT LIKE 'sqlite_%' ORDER BY name")) {
    export_table(database, table, folder / (table + ".csv"));
  }
}

void export_tidy(const std::filesystem::path& results, const std::filesystem::path& file) {
  Database database = open_store(results);
  export_table(database, "tidy", file);
}

}  // namespace fairway
