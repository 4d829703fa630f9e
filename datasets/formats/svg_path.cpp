#include "datasets/formats/svg_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "datasets/formats/flatten.hpp"
#include "datasets/text.hpp"

namespace fairway {

namespace {

constexpr double kRadian = std::numbers::pi / 180;

bool separates(char c) { return is_blank(c) || c == '\n' || c == '\f' || c == ','; }

/// Reads numbers and flags, which may stand without blanks between them.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : all_(text), rest_(text) { skip(); }

  bool at_end() const { return rest_.empty(); }
  char front() const { return rest_.front(); }
  bool at_number() const {
    return !rest_.empty() &&
           std::string_view("+-.0123456789").find(rest_.front()) != std::string_view::npos;
  }
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    skip();
    return c;
  }
  double number() {
    std::string_view digits = rest_;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) fail("a finite number");
    rest_ = {end, static_cast<std::size_t>(rest_.data() + rest_.size() - end)};
    skip();
    return value;
  }
  Point pair() {
    const double x = number();
    return {x, number()};
  }
  bool flag() {
    if (at_end() || (front() != '0' && front() != '1')) fail("a flag, 0 or 1");
    return take() == '1';
  }
  [[noreturn]] void fail(std::string_view expected) const {
    throw SvgFault(fmt::format("expected {} after {} characters, found {}", expected,
                               all_.size() - rest_.size(), in_quotes(rest_.substr(0, 20))));
  }

 private:
  void skip() {
    while (!rest_.empty() && separates(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view all_;
  std::string_view rest_;
};

Affine transform_of(std::string_view name, const std::vector<double>& v) {
  const auto needs = [&](std::size_t least, std::size_t most) {
    if (v.size() == least || v.size() == most) return;
    throw SvgFault(fmt::format("{} numbers of {}; expected {}{}", v.size(), name, least,
                               most == least ? "" : fmt::format(" or {}", most)));
  };
  if (name == "matrix") {
    needs(6, 6);
    return {v[0], v[1], v[2], v[3], v[4], v[5]};
  }
  if (name == "translate") {
    needs(1, 2);
    return {1, 0, 0, 1, v[0], v.size() > 1 ? v[1] : 0};
  }
  if (name == "scale") {
    needs(1, 2);
    return {v[0], 0, 0, v.back(), 0, 0};
  }
  if (name == "rotate") {
    needs(1, 3);
    const double c = std::cos(v[0] * kRadian);
    const double s = std::sin(v[0] * kRadian);
    const Affine turned{c, s, -s, c, 0, 0};
    if (v.size() == 1) return turned;
    return Affine{1, 0, 0, 1, v[1], v[2]} * turned * Affine{1, 0, 0, 1, -v[1], -v[2]};
  }
  if (name == "skewX" || name == "skewY") {
    needs(1, 1);
    const double t = std::tan(v[0] * kRadian);
    return name == "skewX" ? Affine{1, 0, t, 1, 0, 0} : Affine{1, t, 0, 1, 0, 0};
  }
  throw SvgFault(fmt::format(
      "transform {}; expected matrix, translate, scale, rotate, skewX or skewY", in_quotes(name)));
}

}  // namespace

Affine Affine::operator*(const Affine& o) const {
  return {a * o.a + c * o.b, b * o.a + d * o.b,     a * o.c + c * o.d,
          b * o.c + d * o.d, a * o.e + c * o.f + e, b * o.e + d * o.f + f};
}

std::vector<double> read_numbers(std::string_view text) {
  std::vector<double> values;
  for (Numbers numbers(text); !numbers.at_end();) values.push_back(numbers.number());
  return values;
}

Affine read_transform(std::string_view text) {
  Affine all;
  for (;;) {
    while (!text.empty() && separates(text.front())) text.remove_prefix(1);
    if (text.empty()) return all;
    const std::size_t open = text.find('(');
    const std::size_t close = text.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      throw SvgFault(fmt::format("expected NAME(NUMBERS), found {}", in_quotes(text)));
    }
    all = all * transform_of(trim(text.substr(0, open)),
                             read_numbers(text.substr(open + 1, close - open - 1)));
    text.remove_prefix(close + 1);
  }
}

Ring& Pen::points() {
  if (!drawing_) {
    paths_.push_back({{map_(start_)}, false});
    drawing_ = true;
  }
  return paths_.back().points;
}

void Pen::advance(Point to) {
  at_ = to;
  if (paths_.back().points.size() > kMostPoints) {
    throw SvgFault(fmt::format("a path of more than {} points; expected fewer", kMostPoints));
  }
}

void Pen::move(Point to) {
  at_ = start_ = to;
  drawing_ = false;
}

void Pen::line(Point to) {
  Ring& drawn = points();
  if (const Point p = map_(to); drawn.back() != p) drawn.push_back(p);
  advance(to);
}

void Pen::quadratic(Point control, Point to) {
  Ring& drawn = points();
  flatten_quadratic(Point(drawn.back()), map_(control), map_(to), tolerance_, drawn);
  advance(to);
}

void Pen::cubic(Point first, Point second, Point to) {
  Ring& drawn = points();
  flatten_cubic(Point(drawn.back()), map_(first), map_(second), map_(to), tolerance_, drawn);
  advance(to);
}

void Pen::arc(double rx, double ry, double degrees, bool large, bool sweep, Point to) {
  rx = std::abs(rx);
  ry = std::abs(ry);
  if (at_ == to) return;
  if (rx == 0 || ry == 0) {
    line(to);
    return;
  }
  // SVG 1.1, appendix F.6.5: from the ends to the centre.
  const double c = std::cos(degrees * kRadian);
  const double s = std::sin(degrees * kRadian);
  const Point half = 0.5 * (at_ - to);
  const Point p{(c * half.x + s * half.y) / rx, (c * half.y - s * half.x) / ry};
  const double square = dot(p, p);
  if (square > 1) {
    rx *= std::sqrt(square);
    ry *= std::sqrt(square);
  }
  const Point unit = square > 1 ? (1 / std::sqrt(square)) * p : p;
  const double reach = (large == sweep ? -1 : 1) * std::sqrt(std::max(0.0, 1 / square - 1));
  const Point center_unit = square > 1 ? Point{} : Point{reach * unit.y, -reach * unit.x};
  const Point axis_x{rx * c, rx * s};
  const Point axis_y{-ry * s, ry * c};
  const Point center = 0.5 * (at_ + to) + center_unit.x * axis_x + center_unit.y * axis_y;
  const double from = std::atan2(unit.y - center_unit.y, unit.x - center_unit.x);
  double turn = std::atan2(-unit.y - center_unit.y, -unit.x - center_unit.x) - from;
  if (sweep && turn < 0) turn += 2 * std::numbers::pi;
  if (!sweep && turn > 0) turn -= 2 * std::numbers::pi;
  flatten_arc({map_(center), map_.turn(axis_x), map_.turn(axis_y)}, from, from + turn, tolerance_,
              map_(to), points());
  advance(to);
}

void Pen::ellipse(Point center, double rx, double ry) {
  if (rx == 0 || ry == 0) return;
  const Point start{center.x + rx, center.y};
  move(start);
  flatten_arc({map_(center), map_.turn({rx, 0}), map_.turn({0, ry})}, 0, 2 * std::numbers::pi,
              tolerance_, map_(start), points());
  advance(start);
  close();
}

void Pen::close() {
  if (drawing_) {
    Subpath& path = paths_.back();
    path.closed = true;
    if (path.points.size() > 1 && path.points.back() == path.points.front()) {
      path.points.pop_back();
    }
  }
  move(start_);
}

void draw_path(std::string_view data, Pen& pen) {
  Numbers numbers(data);
  char command = 0;
  Point control;  // of the curve before
  char before = 0;
  while (!numbers.at_end()) {
    if (!numbers.at_number()) {
      command = numbers.take();
      if (before == 0 && command != 'M' && command != 'm') {
        throw SvgFault(fmt::format("path data that begins with {}; expected M or m",
                                   in_quotes(std::string_view(&command, 1))));
      }
    } else if (command == 0 || command == 'Z' || command == 'z') {
      numbers.fail("a command");
    }
    const bool relative = command >= 'a' && command <= 'z';
    const Point base = relative ? pen.at() : Point{};
    const auto point = [&] { return base + numbers.pair(); };
    const auto mirrored = [&](std::string_view kinds) {
      return kinds.find(before) == std::string_view::npos ? pen.at() : 2 * pen.at() - control;
    };
    const char kind = relative ? static_cast<char>(command - 'a' + 'A') : command;
    switch (kind) {
      case 'M':
        pen.move(point());
        command = relative ? 'l' : 'L';
        break;
      case 'L':
        pen.line(point());
        break;
      case 'H':
        pen.line({base.x + numbers.number(), pen.at().y});
        break;
      case 'V':
        pen.line({pen.at().x, base.y + numbers.number()});
        break;
      case 'C':
      case 'S': {
        const Point first = kind == 'C' ? point() : mirrored("CS");
        control = point();
        pen.cubic(first, control, point());
        break;
      }
      case 'Q':
      case 'T':
        control = kind == 'Q' ? point() : mirrored("QT");
        pen.quadratic(control, point());
        break;
      case 'A': {
        const Point radii = numbers.pair();
        const double degrees = numbers.number();
        const bool large = numbers.flag();
        const bool sweep = numbers.flag();
        pen.arc(radii.x, radii.y, degrees, large, sweep, point());
        break;
      }
      case 'Z':
        pen.close();
        break;
      default:
        throw SvgFault(fmt::format("command {} of a path; expected one of MLHVCSQTAZ",
                                   in_quotes(std::string_view(&command, 1))));
    }
    before = kind;
  }
}

}  // namespace fairway
