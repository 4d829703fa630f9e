#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/world.hpp"

namespace fairway {

/// The whole of a text file, with what readers need to name a fault in it.
class TextFile {
 public:
  /// Files above this size are refused, in bytes.
  static constexpr std::uintmax_t kMaxSize = std::uintmax_t{1} << 30;

  TextFile(std::filesystem::path file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}

  /// Reads a regular file. Throws InputError (no line) where it is missing, no regular file, too
  /// big, or unreadable.
  static TextFile read(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  std::string_view text() const { return text_; }

  /// Throws InputError: FILE:LINE: what.
  [[noreturn]] void fail(int line, const std::string& what) const;

  /// A token as a coordinate: finite, and zero or of a magnitude the predicates are exact for.
  /// `name` says in messages what was expected. Throws InputError.
  double coordinate(std::string_view token, int line, std::string_view name) const;
  /// A token as a finite number. Throws InputError.
  double number(std::string_view token, int line, std::string_view name) const;
  /// A token as an integer in [least, most]. Throws InputError.
  std::int64_t integer(std::string_view token, int line, std::string_view name, std::int64_t least,
                       std::int64_t most) const;

 private:
  std::filesystem::path file_;
  std::string text_;
};

/// Walks the lines of a text. A line ends at LF, CR LF, or the end of the text.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// The next line without its end; false after the last. A text that ends in LF has no empty last
  /// line.
  bool next(std::string_view& line);
  /// The number of the line that `next` gave last, from 1; 0 before the first.
  int number() const { return number_; }
  /// What is still to be read.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Whether a character parts fields: blank or tab (or a stray CR).
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
/// Whether a line holds blanks only.
bool is_blank(std::string_view line);
/// The line without blanks at its ends.
std::string_view trim(std::string_view line);
/// The fields of a line, parted by any number of blanks.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);
/// The fields of a line, parted by single separators; empty fields count.
void split_columns(std::string_view line, char separator, std::vector<std::string_view>& columns);
/// A token for a message: quoted, shortened, unprintable bytes escaped.
std::string in_quotes(std::string_view token);
/// The number of lines of a text up to its end: the line to name where a file ends too early.
int last_line(std::string_view text);
/// Whether two ASCII texts are equal but for the case of letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace fairway
