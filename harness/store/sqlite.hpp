#pragma once

#include <sqlite3.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace fairway {

/// A failure of the database. what() contains the file and SQLite's message.
class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(const std::string& what, int code) : std::runtime_error(what), code_(code) {}
  /// SQLite's primary result code (SQLITE_FULL, SQLITE_CANTOPEN, ...).
  int code() const { return code_; }
  /// Whether the file is damaged, or is not a database.
  bool is_of_content() const { return code_ == SQLITE_NOTADB || code_ == SQLITE_CORRUPT; }

 private:
  int code_;
};

/// Binary data.
struct Blob {
  std::string_view bytes;
};

/// A value to store or to search for. Texts and bytes are not copied: they must outlive the value.
struct Value {
  Value(std::nullopt_t) {}
  template <std::integral T>
  Value(T integer) : value(static_cast<std::int64_t>(integer)) {}
  /// Infinity and NaN are stored as NULL.
  Value(double real) {
    if (std::isfinite(real)) value = real;
  }
  template <std::convertible_to<std::string_view> T>
  Value(const T& text) : value(std::string_view(text)) {}
  /// The name of an enumerator.
  template <class T>
  requires std::is_enum_v<T> Value(T enumerator) : value(name_of(enumerator)) {}
  Value(Blob blob) : value(blob) {}
  template <class T>
  Value(const std::optional<T>& optional) {
    if (optional) *this = Value(*optional);
  }
  std::variant<std::nullptr_t, std::int64_t, double, std::string_view, Blob> value = nullptr;
};

/// The value of the column `name` of a new row, or of the parameter `:name` of a statement.
struct NamedValue {
  std::string_view name;
  Value value;
};
using NamedValues = std::vector<NamedValue>;

/// A value in the current row of a statement.
class Column {
 public:
  Column(sqlite3_stmt* row, int position) : row_(row), position_(position) {}
  int type() const { return sqlite3_column_type(row_, position_); }
  std::int64_t integer() const { return sqlite3_column_int64(row_, position_); }
  double real() const { return sqlite3_column_double(row_, position_); }
  std::optional<double> optional_real() const {
    return type() == SQLITE_NULL ? std::nullopt : std::optional(real());
  }
  /// The value as text; empty for NULL. Valid until the next step().
  std::string_view text() const;
  /// The bytes of a blob or text. Empty for NULL. Valid until the next step().
  std::string_view blob() const;
  /// A real number as the shortest text that is read as the same double. Any other value as text().
  std::string exact_text() const;

 private:
  sqlite3_stmt* row_;
  int position_;
};

class Database;

/// A prepared statement with the values of its parameters.
class Statement {
 public:
  Statement(Database& database, std::string_view sql, const NamedValues& parameters = {});

  /// Moves to the next row. Returns false at the end.
  bool step();

  /// The names of the columns.
  const std::vector<std::string>& columns() const { return columns_; }
  Column operator[](std::size_t position) const {
    return {handle_.get(), static_cast<int>(position)};
  }
  /// Throws std::out_of_range if there is no column of this name.
  Column operator[](std::string_view name) const;

 private:
  friend class Database;
  void bind(int position, const Value& value);

  Database& database_;
  std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> handle_;
  std::vector<std::string> columns_;
};

/// An open SQLite database. Every function throws DatabaseError on failure.
/// Mode::kReadOnly needs no write access to the file and its folder. Without write access, other
/// processes must not write the file. The write-ahead log of a killed process is still read.
class Database {
 public:
  enum class Mode { kReadOnly, kReadWrite, kCreate, kInMemory };
  /// For kInMemory, `file` is only a name in messages.
  Database(const std::filesystem::path& file, Mode mode);

  /// Attaches a database, read-only, under a name. Do not call it within a transaction.
  void attach(const std::filesystem::path& file, std::string_view name);
  void detach(std::string_view name) { execute("DETACH :name", {{"name", name}}); }

  /// Adds an SQL aggregate; see sqlite3_create_function().
  void add_aggregate(const char* name, int arguments,
                     void (*step)(sqlite3_context*, int, sqlite3_value**),
                     void (*end)(sqlite3_context*));

  /// Runs statements without results.
  void execute(const std::string& sql);
  /// Runs one statement without results.
  void execute(std::string_view sql, const NamedValues& parameters);
  /// Adds a row to a table. Returns the id of the row, if the table has ids.
  std::int64_t insert(std::string_view table, const NamedValues& row);

  /// Returns the first value of the first row of a query.
  std::int64_t integer(std::string_view sql, const NamedValues& parameters = {});
  /// Returns the first value of each row of a query.
  std::vector<std::string> texts(std::string_view sql, const NamedValues& parameters = {});

 private:
  friend class Statement;
  struct Insert {
    std::vector<std::string> columns;
    Statement statement;
  };
  void open(const std::string& uri, int flags);
  void open_for_reading(const std::filesystem::path& file);
  void open_for_reading(const std::string& uri, bool exclusive);
  Statement& insert_into(std::string_view table, const NamedValues& row);
  void check(int code) const;

  std::string name_;
  std::string uri_;
  bool exclusive_ = false;
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> handle_{nullptr, sqlite3_close};
  std::map<std::string, Insert, std::less<>> inserts_;  ///< prepared INSERT statements by table
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
