#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "datasets/changing/formats.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::string_view kLengthName = "octile";

using Fields = std::vector<std::string_view>;

class GridChangesReader {
 public:
  GridChangesReader(const TextFile& source, const OpenFile& open)
      : source_(source), open_(open), lines_(source.text()) {}

  ChangingWorld read() {
    expect_line(source_, lines_, "version 2");
    size_ = parse_map_size(source_, lines_);
    const std::int64_t cells = std::int64_t{size_.width} * size_.height;
    if (cells > kMostGridCells) {
      source_.fail(lines_.number(), fmt::format("a grid of {} x {} cells; expected at most {} "
                                                "cells in all",
                                                size_.width, size_.height, kMostGridCells));
    }
    read_cost_names();
    read_patches();
    expect_line(source_, lines_, "commands");
    ChangingWorld changing{source_.file(), {}, {}};
    read_commands(changing.steps);
    changing.start =
        WorldFile{source_.file(), Raster(size_.width, size_.height, kGround), {}, {}, false};
    return changing;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { source_.fail(lines_.number(), what); }

  int integer(std::string_view field, std::string_view name, std::int64_t most = kMostInt) const {
    return static_cast<int>(source_.integer(field, lines_.number(), name, 0, most));
  }

  /// Reads the line `cost K NAME...` with the names of K costs.
  void read_cost_names() {
    Fields fields;
    const std::string expected = fmt::format("'cost 1 {}'", kLengthName);
    const std::string_view line = next_fields(source_, lines_, expected, fields);
    if (fields.size() < 2 || fields[0] != "cost") {
      fail(fmt::format("{}: expected {}", in_quotes(line), expected));
    }
    costs_ = fields.size() - 2;
    if (integer(fields[1], "the number of costs") != static_cast<int>(costs_)) {
      fail(fmt::format("{} names of costs; expected {}", costs_, fields[1]));
    }
    const auto names = fields.begin() + 2;
    if (std::count(names, fields.end(), kLengthName) != 1) {
      fail(fmt::format("{}: expected one cost called '{}'", in_quotes(line), kLengthName));
    }
    length_column_ = static_cast<std::size_t>(std::find(names, fields.end(), kLengthName) - names);
  }

  /// Reads the line `patch FILE`, and the file that it names.
  void read_patches() {
    Fields fields;
    const std::string_view line = next_fields(source_, lines_, "'patch FILE'", fields);
    if (fields.size() < 2 || fields[0] != "patch") {
      fail(fmt::format("{}: expected 'patch FILE'", in_quotes(line)));
    }
    const auto begin = static_cast<std::size_t>(fields[1].data() - line.data());
    patches_ =
        parse_patches(open_beside(source_, lines_.number(), trim(line.substr(begin)), open_));
  }

  void read_commands(std::vector<Step>& steps) {
    PatchCheck check(source_, size_.width, size_.height);
    std::string_view line;
    Fields fields;
    while (lines_.next(line)) {
      split_fields(line, fields);
      if (fields.empty()) continue;
      if (fields[0] == "P") {
        if (steps.empty() || !std::holds_alternative<BurstStep>(steps.back())) {
          steps.emplace_back(BurstStep{});
        }
        take_patch(fields, check, std::get<BurstStep>(steps.back()));
      } else if (fields[0] == "Q") {
        steps.emplace_back(query(fields));
      } else {
        fail(fmt::format("the command {}; expected P (a patch) or Q (a query)",
                         in_quotes(fields[0])));
      }
    }
  }

  void expect_count(const Fields& fields, std::size_t count, std::string_view names) const {
    if (fields.size() == count) return;
    fail(fmt::format("{} fields; expected {}: {}", fields.size(), count, names));
  }

  void take_patch(const Fields& fields, PatchCheck& check, BurstStep& step) const {
    expect_count(fields, 5, "P, bucket, patch, x, y");
    integer(fields[1], "the bucket");
    const int number = integer(fields[2], "the number of a patch");
    if (static_cast<std::size_t>(number) >= patches_.size()) {
      fail(fmt::format("patch {}; expected a number below {}, the number of patches", number,
                       patches_.size()));
    }
    const int x = integer(fields[3], "the patch's x");
    const int y = integer(fields[4], "the patch's y");
    const Raster& cells = patches_[static_cast<std::size_t>(number)];
    check.add(lines_.number(), x, y, cells.width(), cells.height());
    step.burst.patches.push_back({x, y, cells});
    step.patch_lines.push_back(lines_.number());
  }

  QueryStep query(const Fields& fields) const {
    constexpr std::size_t kOthers = 6;
    expect_count(fields, kOthers + costs_,
                 "Q, bucket, start x, start y, goal x, goal y, and the costs");
    QueryStep step;
    step.bucket = integer(fields[1], "the bucket");
    const auto centre = [&](std::size_t i, std::string_view x, std::string_view y) {
      return Point{integer(fields[i], x, size_.width - 1) + 0.5,
                   integer(fields[i + 1], y, size_.height - 1) + 0.5};
    };
    step.start = centre(2, "the start's x", "the start's y");
    step.goal = centre(4, "the goal's x", "the goal's y");
    for (std::size_t i = 0; i < costs_; ++i) {
      const double cost = source_.number(fields[kOthers + i], lines_.number(), "a cost");
      if (i == length_column_) step.octile_length = cost;
    }
    step.line = lines_.number();
    return step;
  }

  const TextFile& source_;
  const OpenFile& open_;
  LineReader lines_;
  MapSize size_;
  std::size_t costs_ = 0;
  std::size_t length_column_ = 0;
  std::vector<Raster> patches_;
};

}  // namespace

ChangingWorld parse_grid_changes(const TextFile& source, const OpenFile& open) {
  return GridChangesReader(source, open).read();
}

std::vector<Raster> parse_patches(const TextFile& source) {
  LineReader lines(source.text());
  Fields fields;
  const auto number_after = [&](std::string_view word, std::string_view name, std::int64_t least,
                                std::int64_t most) {
    const std::string expected =
        fmt::format("'{} {}'", word, least == most ? std::to_string(least) : "N");
    const std::string_view line = next_fields(source, lines, expected, fields);
    if (fields.size() != 2 || fields[0] != word) {
      source.fail(lines.number(), fmt::format("{}: expected {}", in_quotes(line), expected));
    }
    return source.integer(fields[1], lines.number(), name, least, most);
  };
  expect_line(source, lines, "type patch");
  const std::int64_t count = number_after("patches", "the number of patches", 0, kMostInt);
  std::vector<Raster> patches;
  for (std::int64_t i = 0; i < count; ++i) {
    number_after("patch", "the number of this patch", i, i);
    const MapSize size = parse_map_size(source, lines);
    expect_line(source, lines, "map");
    const TileTable& cells = moving_ai_cells();
    patches.push_back(make_raster(next_rows(source, lines, size.height, size.width, cells), cells));
  }
  std::string_view line;
  while (lines.next(line)) {
    if (is_blank(line)) continue;
    source.fail(lines.number(), fmt::format("text after the last patch; expected the end of the "
                                            "file after {} patches, as in the header",
                                            count));
  }
  return patches;
}

}  // namespace fairway
