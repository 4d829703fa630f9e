#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A fault in a text of an SVG drawing. what() says what is wrong and what was expected.
class SvgFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// (x, y) becomes (a x + c y + e, b x + d y + f).
struct Affine {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  Point operator()(Point p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  /// Of a difference of two points.
  Point turn(Point v) const { return {a * v.x + c * v.y, b * v.x + d * v.y}; }
  /// First the other, then this.
  Affine operator*(const Affine& o) const;
};

/// Reads a list of transforms: matrix, translate, scale, rotate, skewX and skewY. Throws SvgFault.
Affine read_transform(std::string_view text);

/// Reads numbers with blanks or commas between them, up to the end. Throws SvgFault.
std::vector<double> read_numbers(std::string_view text);

/// A piece of a path without a gap.
struct Subpath {
  Ring points;  ///< the first is not repeated at the end
  bool closed = false;
};

/// What draws subpaths under a map, flattened to a tolerance. Throws SvgFault for a path of more
/// than kMostPoints points, and std::length_error as flatten.hpp states.
class Pen {
 public:
  static constexpr std::size_t kMostPoints = 4'000'000;

  Pen(const Affine& map, double tolerance, std::vector<Subpath>& paths)
      : map_(map), tolerance_(tolerance), paths_(paths) {}

  Point at() const { return at_; }
  void move(Point to);
  void line(Point to);
  void quadratic(Point control, Point to);
  void cubic(Point first, Point second, Point to);
  /// Of an ellipse whose first half axis is turned by so many degrees; `sweep`: y grows first.
  void arc(double rx, double ry, double degrees, bool large, bool sweep, Point to);
  /// A whole ellipse, as a subpath of its own.
  void ellipse(Point center, double rx, double ry);
  void close();

 private:
  /// The end of what was drawn last.
  void advance(Point to);
  Ring& points();

  const Affine& map_;
  double tolerance_;
  std::vector<Subpath>& paths_;
  Point at_;
  Point start_;
  bool drawing_ = false;
};

/// Draws path data: all commands, as of SVG 1.1, section 8.3. Throws SvgFault.
void draw_path(std::string_view data, Pen& pen);

}  // namespace fairway
