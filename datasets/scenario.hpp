#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// One row of a `.scen` file.
struct Problem {
  int bucket = 0;
  std::string map;  ///< last component of the map path
  int width = 1;    ///< size of the map in map units
  int height = 1;
  Point start;  ///< as in the file: a cell of a raster, or a point of another world
  Point goal;
  double length = 0;
  std::string length_text;  ///< `length` as printed in the file, with all its digits
  int line = 0;

  /// Whether a path exists. A length of 0 between different points means "no path".
  bool has_path() const { return length > 0 || start == goal; }
};

struct Scenario {
  std::filesystem::path file;
  std::vector<Problem> problems;
};

/// Reads a Moving AI `.scen`, version 1 or 1.0. Fields are separated by blanks or tabs; coordinates
/// are integers or reals. Throws InputError. Linear.
Scenario parse_scenario(const TextFile& source);
Scenario read_scenario(const std::filesystem::path& file);

/// The meaning of an endpoint (x, y) on a raster. Endpoints in other worlds are exact points.
enum class Endpoints {
  kCentre,  ///< centre of the cell, (x + 0.5, y + 0.5)
  kCorner,  ///< corner at the top left of the cell, (x, y)
};

struct ProblemEnds {
  Point start;
  Point goal;
};

/// The exact ends of a problem in a world.
ProblemEnds problem_ends(const Problem& problem, bool world_is_raster, Endpoints endpoints);

/// Checks that a scenario has problems, and that all its problems name the map `map`. Compares the
/// last components of the two paths without extensions, ignoring case. Throws InputError with the
/// first line that does not match. Linear.
void expect_scenario_of(const Scenario& scenario, const std::filesystem::path& map);

/// Checks that a scenario fits a raster. Each problem must state the size of the raster, and its
/// endpoints must be integers inside the raster. If endpoints are corners of cells, they may lie on
/// the right and bottom sides of the raster. Throws InputError with the first line that does not
/// fit.
void check_scenario(const Scenario& scenario, const Raster& raster, Endpoints endpoints);

/// The format of the printed lengths of a scenario, found from all its rows.
struct LengthFormat {
  /// The number of decimals if all rows have the same number and it is positive. Otherwise -1.
  int decimals = -1;
  /// The largest number of significant digits of any row, but at least 6. Used if decimals is -1.
  int significant = 6;
};

/// Finds the format of the lengths of a scenario. Linear.
LengthFormat length_format(const Scenario& scenario);

/// Returns the largest allowed difference between a computed and a printed octile length. Published
/// sums use a rounded sqrt(2) and single precision. If all rows have the same number of decimals,
/// the difference is half a unit of the last decimal, but at least 1e-6. Otherwise, it is 0.51
/// units of the last significant digit. To allow for rounding, 1e-12 (1 + length) is added in both
/// cases.
double octile_tolerance(const LengthFormat& format, const Problem& problem);

}  // namespace fairway
