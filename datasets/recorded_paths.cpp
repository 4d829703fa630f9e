#include "datasets/recorded_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

#include "datasets/json_tree.hpp"

namespace fairway {

namespace {

constexpr std::int64_t kMostCounted = 1'000'000'000'000'000;  // eleven days in nanoseconds

class PathCollector {
 public:
  PathCollector(const TextFile& source, std::size_t problems)
      : source_(source), problems_(problems) {}

  void add(RecordedPath path, std::int64_t row) {
    if (row < 0 || static_cast<std::uint64_t>(row) >= problems_) {
      source_.fail(path.line, fmt::format("row {}: expected a row of the scenario, 0 to {}", row,
                                          static_cast<std::int64_t>(problems_) - 1));
    }
    path.row = static_cast<std::size_t>(row);
    if (path.points.size() == 1) {
      source_.fail(path.line, "a path of one point; expected at least two, or none for no path");
    }
    const auto [earlier, is_new] = line_of_row_.emplace(path.row, path.line);
    if (!is_new) {
      source_.fail(path.line, fmt::format("row {} again (first in line {}); expected each row once",
                                          row, earlier->second));
    }
    paths_.push_back(std::move(path));
  }

  std::vector<RecordedPath> finish() {
    if (paths_.empty()) source_.fail(last_line(source_.text()), "no path; expected one or more");
    return std::move(paths_);
  }

 private:
  const TextFile& source_;
  std::size_t problems_;
  std::vector<RecordedPath> paths_;
  std::unordered_map<std::size_t, int> line_of_row_;
};

class TableReader {
 public:
  explicit TableReader(const TextFile& source) : source_(source), lines_(source.text()) {}

  void read(PathCollector& paths) {
    read_header();
    std::string_view line;
    while (lines_.next(line)) {
      if (is_blank(line)) continue;
      split_columns(line, ',', columns_);
      if (columns_.size() != count_) {
        source_.fail(lines_.number(), fmt::format("{} columns; expected {}, as in the header",
                                                  columns_.size(), count_));
      }
      RecordedPath path;
      path.line = lines_.number();
      const std::int64_t row = source_.integer(trim(columns_[*column_of_[kRow]]), path.line,
                                               "the row of a problem", 0, kMostCounted);
      path.ns = count(kNs, "nanoseconds", path.line);
      path.nodes = count(kNodes, "a number of nodes", path.line);
      read_points(columns_[*column_of_[kPoints]], path);
      paths.add(std::move(path), row);
    }
  }

 private:
  enum Column : std::size_t { kRow, kPoints, kNs, kNodes };
  static constexpr std::array<std::string_view, 4> kNames{"row", "points", "ns", "nodes"};

  void read_header() {
    std::string_view line;
    lines_.next(line);
    split_columns(line, ',', columns_);
    count_ = columns_.size();
    for (std::size_t i = 0; i < count_; ++i) {
      const auto name = std::find(kNames.begin(), kNames.end(), trim(columns_[i]));
      if (name == kNames.end()) {
        source_.fail(1, fmt::format("column {}: expected row, points, ns or nodes",
                                    in_quotes(trim(columns_[i]))));
      }
      auto& column = column_of_[static_cast<std::size_t>(name - kNames.begin())];
      if (column) source_.fail(1, fmt::format("column '{}' twice; expected it once", *name));
      column = i;
    }
    for (const Column needed : {kRow, kPoints}) {
      if (column_of_[needed]) continue;
      source_.fail(1, fmt::format("no column '{}'; expected a header such as row,points,ns,nodes",
                                  kNames[needed]));
    }
  }

  std::optional<std::int64_t> count(Column which, std::string_view what, int line) const {
    if (!column_of_[which]) return std::nullopt;
    const std::string_view token = trim(columns_[*column_of_[which]]);
    if (token.empty()) return std::nullopt;
    return source_.integer(token, line, what, 0, kMostCounted);
  }

  void read_points(std::string_view text, RecordedPath& path) {
    numbers_ = trim(text);
    if (numbers_.size() >= 2 && numbers_.front() == '"' && numbers_.back() == '"') {
      numbers_ = numbers_.substr(1, numbers_.size() - 2);
    }
    std::replace(numbers_.begin(), numbers_.end(), ';', ' ');
    split_fields(numbers_, fields_);
    if (fields_.size() % 2 != 0) {
      source_.fail(path.line, fmt::format("{} numbers in the points; expected pairs: x y x y ...",
                                          fields_.size()));
    }
    for (std::size_t i = 0; i < fields_.size(); i += 2) {
      path.points.push_back({source_.number(fields_[i], path.line, "the x of a point"),
                             source_.number(fields_[i + 1], path.line, "the y of a point")});
    }
  }

  const TextFile& source_;
  LineReader lines_;
  std::array<std::optional<std::size_t>, kNames.size()> column_of_;
  std::size_t count_ = 0;
  std::vector<std::string_view> columns_, fields_;
  std::string numbers_;
};

/// Joins JSON lines to one JSON array. Each value keeps its line number.
std::string as_array(std::string_view text) {
  std::string array = "[";
  LineReader lines(text);
  std::string_view line;
  bool first = true;
  int newlines = 0;
  while (lines.next(line)) {
    if (!is_blank(line)) {
      if (!first) array += ',';
      array.append(static_cast<std::size_t>(newlines), '\n');
      array += line;
      newlines = 0;
      first = false;
    }
    ++newlines;
  }
  return array + "]";
}

class ObjectReader {
 public:
  explicit ObjectReader(const TextFile& source)
      : source_(source), tree_(JsonTree::parse(TextFile(source.file(), as_array(source.text())))) {}

  void read(PathCollector& paths) {
    int last_line = 0;
    for (Node n = tree_.begin(JsonTree::kRoot); n != tree_.end(JsonTree::kRoot);
         n = tree_.after(n)) {
      const int line = tree_.line(n);
      if (tree_.kind(n) != Kind::kObject || line == last_line) {
        source_.fail(line, R"(expected one object a line, such as {"row": 0, "points": []})");
      }
      last_line = line;
      add(n, paths);
    }
  }

 private:
  using Node = JsonTree::Node;
  using Kind = JsonTree::Kind;

  void add(Node object, PathCollector& paths) {
    RecordedPath path;
    path.line = tree_.line(object);
    std::optional<std::int64_t> row;
    bool has_points = false;
    for (Node key = tree_.begin(object); key != tree_.end(object);) {
      const Node value = tree_.after(key);
      const std::string_view name = tree_.string(key);
      if (name == "row") {
        row = count(value, "the row of a problem");
      } else if (name == "points") {
        has_points = true;
        read_points(value, path);
      } else if (name == "ns") {
        path.ns = count(value, "nanoseconds");
      } else if (name == "nodes") {
        path.nodes = count(value, "a number of nodes");
      } else {
        source_.fail(path.line,
                     fmt::format("{}: expected row, points, ns or nodes", in_quotes(name)));
      }
      key = tree_.after(value);
    }
    if (!row || !has_points) {
      source_.fail(path.line,
                   fmt::format("no '{}'; expected row and points", row ? "points" : "row"));
    }
    paths.add(std::move(path), *row);
  }

  std::int64_t count(Node n, std::string_view what) const {
    const double value = tree_.kind(n) == Kind::kNumber ? tree_.number(n) : -1;
    if (!(value >= 0) || value > static_cast<double>(kMostCounted) || value != std::floor(value)) {
      source_.fail(tree_.line(n),
                   fmt::format("{}: expected a whole number from 0 to {}", what, kMostCounted));
    }
    return static_cast<std::int64_t>(value);
  }

  void read_points(Node points, RecordedPath& path) {
    if (tree_.kind(points) == Kind::kNull) return;
    if (tree_.kind(points) != Kind::kArray) fail_points(points);
    for (Node p = tree_.begin(points); p != tree_.end(points); p = tree_.after(p)) {
      if (tree_.kind(p) != Kind::kArray || tree_.child_count(p) != 2) fail_points(p);
      const Node x = tree_.begin(p);
      const Node y = tree_.after(x);
      if (tree_.kind(x) != Kind::kNumber || tree_.kind(y) != Kind::kNumber) fail_points(p);
      path.points.push_back({tree_.number(x), tree_.number(y)});
    }
  }

  [[noreturn]] void fail_points(Node n) const {
    source_.fail(tree_.line(n), "points: expected an array of points [x, y]");
  }

  const TextFile& source_;
  JsonTree tree_;
};

}  // namespace

std::vector<RecordedPath> parse_recorded_paths(const TextFile& source, std::size_t problems) {
  const std::string_view text = source.text();
  const auto first =
      std::find_if(text.begin(), text.end(), [](char c) { return !is_blank(c) && c != '\n'; });
  if (first == text.end()) source.fail(1, "the file is empty; expected a header or JSON lines");
  PathCollector paths(source, problems);
  if (*first == '{') {
    ObjectReader(source).read(paths);
  } else {
    TableReader(source).read(paths);
  }
  return paths.finish();
}

std::vector<RecordedPath> read_recorded_paths(const std::filesystem::path& file,
                                              std::size_t problems) {
  return parse_recorded_paths(TextFile::read(file), problems);
}

}  // namespace fairway
