#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/world.hpp"

namespace fairway {

/// Throws InputError (without a line) unless the path is a regular file. Other files, such as
/// pipes, could block the reader.
void expect_regular_file(const std::filesystem::path& file);

/// The content of a file, usually text. Readers use it to report errors with file and line.
class TextFile {
 public:
  /// Maximum file size in bytes.
  static constexpr std::uintmax_t kMaxSize = std::uintmax_t{1} << 30;

  TextFile(std::filesystem::path file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}

  /// Reads a regular file. Throws InputError (without a line) if it is missing, not a regular file,
  /// too big, or unreadable.
  static TextFile read(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  std::string_view text() const { return text_; }

  /// Throws InputError with "FILE:LINE: what".
  [[noreturn]] void fail(int line, const std::string& what) const;

  /// Throws InputError with "FILE: byte N: what", for a file without lines. Bytes count from 0.
  [[noreturn]] void fail_at_byte(std::size_t byte, const std::string& what) const;

  /// Reads a token as a coordinate of a world (see is_coordinate()). `name` names the expected
  /// value in messages. Throws InputError.
  double coordinate(std::string_view token, int line, std::string_view name) const;
  /// Reads a token as a finite number. Throws InputError.
  double number(std::string_view token, int line, std::string_view name) const;
  /// Reads a token as an integer in [least, most]. Throws InputError.
  std::int64_t integer(std::string_view token, int line, std::string_view name, std::int64_t least,
                       std::int64_t most) const;

 private:
  std::filesystem::path file_;
  std::string text_;
};

/// Whether a number may be a coordinate of a world. It must be 0, or finite and of a magnitude for
/// which the geometric predicates are exact.
bool is_coordinate(double value);

/// Reads a text line by line. A line ends at LF, CR LF, or the end of the text.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Reads the next line without its end. Returns false after the last line. A final LF does not
  /// start an empty line.
  bool next(std::string_view& line);
  /// The number of the last line read, from 1; 0 before the first line.
  int number() const { return number_; }
  /// The text that is not read yet.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Whether a character separates fields: blank, tab or a stray CR.
constexpr bool is_blank(char c) {
  return c <= ' ' && (c == ' ' || c == '\t' || c == '\r');  // one comparison for most characters
}
/// Whether a line has only blanks.
bool is_blank(std::string_view line);
/// The line without leading and trailing blanks.
std::string_view trim(std::string_view line);
/// Splits a line into fields. Any number of blanks separates two fields.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);
/// Reads a line and splits it into fields. At the end of the file, throws InputError with the text
/// `expected`.
std::string_view next_fields(const TextFile& source, LineReader& lines, std::string_view expected,
                             std::vector<std::string_view>& fields);
/// Reads a line that must have these words, separated by any number of blanks. Throws InputError.
void expect_line(const TextFile& source, LineReader& lines, std::string_view words);
/// Splits a line into fields at each `separator`. Fields may be empty.
void split_columns(std::string_view line, char separator, std::vector<std::string_view>& columns);
/// Prepares a token for a message: quotes and shortens it, and escapes unprintable bytes.
std::string in_quotes(std::string_view token);

/// A number with a noun: "1 line was" or "3 lines were".
std::string counted(std::size_t count, std::string_view one, std::string_view many);
/// Returns the number of lines of a text. Errors at an unexpected end of file use this number.
int last_line(std::string_view text);
/// Whether two ASCII texts are equal, ignoring case.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace fairway
