#include "harness/store/sqlite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <system_error>

namespace fairway {

namespace {

namespace fs = std::filesystem;

constexpr int kBusyMilliseconds = 5000;

std::string uri_of(const fs::path& file) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/') {
      uri += c;
    } else {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

bool has_beside(const fs::path& file, const char* ending) {
  std::error_code error;
  return fs::exists(file.native() + ending, error);
}

/// Rolls back a transaction that an ended process left unfinished.
void roll_back(const fs::path& file) {
  try {
    Database(file, Database::Mode::kReadWrite).integer("SELECT COUNT(*) FROM sqlite_schema");
  } catch (const DatabaseError& e) {
    throw DatabaseError(fmt::format("{}: has an interrupted transaction; expected write access to "
                                    "the file, its -journal and their folder, to roll it back ({})",
                                    file.string(), e.what()),
                        e.code());
  }
}

/// The last system error number of the database file or its log; 0 for none.
int last_error_of_files(sqlite3* handle) {
  for (const int pointer : {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER}) {
    sqlite3_file* file = nullptr;
    int error = 0;
    if (sqlite3_file_control(handle, "main", pointer, &file) == SQLITE_OK && file != nullptr &&
        file->pMethods != nullptr &&
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK &&
        error != 0) {
      return error;
    }
  }
  return 0;
}

}  // namespace

std::string_view Column::text() const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row_, position_));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(row_, position_))};
}

std::string_view Column::blob() const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row_, position_));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(row_, position_))};
}

std::string Column::exact_text() const {
  return type() == SQLITE_FLOAT ? fmt::format("{}", real()) : std::string(text());
}

Statement::Statement(Database& database, std::string_view sql, const NamedValues& parameters)
    : database_(database), handle_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* handle = nullptr;
  database_.check(sqlite3_prepare_v2(database.handle_.get(), sql.data(),
                                     static_cast<int>(sql.size()), &handle, nullptr));
  handle_.reset(handle);
  for (const auto& [name, value] : parameters) {
    bind(sqlite3_bind_parameter_index(handle, fmt::format(":{}", name).c_str()), value);
  }
  for (int i = 0; i < sqlite3_column_count(handle); ++i) {
    columns_.emplace_back(sqlite3_column_name(handle, i));
  }
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    sqlite3_reset(handle_.get());
    database_.check(code);
  }
  return false;
}

Column Statement::operator[](std::string_view name) const {
  const auto column = std::find(columns_.begin(), columns_.end(), name);
  if (column == columns_.end()) {
    throw std::out_of_range(fmt::format("no column '{}'", name));
  }
  return (*this)[static_cast<std::size_t>(column - columns_.begin())];
}

void Statement::bind(int position, const Value& value) {
  struct Binding {
    sqlite3_stmt* handle;
    int position;
    int operator()(std::nullptr_t) const { return sqlite3_bind_null(handle, position); }
    int operator()(std::int64_t v) const { return sqlite3_bind_int64(handle, position, v); }
    int operator()(double v) const { return sqlite3_bind_double(handle, position, v); }
    int operator()(std::string_view v) const {
      return sqlite3_bind_text64(handle, position, v.data(), v.size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8);
    }
    int operator()(Blob v) const {
      return sqlite3_bind_blob64(handle, position, v.bytes.data(), v.bytes.size(),
                                 SQLITE_TRANSIENT);
    }
  };
  database_.check(std::visit(Binding{handle_.get(), position}, value.value));
}

Database::Database(const fs::path& file, Mode mode) : name_(file.string()) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (mode != Mode::kInMemory && fs::exists(status) && !fs::is_regular_file(status)) {
    // Opening a pipe would wait for its writer.
    throw DatabaseError(fmt::format("{}: is not a regular file; expected a database", name_),
                        SQLITE_NOTADB);
  }
  if (mode == Mode::kReadOnly) {
    open_for_reading(file);
  } else {
    open(mode == Mode::kInMemory ? "file::memory:" : uri_of(file),
         SQLITE_OPEN_READWRITE | (mode == Mode::kCreate ? SQLITE_OPEN_CREATE : 0));
  }
}

void Database::open(const std::string& uri, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(uri.c_str(), &handle, flags | SQLITE_OPEN_URI, nullptr);
  handle_.reset(handle);
  check(code);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
}

/// Opens a file for reading. The normal way fails if the folder cannot be written. There are then
/// three cases:
/// - The file has an interrupted transaction: rolls it back first.
/// - The file has a write-ahead log: sets locking_mode = EXCLUSIVE, which keeps the shared state of
///   the log in this process. Uses no locks, because locks fail on a file opened for reading.
/// - Otherwise: opens the file as immutable.
void Database::open_for_reading(const fs::path& file) {
  const std::string uri = uri_of(file) + "?mode=ro";
  try {
    open_for_reading(uri, false);
    return;
  } catch (const DatabaseError& e) {
    if (e.code() != SQLITE_CANTOPEN && e.code() != SQLITE_READONLY) throw;
  }
  if (has_beside(file, "-journal")) {
    roll_back(file);
    open_for_reading(uri, false);
  } else if (has_beside(file, "-wal")) {
    open_for_reading(uri + "&vfs=unix-none", true);
  } else {
    open_for_reading(uri + "&immutable=1", false);
  }
}

void Database::open_for_reading(const std::string& uri, bool exclusive) {
  open(uri, SQLITE_OPEN_READONLY);
  uri_ = uri;
  exclusive_ = exclusive;
  if (exclusive) execute("PRAGMA locking_mode = EXCLUSIVE");
  integer("SELECT COUNT(*) FROM sqlite_schema");
}

void Database::attach(const fs::path& file, std::string_view name) {
  const Database other(file, Mode::kReadOnly);
  if (other.exclusive_) execute("PRAGMA locking_mode = EXCLUSIVE");
  execute("ATTACH :uri AS :name", {{"uri", other.uri_}, {"name", name}});
  integer(fmt::format("SELECT COUNT(*) FROM {}.sqlite_schema", name));
  if (other.exclusive_) execute("PRAGMA locking_mode = NORMAL");
}

void Database::check(int code) const {
  if (code == SQLITE_OK) return;
  const int primary = code & 0xff;
  int error = primary == SQLITE_IOERR ? last_error_of_files(handle_.get()) : 0;
  if (error == 0 && (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN)) {
    error = sqlite3_system_errno(handle_.get());
  }
  throw DatabaseError(fmt::format("{}: {}{}", name_, sqlite3_errmsg(handle_.get()),
                                  error == 0 ? "" : fmt::format(" ({})", std::strerror(error))),
                      primary);
}

void Database::add_aggregate(const char* name, int arguments,
                             void (*step)(sqlite3_context*, int, sqlite3_value**),
                             void (*end)(sqlite3_context*)) {
  check(sqlite3_create_function_v2(handle_.get(), name, arguments, SQLITE_UTF8, nullptr, nullptr,
                                   step, end, nullptr));
}

void Database::execute(const std::string& sql) {
  check(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void Database::execute(std::string_view sql, const NamedValues& parameters) {
  Statement(*this, sql, parameters).step();
}

std::int64_t Database::insert(std::string_view table, const NamedValues& row) {
  Statement& statement = insert_into(table, row);
  int position = 0;
  for (const NamedValue& column : row) statement.bind(++position, column.value);
  statement.step();
  sqlite3_reset(statement.handle_.get());
  sqlite3_clear_bindings(statement.handle_.get());
  return sqlite3_last_insert_rowid(handle_.get());
}

Statement& Database::insert_into(std::string_view table, const NamedValues& row) {
  const auto at = inserts_.find(table);
  if (at != inserts_.end() &&
      std::equal(row.begin(), row.end(), at->second.columns.begin(), at->second.columns.end(),
                 [](const NamedValue& v, const std::string& column) { return v.name == column; })) {
    return at->second.statement;
  }
  std::vector<std::string> columns;
  std::string names;
  std::string values;
  for (const auto& [name, value] : row) {
    const char* comma = columns.empty() ? "" : ", ";
    names += fmt::format("{}\"{}\"", comma, name);
    values += fmt::format("{}:{}", comma, name);
    columns.emplace_back(name);
  }
  if (at != inserts_.end()) inserts_.erase(at);
  Insert insert{std::move(columns), Statement(*this, fmt::format("INSERT INTO {} ({}) VALUES ({})",
                                                                 table, names, values))};
  return inserts_.emplace(table, std::move(insert)).first->second.statement;
}

std::int64_t Database::integer(std::string_view sql, const NamedValues& parameters) {
  Statement rows(*this, sql, parameters);
  rows.step();
  return rows[0].integer();
}

std::vector<std::string> Database::texts(std::string_view sql, const NamedValues& parameters) {
  Statement rows(*this, sql, parameters);
  std::vector<std::string> values;
  while (rows.step()) values.emplace_back(rows[0].text());
  return values;
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const DatabaseError&) {
    // SQLite has already rolled back.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace fairway
