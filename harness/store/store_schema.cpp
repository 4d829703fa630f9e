#include "harness/store/store_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "generated/result_schema.hpp"

namespace fairway {

namespace {

std::int64_t user_version(Database& database, std::string_view name = "main") {
  return database.integer(fmt::format("PRAGMA {}.user_version", name));
}

/// The columns of all tables, as "table.column", sorted.
std::vector<std::string> columns_of(Database& database, std::string_view name) {
  return database.texts(
      fmt::format("SELECT t.name || '.' || c.name FROM {0}.sqlite_schema t"
                  " JOIN pragma_table_info(t.name, '{0}') c WHERE t.type = 'table' ORDER BY 1",
                  name));
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
  if (version != result_schema_version()) {
    throw StoreMismatch(fmt::format("{}: has schema version {}, expected {}", file.string(),
                                    version, result_schema_version()));
  }
  static const std::vector<std::string> kExpected = [] {
    Database empty("", Database::Mode::kInMemory);
    empty.execute(std::string(kResultSchema));
    return columns_of(empty, "main");
  }();
  const std::vector<std::string> found = columns_of(database, name);
  for (const std::string& column : kExpected) {
    if (std::binary_search(found.begin(), found.end(), column)) continue;
    throw StoreMismatch(
        fmt::format("{}: has no column {}; expected a result store", file.string(), column));
  }
}

RunRecord run_settings(const Statement& row) {
  RunRecord run;
  run.seed = static_cast<std::uint64_t>(row["seed"].integer());
  run.queries = static_cast<int>(row["queries"].integer());
  run.repetitions = static_cast<int>(row["repetitions"].integer());
  run.builds = static_cast<int>(row["builds"].integer());
  run.timeout_ms = static_cast<int>(row["timeout_ms"].integer());
  run.build_timeout_ms = static_cast<int>(row["build_timeout_ms"].integer());
  run.memory_mb = static_cast<int>(row["memory_mb"].integer());
  run.plan = row["plan"].text();
  return run;
}

std::string describe(const RunRecord& run, const RunRecord* other) {
  std::string text;
  const auto add = [&](auto RunRecord::*setting, const char* format) {
    if (other != nullptr && run.*setting == other->*setting) return;
    text += text.empty() ? "" : ", ";
    text += fmt::format(fmt::runtime(format), run.*setting);
  };
  add(&RunRecord::seed, "seed {}");
  add(&RunRecord::queries, "{} queries per map");
  add(&RunRecord::repetitions, "{} repetitions");
  add(&RunRecord::builds, "{} builds");
  add(&RunRecord::timeout_ms, "at most {} ms per query");
  add(&RunRecord::build_timeout_ms, "at most {} ms per build");
  add(&RunRecord::memory_mb, "at most {} MiB");
  if (other != nullptr && !text.empty()) return text;
  return fmt::format(
      "{}{}plan {} (with radii, terrain, unreachable and drawn queries, stored paths)", text,
      text.empty() ? "" : ", ", run.plan);
}

RunRecord stored_settings(const std::filesystem::path& file) {
  Database database(file, Database::Mode::kReadOnly);
  check_schema_version(database, file);
  Statement rows(database, "SELECT * FROM run ORDER BY id LIMIT 1");
  if (!rows.step())
    throw StoreMismatch(file.string() + ": has no run; expected a store with a run");
  return run_settings(rows);
}

void expect_method(const std::filesystem::path& file, const Method& method) {
  Database database(file, Database::Mode::kReadOnly);
  check_schema_version(database, file);
  Statement find(database,
                 "SELECT (representation, options, search) = (:representation, :options, :search)"
                 " AS same FROM method WHERE name = :name",
                 {{"name", method.name},
                  {"representation", method.adapter},
                  {"options", method.options.dump()},
                  {"search", option_values(method.search).dump()}});
  if (!find.step()) {
    throw StoreMismatch(fmt::format("{}: has no method '{}'; expected one of {}", file.string(),
                                    method.name,
                                    fmt::join(database.texts("SELECT name FROM method"), ", ")));
  }
  if (find["same"].integer() == 0) {
    throw StoreMismatch(fmt::format(
        "{}: has other settings for the method '{}'; expected the settings of the sweep",
        file.string(), method.name));
  }
}

}  // namespace fairway
