#include "harness/sqlite.hpp"

#include <fmt/format.h>

#include <utility>

namespace fairway {

namespace {

int flags_of(Database::Mode mode) {
  switch (mode) {
    case Database::Mode::kReadOnly:
      return SQLITE_OPEN_READONLY;
    case Database::Mode::kReadWrite:
      return SQLITE_OPEN_READWRITE;
    case Database::Mode::kCreate:
      break;
  }
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

constexpr int kBusyMilliseconds = 5000;

}  // namespace

Database::Database(const std::filesystem::path& file, Mode mode) : file_(file) {
  const int code = sqlite3_open_v2(file.c_str(), &handle_, flags_of(mode), nullptr);
  if (code != SQLITE_OK) {
    const std::string what = fmt::format("{}: {}", file.string(), sqlite3_errmsg(handle_));
    sqlite3_close(std::exchange(handle_, nullptr));
    throw DatabaseError(what, code & 0xff);
  }
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
}

Database::~Database() { sqlite3_close(handle_); }

Database::Database(Database&& other) noexcept
    : file_(std::move(other.file_)), handle_(std::exchange(other.handle_, nullptr)) {}

void Database::fail(int code) const {
  throw DatabaseError(fmt::format("{}: {}", file_.string(), sqlite3_errmsg(handle_)), code & 0xff);
}

void Database::execute(std::string_view sql) {
  const int code = sqlite3_exec(handle_, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &handle_,
                           nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3_reset(handle_);
  database_.fail(code);
}

void Statement::reset() {
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

void Statement::bind(int position, std::int64_t value) {
  check(sqlite3_bind_int64(handle_, position, value));
}

void Statement::bind(int position, double value) {
  check(sqlite3_bind_double(handle_, position, value));
}

void Statement::bind(int position, std::string_view value) {
  check(sqlite3_bind_text64(handle_, position, value.data(), value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
}

void Statement::bind(int position, std::nullopt_t) { check(sqlite3_bind_null(handle_, position)); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const DatabaseError&) {
    // SQLite has rolled back by itself already.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace fairway
