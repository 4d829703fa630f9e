#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fairway {

/// A failure of the database: what() names the file and says what SQLite says.
class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(const std::string& what, int code) : std::runtime_error(what), code_(code) {}
  /// SQLite's primary result code (SQLITE_FULL, SQLITE_CANTOPEN, ...).
  int code() const { return code_; }
  /// Whether the file is no database, or a damaged one.
  bool is_of_content() const { return code_ == SQLITE_NOTADB || code_ == SQLITE_CORRUPT; }

 private:
  int code_;
};

class Statement;

/// An open SQLite database. Throws DatabaseError on every failure.
///
/// kReadOnly needs no right to write anything: not in the file's folder either, where SQLite keeps
/// what the readers of a write-ahead log share. Without it a file is read as one that nobody
/// writes: with the log of a killed process where there is one, else as it is.
class Database {
 public:
  enum class Mode { kReadOnly, kReadWrite, kCreate };
  Database(const std::filesystem::path& file, Mode mode);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;

  /// A database in memory.
  static Database in_memory();

  /// Adds a database for reading, as kReadOnly, under a name of its own. Not within a transaction.
  void attach(const std::filesystem::path& file, const std::string& name);
  void detach(const std::string& name);

  /// Runs one or more statements that return nothing.
  void execute(std::string_view sql);
  std::int64_t last_id() const { return sqlite3_last_insert_rowid(handle_); }
  int changes() const { return sqlite3_changes(handle_); }

 private:
  friend class Statement;
  Database() = default;
  void open(const std::string& uri, int flags);
  void close();
  std::string message(int code) const;
  [[noreturn]] void fail(int code) const;

  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement; used again and again, but for one thing at a time.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Binds values to ?1, ?2, ... and runs a statement that returns no row.
  template <class... Values>
  void run(const Values&... values) {
    bind_all(values...);
    step();
    reset();
  }

  /// Binds values to ?1, ?2, ... before the first step().
  template <class... Values>
  void bind_all(const Values&... values) {
    reset();
    int position = 0;
    (bind(++position, values), ...);
  }

  /// Moves to the next row; false at the end.
  bool step();
  void reset();

  int columns() const { return sqlite3_column_count(handle_); }
  std::string_view column_name(int column) const { return sqlite3_column_name(handle_, column); }
  int type(int column) const { return sqlite3_column_type(handle_, column); }
  bool is_null(int column) const { return type(column) == SQLITE_NULL; }
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
  double real(int column) const { return sqlite3_column_double(handle_, column); }
  std::optional<double> optional_real(int column) const {
    return is_null(column) ? std::nullopt : std::optional(real(column));
  }
  /// Valid until the next step().
  std::string_view text(int column) const;

 private:
  void bind(int position, std::int64_t value);
  void bind(int position, std::uint64_t value) { bind(position, static_cast<std::int64_t>(value)); }
  void bind(int position, int value) { bind(position, static_cast<std::int64_t>(value)); }
  void bind(int position, double value);
  void bind(int position, std::string_view value);
  void bind(int position, const std::string& value) { bind(position, std::string_view(value)); }
  void bind(int position, const char* value) { bind(position, std::string_view(value)); }
  void bind(int position, std::nullopt_t);
  template <class T>
  void bind(int position, const std::optional<T>& value) {
    if (value) {
      bind(position, *value);
    } else {
      bind(position, std::nullopt);
    }
  }
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

/// A transaction that is rolled back unless it is committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace fairway
