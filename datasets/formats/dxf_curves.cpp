#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "datasets/formats/dxf_entities.hpp"

namespace fairway {

namespace {

constexpr double kFullTurn = 2 * std::numbers::pi;
/// Writers round a full turn in radians to so many digits.
constexpr double kRoundingOfAFullTurn = 1e-9;
constexpr int kMostDegree = 32;
constexpr std::int64_t kClosedSpline = 1;

}  // namespace

void DxfEntityReader::add_arc(const DxfRecord& record, bool circle,
                              std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  read_normal(record, entity);
  DxfArc arc;
  arc.center = place(record, 10);
  const double radius = reader_.coordinate(record, 40);
  if (radius < 0) {
    reader_.source().fail(record.find(40)->line,
                          fmt::format("the radius {}; expected 0 or more", radius));
  }
  arc.first = {radius, 0, 0};
  arc.second = {0, radius, 0};
  const double from = circle ? 0 : reader_.number(record, 50, 0);
  const double to = circle ? 360 : reader_.number(record, 51, 360);
  double sweep = std::fmod(to - from, 360);
  if (sweep < 0 || (sweep == 0 && to != from)) sweep += 360;
  if (radius == 0 || sweep == 0) return leave_out(circle ? "CIRCLE of no size" : "ARC of no size");
  arc.closed = sweep == 360;
  arc.from = std::fmod(from, 360) * (std::numbers::pi / 180);
  arc.to = arc.from + sweep * (std::numbers::pi / 180);
  arc.start = direction_of_degrees(from);
  arc.end = arc.closed ? arc.start : direction_of_degrees(to);
  entity.shape = arc;
  entities.push_back(std::move(entity));
}

void DxfEntityReader::add_ellipse(const DxfRecord& record, std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  read_normal(record, entity);
  const Vector3 normal =
      entity.normal ? unit_vector(*std::exchange(entity.normal, std::nullopt)) : Vector3{0, 0, 1};
  DxfArc arc;
  arc.center = place(record, 10);
  arc.first = place(record, 11);
  const double ratio = reader_.coordinate(record, 40);
  const Vector3 across = cross(normal, arc.first);
  arc.second = {ratio * across.x, ratio * across.y, ratio * across.z};
  arc.from = reader_.number(record, 41, 0);
  const double to = reader_.number(record, 42, kFullTurn);
  double sweep = std::fmod(to - arc.from, kFullTurn);
  if (sweep < 0) sweep += kFullTurn;
  if (to != arc.from && std::min(sweep, kFullTurn - sweep) < kRoundingOfAFullTurn)
    sweep = kFullTurn;
  if (ratio == 0 || arc.first == Vector3{} || sweep == 0) return leave_out("ELLIPSE of no size");
  arc.closed = sweep == kFullTurn;
  arc.to = arc.from + sweep;
  arc.start = {std::cos(arc.from), std::sin(arc.from)};
  arc.end = arc.closed ? arc.start : Point{std::cos(arc.to), std::sin(arc.to)};
  entity.shape = arc;
  entities.push_back(std::move(entity));
}

void DxfEntityReader::add_spline(const DxfRecord& record, std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  DxfSpline spline;
  spline.closed = (reader_.integer(record, 70, 0, -32768, 65535) & kClosedSpline) != 0;
  spline.degree = static_cast<int>(reader_.integer(record, 71, 3, 1, kMostDegree));
  for (const DxfGroup& group : record.groups) {
    if (group.code == 40) {
      spline.knots.push_back(reader_.coordinate(group));
    } else if (group.code == 41) {
      spline.weights.push_back(reader_.coordinate(group));
    } else if (group.code == 10) {
      spline.points.push_back({reader_.coordinate(group), 0, 0});
    } else if (group.code == 20 && !spline.points.empty()) {
      spline.points.back().y = reader_.coordinate(group);
    } else if (group.code == 30 && !spline.points.empty()) {
      spline.points.back().z = reader_.coordinate(group);
    }
  }
  if (spline.points.empty()) return leave_out("SPLINE with fit points only");
  const auto fail = [&](const std::string& what) { reader_.source().fail(record.line, what); };
  const std::size_t points = spline.points.size();
  const auto order = static_cast<std::size_t>(spline.degree) + 1;
  if (points < order) {
    fail(fmt::format("a SPLINE of degree {} with {} control points; expected {} or more",
                     spline.degree, points, order));
  }
  if (spline.knots.size() != points + order) {
    fail(fmt::format("a SPLINE of degree {} with {} control points and {} knots; expected {} knots",
                     spline.degree, points, spline.knots.size(), points + order));
  }
  if (!std::ranges::is_sorted(spline.knots)) fail("the knots fall; expected them to rise");
  if (spline.knots[order - 1] == spline.knots[points]) {
    fail("a SPLINE whose knots are all the same; expected them to rise");
  }
  if (!spline.weights.empty() && spline.weights.size() != points) {
    fail(fmt::format("a SPLINE with {} control points and {} weights; expected as many or none",
                     points, spline.weights.size()));
  }
  if (std::ranges::any_of(spline.weights, [](double weight) { return weight <= 0; })) {
    fail("a SPLINE with a weight that is not positive; expected positive weights");
  }
  entity.shape = std::move(spline);
  entities.push_back(std::move(entity));
}

}  // namespace fairway
