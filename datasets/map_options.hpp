#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairway {

/// Options for the reader of a map, from --read NAME=VALUE or from the table of a map in a sweep
/// file. Values are lists of texts. The format of the map defines names and values.
class MapOptions {
 public:
  MapOptions() = default;
  /// `file` and `line` state the origin of the options, for messages; line 0 stands for a command
  /// line.
  MapOptions(std::filesystem::path file, int line) : file_(std::move(file)), line_(line) {}
  /// Options of a command line: texts NAME=VALUE, with commas between the values of a list. Throws
  /// InputError.
  static MapOptions of_command_line(const std::vector<std::string>& texts);

  /// Throws InputError if the name is already set, and for a value with a comma or a line end.
  void set(const std::string& name, std::vector<std::string> values);
  bool empty() const { return values_.empty(); }
  bool has(std::string_view name) const { return values_.contains(std::string(name)); }
  /// Lines NAME=VALUE,... in the order of names; of_text() reads them.
  std::string text() const;
  /// Reads lines as text() writes them. `line` is the number of the first line in `file`. Throws
  /// InputError.
  static MapOptions of_text(std::string_view lines, std::filesystem::path file, int line);
  friend bool operator==(const MapOptions& a, const MapOptions& b) {
    return a.values_ == b.values_;
  }

  // These functions return the value of an option. If the option is not set, they return nothing or
  // the default. All throw InputError for an unexpected value.

  bool flag(std::string_view name, bool default_value = false) const;
  /// A number in [least, most].
  std::optional<double> number(std::string_view name,
                               double least = std::numeric_limits<double>::lowest(),
                               double most = std::numeric_limits<double>::max()) const;
  /// A list of `count` finite numbers.
  std::optional<std::vector<double>> numbers(std::string_view name, std::size_t count) const;
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  /// The index of the value among the choices; 0 if it is not set.
  std::size_t choice(std::string_view name, std::span<const std::string_view> choices) const;

  /// Throws InputError if a name is set that the format does not have.
  void expect_known(std::span<const std::string_view> names, std::string_view format) const;
  /// Throws InputError with the name of an option.
  [[noreturn]] void fail(std::string_view name, std::string_view what) const;
  /// Throws InputError with this text and the origin of the options.
  [[noreturn]] void refuse(std::string_view text) const;

 private:
  /// Sets an option from a text NAME=VALUE,...
  void add(std::string_view text);
  const std::vector<std::string>* find(std::string_view name) const;
  const std::string& one(std::string_view name, const std::vector<std::string>& values) const;
  double finite(std::string_view name, const std::string& text) const;

  std::filesystem::path file_ = "--read";
  int line_ = 0;
  std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace fairway
