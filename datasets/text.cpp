#include "datasets/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <system_error>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Length of the longest text that plain_integer() and plain_decimal() read. The digits of such a
/// text form an integer below 2^53, which a double represents exactly.
constexpr std::size_t kFewDigits = 15;

/// A number of 1 to 15 decimal digits; nothing for other texts.
std::optional<std::int64_t> plain_integer(std::string_view token) {
  if (token.empty() || token.size() > kFewDigits) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : token) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  return value;
}

/// The double nearest to a number. Returns nothing unless the text has at most 15 characters, which
/// are digits and at most one point. The digits and the power of ten are exact in double, so that
/// only their quotient is rounded.
/// Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990, section 4.
std::optional<double> plain_decimal(std::string_view token) {
  static constexpr std::array<double, kFewDigits> kPowers = {
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
  if (token.size() > kFewDigits) return std::nullopt;
  const char* const end = token.data() + token.size();
  const char* point = end;
  std::int64_t value = 0;
  for (const char* at = token.data(); at != end; ++at) {
    if (*at >= '0' && *at <= '9') {
      value = 10 * value + (*at - '0');
    } else if (*at == '.' && point == end) {
      point = at;
    } else {
      return std::nullopt;
    }
  }
  const auto whole = static_cast<double>(value);
  if (point == end) return token.empty() ? std::nullopt : std::optional(whole);
  if (token.size() == 1) return std::nullopt;
  return whole / kPowers[static_cast<std::size_t>(end - point - 1)];
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

void expect_regular_file(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& what) { throw InputError(file, 0, what); };
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    refuse(std::filesystem::is_symlink(file, error)
               ? "is a link to a file that does not exist; expected a file to read"
               : "no such file; expected a file to read");
  }
  if (error) refuse(fmt::format("cannot be read ({}); expected a file", error.message()));
  if (std::filesystem::is_directory(status)) refuse("is a directory; expected a file");
  if (!std::filesystem::is_regular_file(status))
    refuse("is not a regular file; expected a regular file");
}

TextFile TextFile::read(const std::filesystem::path& file) {
  expect_regular_file(file);
  const auto refuse = [&](const std::string& what) { throw InputError(file, 0, what); };
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) refuse(fmt::format("cannot be read ({}); expected a file", error.message()));
  if (size > kMaxSize) {
    refuse(fmt::format("has {} bytes; expected at most {}", size, kMaxSize));
  }
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!in || !in.read(text.data(), static_cast<std::streamsize>(size))) {
    refuse("cannot be read; expected a readable file");
  }
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return TextFile(file, std::move(text));
}

void TextFile::fail(int line, const std::string& what) const {
  throw InputError(file_, line, what);
}

void TextFile::fail_at_byte(std::size_t byte, const std::string& what) const {
  throw InputError(file_, 0, fmt::format("byte {}: {}", byte, what));
}

double TextFile::number(std::string_view token, int line, std::string_view name) const {
  if (const auto plain = plain_decimal(token)) return *plain;
  double value = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    fail(line, fmt::format("{}: expected {}, a finite number", in_quotes(token), name));
  }
  return value;
}

double TextFile::coordinate(std::string_view token, int line, std::string_view name) const {
  const double value = number(token, line, name);
  if (!is_coordinate(value)) {
    fail(line, fmt::format("{}: expected {}, zero or of a magnitude from {} to {}",
                           in_quotes(token), name, kMinInputCoordinate, kMaxCoordinate));
  }
  return value;
}

std::int64_t TextFile::integer(std::string_view token, int line, std::string_view name,
                               std::int64_t least, std::int64_t most) const {
  const auto plain = plain_integer(token);
  if (plain && *plain >= least && *plain <= most) return *plain;
  std::int64_t value = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most) {
    fail(line, fmt::format("{}: expected {}, an integer from {} to {}", in_quotes(token), name,
                           least, most));
  }
  return value;
}

bool is_coordinate(double value) {
  const double size = std::abs(value);
  return size == 0 || (size >= kMinInputCoordinate && size <= kMaxCoordinate);
}

bool LineReader::next(std::string_view& line) {
  if (rest_.empty()) return false;
  ++number_;
  const std::size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return is_blank(c); });
}

std::string_view trim(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end) return;
    const char* const begin = at;
    while (at != end && !is_blank(*at)) ++at;
    fields.emplace_back(begin, static_cast<std::size_t>(at - begin));
  }
}

std::string_view next_fields(const TextFile& source, LineReader& lines, std::string_view expected,
                             std::vector<std::string_view>& fields) {
  std::string_view line;
  if (!lines.next(line)) {
    source.fail(lines.number(), fmt::format("the file ends here; expected {}", expected));
  }
  split_fields(line, fields);
  return line;
}

void expect_line(const TextFile& source, LineReader& lines, std::string_view words) {
  std::vector<std::string_view> expected;
  std::vector<std::string_view> fields;
  split_fields(words, expected);
  const std::string_view line = next_fields(source, lines, fmt::format("'{}'", words), fields);
  if (fields != expected) {
    source.fail(lines.number(), fmt::format("{}: expected '{}'", in_quotes(line), words));
  }
}

void split_columns(std::string_view line, char separator, std::vector<std::string_view>& columns) {
  columns.clear();
  while (true) {
    const std::size_t end = line.find(separator);
    columns.push_back(trim(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t kShown = 40;
  std::string text = "'";
  for (const char c : token.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      text += c;
    } else {
      text += fmt::format("\\x{:02x}", byte);
    }
  }
  return text + (token.size() > kShown ? "...'" : "'");
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

int last_line(std::string_view text) {
  const auto ends = std::count(text.begin(), text.end(), '\n');
  return static_cast<int>(ends) + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char p, char q) { return lower(p) == lower(q); });
}

}  // namespace fairway
