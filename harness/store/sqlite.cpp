#include "harness/store/sqlite.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <system_error>
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

std::string uri_of(const std::filesystem::path& file) {
  const std::string path = std::filesystem::absolute(file).string();
  std::string uri = "file:";
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/') {
      uri += c;
    } else {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

bool has_beside(const std::filesystem::path& file, const char* ending) {
  std::error_code error;
  return std::filesystem::exists(file.native() + ending, error);
}

/// Undoes the transaction in the middle of which a file was left.
void roll_back(const std::filesystem::path& file) {
  try {
    Database(file, Database::Mode::kReadWrite).execute("SELECT 1 FROM sqlite_schema LIMIT 1");
  } catch (const DatabaseError& e) {
    throw DatabaseError(
        fmt::format("{}: was left in the middle of a transaction; it can be read where the file, "
                    "its -journal and their folder can be written ({})",
                    file.string(), e.what()),
        e.code());
  }
}

/// Calls attempt(uri, alone) with ways of opening a file for reading until one works. What is
/// opened alone keeps what readers of a write-ahead log share to itself (locking_mode = EXCLUSIVE),
/// and takes no locks, which a file opened for reading could not.
template <class Attempt>
void open_for_reading(const std::filesystem::path& file, Attempt&& attempt) {
  const std::string uri = uri_of(file) + "?mode=ro";
  try {
    attempt(uri, false);
    return;
  } catch (const DatabaseError& e) {
    if (e.code() != SQLITE_CANTOPEN && e.code() != SQLITE_READONLY) throw;
    if (has_beside(file, "-journal")) {
      roll_back(file);
      attempt(uri, false);
      return;
    }
  }
  if (has_beside(file, "-wal")) {
    attempt(uri + "&vfs=unix-none", true);
  } else {
    attempt(uri + "&immutable=1", false);
  }
}

/// The error number of the last failure of the system on the database's file or its log; 0 for
/// none.
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

Database::Database(const std::filesystem::path& file, Mode mode) : file_(file) {
  if (mode != Mode::kReadOnly) {
    open(uri_of(file), flags_of(mode));
    return;
  }
  open_for_reading(file, [&](const std::string& uri, bool alone) {
    try {
      open(uri, flags_of(mode));
      if (alone) execute("PRAGMA locking_mode = EXCLUSIVE");
      execute("SELECT 1 FROM sqlite_schema LIMIT 1");
    } catch (const DatabaseError&) {
      close();
      throw;
    }
  });
}

Database Database::in_memory() {
  Database database;
  database.open("file::memory:", flags_of(Mode::kCreate));
  return database;
}

void Database::open(const std::string& uri, int flags) {
  const int code = sqlite3_open_v2(uri.c_str(), &handle_, flags | SQLITE_OPEN_URI, nullptr);
  if (code != SQLITE_OK) {
    const std::string what = message(code);
    close();
    throw DatabaseError(what, code & 0xff);
  }
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
}

void Database::close() { sqlite3_close(std::exchange(handle_, nullptr)); }

void Database::attach(const std::filesystem::path& file, const std::string& name) {
  open_for_reading(file, [&](const std::string& uri, bool alone) {
    if (alone) execute("PRAGMA locking_mode = EXCLUSIVE");
    Statement(*this, "ATTACH ?1 AS ?2").run(uri, name);
    try {
      execute(fmt::format("SELECT 1 FROM {}.sqlite_schema LIMIT 1", name));
    } catch (const DatabaseError&) {
      detach(name);
      throw;
    }
  });
  execute("PRAGMA locking_mode = NORMAL");
}

void Database::detach(const std::string& name) { Statement(*this, "DETACH ?1").run(name); }

Database::~Database() { close(); }

Database::Database(Database&& other) noexcept
    : file_(std::move(other.file_)), handle_(std::exchange(other.handle_, nullptr)) {}

std::string Database::message(int code) const {
  const int primary = code & 0xff;
  int error = primary == SQLITE_IOERR ? last_error_of_files(handle_) : 0;
  if (error == 0 && (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN)) {
    error = sqlite3_system_errno(handle_);
  }
  return fmt::format("{}: {}{}", file_.string(), sqlite3_errmsg(handle_),
                     error == 0 ? "" : fmt::format(" ({})", std::strerror(error)));
}

void Database::fail(int code) const { throw DatabaseError(message(code), code & 0xff); }

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
