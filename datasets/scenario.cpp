#include "datasets/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace fairway {

namespace {

constexpr std::size_t kFields = 9;
constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

/// The last component of the path of a map. Throws InputError if it is empty.
std::string_view map_name(const TextFile& source, int line, std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  if (name.empty()) {
    source.fail(line, fmt::format("{}: expected the name of a map", in_quotes(path)));
  }
  return name;
}

/// Reads a row of a scenario. `map` is the name of the row's map.
Problem parse_problem(const TextFile& source, int line, const std::vector<std::string_view>& fields,
                      std::string_view map) {
  const auto integer = [&](std::size_t i, std::string_view name, std::int64_t least) {
    return static_cast<int>(source.integer(fields[i], line, name, least, kMaxInt));
  };
  const auto point = [&](std::size_t i, std::string_view x, std::string_view y) {
    return Point{source.coordinate(fields[i], line, x), source.coordinate(fields[i + 1], line, y)};
  };
  Problem problem;
  problem.bucket = integer(0, "the bucket", 0);
  problem.map = map;
  problem.width = integer(2, "the map's width", 1);
  problem.height = integer(3, "the map's height", 1);
  problem.start = point(4, "the start's x", "the start's y");
  problem.goal = point(6, "the goal's x", "the goal's y");
  problem.length = source.number(fields[8], line, "the length");
  if (problem.length < 0) {
    source.fail(line, fmt::format("{}: expected the length, zero or more", in_quotes(fields[8])));
  }
  problem.length_text = fields[8];
  problem.line = line;
  return problem;
}

struct Digits {
  int decimals = 0;
  int significant = 0;
  bool exponent = false;
};

Digits digits_of(std::string_view text) {
  Digits digits;
  bool after_point = false;
  for (const char c : text) {
    if (c == '.') {
      after_point = true;
    } else if (c == 'e' || c == 'E') {
      digits.exponent = true;
      break;
    } else if (c >= '0' && c <= '9') {
      if (digits.significant > 0 || c != '0') ++digits.significant;
      if (after_point) ++digits.decimals;
    }
  }
  return digits;
}

}  // namespace

Scenario parse_scenario(const TextFile& source) {
  LineReader lines(source.text());
  std::string_view line;
  std::vector<std::string_view> fields;
  if (!lines.next(line)) source.fail(1, "the file is empty; expected 'version 1'");
  split_fields(line, fields);
  if (fields.size() != 2 || fields[0] != "version" || (fields[1] != "1" && fields[1] != "1.0")) {
    source.fail(1, fmt::format("{}: expected 'version 1' or 'version 1.0'", in_quotes(line)));
  }
  Scenario scenario{source.file(), {}};
  std::string_view path;  // usually all rows have the same path
  std::string_view map;
  while (lines.next(line)) {
    split_fields(line, fields);
    if (fields.empty()) continue;
    if (fields.size() != kFields) {
      source.fail(lines.number(),
                  fmt::format("{} fields; expected {}: bucket, map, width, height, start x, start "
                              "y, goal x, goal y, length",
                              fields.size(), kFields));
    }
    if (fields[1] != path) {
      path = fields[1];
      map = map_name(source, lines.number(), path);
    }
    // Most rows are about as long as the first row.
    if (scenario.problems.empty()) {
      scenario.problems.reserve(1 + lines.rest().size() / line.size() * 9 / 8);
    }
    scenario.problems.push_back(parse_problem(source, lines.number(), fields, map));
  }
  return scenario;
}

Scenario read_scenario(const std::filesystem::path& file) {
  return parse_scenario(TextFile::read(file));
}

ProblemEnds problem_ends(const Problem& problem, bool world_is_raster, Endpoints endpoints) {
  const double shift = world_is_raster && endpoints == Endpoints::kCentre ? 0.5 : 0.0;
  return {{problem.start.x + shift, problem.start.y + shift},
          {problem.goal.x + shift, problem.goal.y + shift}};
}

void expect_scenario_of(const Scenario& scenario, const std::filesystem::path& map) {
  if (scenario.problems.empty()) {
    throw InputError(scenario.file, 1, "a scenario without problems; expected at least one");
  }
  const std::string stem = map.stem().string();
  std::string_view seen;  // usually all problems name the same file
  for (const Problem& problem : scenario.problems) {
    if (problem.map == seen) continue;
    seen = problem.map;
    if (equal_ignoring_case(std::filesystem::path(problem.map).stem().string(), stem)) continue;
    throw InputError(scenario.file, problem.line,
                     fmt::format("a problem for the map {}; expected one for {}",
                                 in_quotes(problem.map), in_quotes(map.filename().string())));
  }
}

void check_scenario(const Scenario& scenario, const Raster& raster, Endpoints endpoints) {
  const int beyond = endpoints == Endpoints::kCorner ? 1 : 0;
  const auto fits = [](double value, int limit) {
    return value >= 0 && value < limit && value == std::floor(value);
  };
  for (const Problem& problem : scenario.problems) {
    if (problem.width != raster.width() || problem.height != raster.height()) {
      throw InputError(
          scenario.file, problem.line,
          fmt::format("a problem for a map of {} x {} cells; expected {} x {}, the size of the map",
                      problem.width, problem.height, raster.width(), raster.height()));
    }
    for (const Point p : {problem.start, problem.goal}) {
      if (!fits(p.x, raster.width() + beyond) || !fits(p.y, raster.height() + beyond)) {
        throw InputError(scenario.file, problem.line,
                         fmt::format("endpoint ({}, {}); expected integers inside a map of {} x {} "
                                     "cells",
                                     p.x, p.y, raster.width(), raster.height()));
      }
    }
  }
}

LengthFormat length_format(const Scenario& scenario) {
  LengthFormat format;
  bool fixed = !scenario.problems.empty();
  int decimals = -1;
  for (const Problem& problem : scenario.problems) {
    const Digits digits = digits_of(problem.length_text);
    if (decimals < 0) decimals = digits.decimals;
    fixed = fixed && digits.decimals == decimals && decimals > 0 && !digits.exponent;
    format.significant = std::max(format.significant, digits.significant);
  }
  if (fixed) format.decimals = decimals;
  return format;
}

double octile_tolerance(const LengthFormat& format, const Problem& problem) {
  const double rounding_of_sums = 1e-12 * (1 + problem.length);
  if (format.decimals >= 0) {
    return std::max(0.5 * std::pow(10.0, -format.decimals), 1e-6) + rounding_of_sums;
  }
  if (problem.length == 0) return rounding_of_sums;
  const double leading = std::floor(std::log10(problem.length));
  return 0.51 * std::pow(10.0, leading + 1 - format.significant) + rounding_of_sums;
}

}  // namespace fairway
