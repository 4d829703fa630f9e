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

/// What a reader is told besides the map's file: the other keys of a map's table in a sweep file,
/// or --read NAME=VALUE. Values are lists of texts; which names and values there are is the
/// format's.
class MapOptions {
 public:
  MapOptions() = default;
  /// Messages name where the options are stated; line 0 stands for a command line.
  MapOptions(std::filesystem::path file, int line) : file_(std::move(file)), line_(line) {}
  /// Of a command line: texts NAME=VALUE, with commas between the values of a list. Throws
  /// InputError.
  static MapOptions of_command_line(const std::vector<std::string>& texts);

  /// Throws InputError if the name was set before, and for a value with a comma or a line end.
  void set(const std::string& name, std::vector<std::string> values);
  bool empty() const { return values_.empty(); }
  bool has(std::string_view name) const { return values_.contains(std::string(name)); }
  /// Lines NAME=VALUE,... in the order of names, and the options that they state.
  std::string text() const;
  static MapOptions of_text(std::string_view lines);
  friend bool operator==(const MapOptions& a, const MapOptions& b) {
    return a.values_ == b.values_;
  }

  // The values. All throw InputError for a value that is not as expected; nothing, or what is
  // standard, if the name is not set.

  bool flag(std::string_view name, bool standard = false) const;
  /// In [least, most].
  std::optional<double> number(std::string_view name,
                               double least = std::numeric_limits<double>::lowest(),
                               double most = std::numeric_limits<double>::max()) const;
  /// As many finite numbers as asked for.
  std::optional<std::vector<double>> numbers(std::string_view name, std::size_t count) const;
  std::optional<std::string> text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  /// The place of the value among the choices; 0 if it is not set.
  std::size_t choice(std::string_view name, std::span<const std::string_view> choices) const;

  /// Throws InputError if a name is set that is not among those of the format.
  void expect_known(std::span<const std::string_view> names, std::string_view format) const;
  /// Throws InputError about an option.
  [[noreturn]] void fail(std::string_view name, std::string_view what) const;
  /// Throws InputError with this text, where the options are stated.
  [[noreturn]] void refuse(std::string_view text) const;

 private:
  const std::vector<std::string>* find(std::string_view name) const;
  const std::string& one(std::string_view name, const std::vector<std::string>& values) const;
  double finite(std::string_view name, const std::string& text) const;

  std::filesystem::path file_ = "--read";
  int line_ = 0;
  std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace fairway
