#include "datasets/published_lengths.hpp"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>

namespace fairway {

std::vector<PublishedLength> parse_published_lengths(const TextFile& source) {
  LineReader lines(source.text());
  std::string_view line;
  if (!lines.next(line)) source.fail(1, "the file is empty; expected a header like 'row,length'");
  const char separator = line.find(';') != std::string_view::npos ? ';' : ',';
  std::vector<std::string_view> columns;
  split_columns(line, separator, columns);
  const auto find = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (equal_ignoring_case(columns[i], name)) return i;
      }
    }
    source.fail(1, fmt::format("{}: expected a header with a column 'length' and a column 'row', "
                               "'exp' or 'index'",
                               in_quotes(line)));
  };
  const std::size_t length_column = find({"length"});
  const std::size_t row_column = find({"row", "exp", "index"});
  const std::size_t count = columns.back().empty() ? columns.size() - 1 : columns.size();

  std::vector<PublishedLength> lengths;
  std::unordered_map<std::int64_t, int> line_of_row;
  while (lines.next(line)) {
    if (is_blank(line)) continue;
    split_columns(line, separator, columns);
    if (columns.size() == count + 1 && columns.back().empty()) columns.pop_back();
    if (columns.size() != count) {
      source.fail(lines.number(),
                  fmt::format("{} columns; expected {}, as in the header", columns.size(), count));
    }
    PublishedLength entry;
    entry.line = lines.number();
    entry.row = source.integer(columns[row_column], entry.line, "the row of a problem", 0,
                               std::numeric_limits<std::int64_t>::max());
    const std::string_view length = columns[length_column];
    if (!length.empty()) {
      entry.length = source.number(length, entry.line, "a length");
      if (*entry.length < 0) {
        source.fail(entry.line,
                    fmt::format("{}: expected a length, zero or more", in_quotes(length)));
      }
    }
    const auto [earlier, is_new] = line_of_row.emplace(entry.row, entry.line);
    if (!is_new) {
      source.fail(entry.line, fmt::format("row {} again (first in line {}); expected each row once",
                                          entry.row, earlier->second));
    }
    lengths.push_back(entry);
  }
  return lengths;
}

std::vector<PublishedLength> read_published_lengths(const std::filesystem::path& file) {
  return parse_published_lengths(TextFile::read(file));
}

}  // namespace fairway
