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
  std::string map;  ///< the last part of the map's path as written
  int width = 1;    ///< of the map, in its units
  int height = 1;
  Point start;  ///< as written: cells on a raster, points of the world elsewhere
  Point goal;
  double length = 0;
  std::string length_text;  ///< as printed: it tells the precision
  int line = 0;

  /// A length of 0 between different points stands for "no path".
  bool has_path() const { return length > 0 || start == goal; }
};

struct Scenario {
  std::filesystem::path file;
  std::vector<Problem> problems;
};

/// Reads a Moving AI `.scen`, version 1 or 1.0; fields parted by blanks or tabs, coordinates
/// integers or reals. Throws InputError. Linear.
Scenario parse_scenario(const TextFile& source);
Scenario read_scenario(const std::filesystem::path& file);

/// A scenario as `.scen` text, version 1. Coordinates are printed so that they read back exactly;
/// `length_text` is written as it is, or the length with eight decimals where it is empty.
std::string format_scenario(const Scenario& scenario);

/// What a raster problem's endpoint (x, y) stands for. Other worlds' endpoints are exact points.
enum class Endpoints {
  kCentre,  ///< the centre of the cell, (x + 0.5, y + 0.5)
  kCorner,  ///< the lattice corner at the top left of the cell, (x, y)
};

struct ProblemEnds {
  Point start;
  Point goal;
};

/// The exact points a problem asks for in a world.
ProblemEnds problem_ends(const Problem& problem, bool world_is_raster, Endpoints endpoints);

/// Whether a scenario belongs to a raster: sizes equal, endpoints integers inside it. Throws
/// InputError that names the first line where it does not. Corners may lie on the raster's far
/// sides.
void check_scenario(const Scenario& scenario, const Raster& raster, Endpoints endpoints);

/// How the lengths of a scenario are printed, judged over all its rows.
struct LengthFormat {
  int decimals = -1;    ///< where every row has exactly so many; else -1
  int significant = 6;  ///< otherwise: digits of the longest, at least six
};

/// Linear.
LengthFormat length_format(const Scenario& scenario);

/// How far a recomputed octile length may lie from a printed one. With d decimals in every row:
/// half a unit of the last, and at least 1e-6 (sqrt(2) itself was rounded when such sums were
/// made). Otherwise 0.51 units of the last significant digit (sums in single precision, rounded).
double octile_tolerance(const LengthFormat& format, const Problem& problem);

}  // namespace fairway
