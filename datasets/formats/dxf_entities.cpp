#include "datasets/formats/dxf_entities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace fairway {

namespace {

constexpr double kFullTurn = 2 * std::numbers::pi;
/// Writers round a full turn in radians to so many digits.
constexpr double kRoundingOfAFullTurn = 1e-9;
constexpr int kMostDegree = 32;

// Flags of POLYLINE (group 70) and of its vertices.
constexpr std::int64_t kClosed = 1;
constexpr std::int64_t kInSpace = 8;
constexpr std::int64_t kMeshes = 16 + 64;
constexpr std::int64_t kSplineFrame = 16;

constexpr std::array<std::string_view, 43> kOthers{"3DFACE",
                                                   "3DSOLID",
                                                   "ACAD_PROXY_ENTITY",
                                                   "ACAD_TABLE",
                                                   "ATTDEF",
                                                   "ATTRIB",
                                                   "BODY",
                                                   "DIMENSION",
                                                   "HATCH",
                                                   "HELIX",
                                                   "IMAGE",
                                                   "LEADER",
                                                   "LIGHT",
                                                   "MLEADER",
                                                   "MLINE",
                                                   "MESH",
                                                   "MTEXT",
                                                   "MULTILEADER",
                                                   "OLE2FRAME",
                                                   "OLEFRAME",
                                                   "POINT",
                                                   "RAY",
                                                   "REGION",
                                                   "SECTION",
                                                   "SHAPE",
                                                   "SUN",
                                                   "SURFACE",
                                                   "TEXT",
                                                   "TOLERANCE",
                                                   "UNDERLAY",
                                                   "VIEWPORT",
                                                   "WIPEOUT",
                                                   "XLINE",
                                                   "EXTRUDEDSURFACE",
                                                   "LOFTEDSURFACE",
                                                   "PLANESURFACE",
                                                   "REVOLVEDSURFACE",
                                                   "SWEPTSURFACE",
                                                   "PDFUNDERLAY",
                                                   "DWFUNDERLAY",
                                                   "DGNUNDERLAY",
                                                   "GEOPOSITIONMARKER",
                                                   "ARC_DIMENSION"};

std::int64_t flags_of(const DxfReader& reader, const DxfRecord& record) {
  return reader.integer(record, 70, 0, -32768, 65535);
}

}  // namespace

DxfEntity DxfEntityReader::begin(const DxfRecord& record) const {
  DxfEntity entity;
  entity.line = record.line;
  const DxfGroup* const layer = record.find(8);
  entity.layer = drawing_.layer_names.number(layer == nullptr ? "0" : layer->value);
  entity.invisible = reader_.integer(record, 60, 0, -32768, 32767) == 1;
  return entity;
}

void DxfEntityReader::read_normal(const DxfRecord& record, DxfEntity& entity) const {
  const Vector3 normal{reader_.coordinate(record, 210, 0), reader_.coordinate(record, 220, 0),
                       reader_.coordinate(record, 230, 1)};
  if (normal == Vector3{}) {
    reader_.source().fail(record.find(230)->line,
                          "the extrusion direction (0, 0, 0); expected one of some length");
  }
  if (normal.x != 0 || normal.y != 0 || normal.z < 0) entity.normal = normal;
}

Vector3 DxfEntityReader::place(const DxfRecord& record, int code) const {
  return {reader_.coordinate(record, code), reader_.coordinate(record, code + 10),
          reader_.coordinate(record, code + 20, 0)};
}

void DxfEntityReader::read(const DxfRecord& record, std::vector<DxfEntity>& entities) {
  if (record.kind == "VERTEX") return add_vertex(record);
  if (record.kind == "SEQEND") return end_polyline(entities);
  if (vertices_ != Vertices::kNone) {
    reader_.source().fail(record.line, fmt::format("{} in a POLYLINE; expected VERTEX or SEQEND",
                                                   in_quotes(record.kind)));
  }
  const bool on_paper = reader_.integer(record, 67, 0, -32768, 32767) == 1;
  if (on_paper) ++paper_;
  if (record.kind == "POLYLINE") {
    begin_polyline(record);
    if (on_paper) vertices_ = Vertices::kSkipped;
  } else if (on_paper) {
    return;
  } else if (record.kind == "LINE") {
    add_path(begin(record), {{place(record, 10), place(record, 11)}, {}, false}, entities);
  } else if (record.kind == "LWPOLYLINE") {
    add_light_polyline(record, entities);
  } else if (record.kind == "ARC" || record.kind == "CIRCLE") {
    add_arc(record, record.kind == "CIRCLE", entities);
  } else if (record.kind == "ELLIPSE") {
    add_ellipse(record, entities);
  } else if (record.kind == "SPLINE") {
    add_spline(record, entities);
  } else if (record.kind == "SOLID" || record.kind == "TRACE") {
    add_solid(record, entities);
  } else if (record.kind == "INSERT") {
    add_insert(record, entities);
  } else {
    leave_out(std::ranges::find(kOthers, record.kind) != kOthers.end() ? record.kind
                                                                       : "of an unknown kind");
  }
}

void DxfEntityReader::add_path(DxfEntity&& entity, DxfPath&& path,
                               std::vector<DxfEntity>& entities) {
  if (std::ranges::all_of(path.bulges, [](double bulge) { return bulge == 0; })) {
    path.bulges.clear();
  }
  entity.shape = std::move(path);
  entities.push_back(std::move(entity));
}

void DxfEntityReader::add_light_polyline(const DxfRecord& record,
                                         std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  read_normal(record, entity);
  DxfPath path;
  path.closed = (flags_of(reader_, record) & kClosed) != 0;
  const double elevation = reader_.coordinate(record, 38, 0);
  bool wide = false;
  bool has_y = true;
  const auto expect_y = [&](int line) {
    if (!has_y) {
      reader_.source().fail(line, "a vertex of LWPOLYLINE without a y; expected group 20");
    }
  };
  for (const DxfGroup& group : record.groups) {
    if (group.code == 10) {
      expect_y(group.line);
      path.points.push_back({reader_.coordinate(group), 0, elevation});
      path.bulges.push_back(0);
      has_y = false;
    } else if (group.code == 20) {
      if (has_y) {
        reader_.source().fail(group.line, "a y without an x; expected group 10 before it");
      }
      path.points.back().y = reader_.coordinate(group);
      has_y = true;
    } else if (group.code == 42 && !path.bulges.empty()) {
      path.bulges.back() = reader_.coordinate(group);
    } else if (group.code == 40 || group.code == 41 || group.code == 43) {
      wide = wide || reader_.coordinate(group) != 0;
    }
  }
  expect_y(record.groups.empty() ? record.line : record.groups.back().line);
  const auto stated = static_cast<std::int64_t>(path.points.size());
  if (const DxfGroup* const count = record.find(90);
      count != nullptr && reader_.integer(record, 90, 0, 0, INT32_MAX) != stated) {
    reader_.source().fail(count->line, fmt::format("{} vertices; expected {}, as many as follow",
                                                   count->value, stated));
  }
  widths_ += wide ? 1 : 0;
  if (path.points.size() < 2) return leave_out("LWPOLYLINE of fewer than two vertices");
  add_path(std::move(entity), std::move(path), entities);
}

void DxfEntityReader::begin_polyline(const DxfRecord& record) {
  polyline_ = begin(record);
  path_ = {};
  const std::int64_t flags = flags_of(reader_, record);
  if ((flags & kMeshes) != 0) {
    leave_out("POLYLINE that is a mesh");
    vertices_ = Vertices::kSkipped;
    return;
  }
  vertices_ = Vertices::kPath;
  path_.closed = (flags & kClosed) != 0;
  in_space_ = (flags & kInSpace) != 0;
  elevation_ = reader_.coordinate(record, 30, 0);
  if (!in_space_) read_normal(record, polyline_);
  const bool wide = reader_.number(record, 40, 0) != 0 || reader_.number(record, 41, 0) != 0;
  widths_ += wide ? 1 : 0;
}

void DxfEntityReader::add_vertex(const DxfRecord& record) {
  if (vertices_ == Vertices::kSkipped) return;
  if (vertices_ == Vertices::kNone) {
    reader_.source().fail(record.line, "a VERTEX outside; expected it after a POLYLINE");
  }
  if ((flags_of(reader_, record) & kSplineFrame) != 0) return;
  Vector3 at = place(record, 10);
  if (!in_space_) at.z = elevation_;
  path_.points.push_back(at);
  path_.bulges.push_back(in_space_ ? 0 : reader_.coordinate(record, 42, 0));
}

void DxfEntityReader::end_polyline(std::vector<DxfEntity>& entities) {
  const Vertices vertices = std::exchange(vertices_, Vertices::kNone);
  if (vertices != Vertices::kPath) return;  // or of the attributes of an INSERT
  if (path_.points.size() < 2) return leave_out("POLYLINE of fewer than two vertices");
  add_path(std::move(polyline_), std::move(path_), entities);
}

void DxfEntityReader::expect_finished() const {
  if (vertices_ == Vertices::kNone) return;
  reader_.source().fail(reader_.line(), "the POLYLINE does not end; expected SEQEND");
}

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
  spline.closed = (flags_of(reader_, record) & kClosed) != 0;
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

void DxfEntityReader::add_solid(const DxfRecord& record, std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  read_normal(record, entity);
  DxfPath path;
  path.closed = true;
  path.points = {place(record, 10), place(record, 11)};
  const Vector3 third = place(record, 12);
  // The corners are stated in the order of the letter Z.
  const Vector3 fourth = record.find(13) == nullptr ? third : place(record, 13);
  if (fourth != third) path.points.push_back(fourth);
  path.points.push_back(third);
  add_path(std::move(entity), std::move(path), entities);
}

void DxfEntityReader::add_insert(const DxfRecord& record, std::vector<DxfEntity>& entities) {
  DxfEntity entity = begin(record);
  read_normal(record, entity);
  DxfInsert insert;
  insert.block = drawing_.block_names.number(reader_.text(record, 2));
  insert.at = place(record, 10);
  insert.scale = {reader_.coordinate(record, 41, 1), reader_.coordinate(record, 42, 1),
                  reader_.coordinate(record, 43, 1)};
  insert.degrees = reader_.number(record, 50, 0);
  // Some writers state 0 for one.
  insert.columns = std::max<std::int64_t>(1, reader_.integer(record, 70, 1, 0, 32767));
  insert.rows = std::max<std::int64_t>(1, reader_.integer(record, 71, 1, 0, 32767));
  insert.column_step = reader_.coordinate(record, 44, 0);
  insert.row_step = reader_.coordinate(record, 45, 0);
  entity.shape = insert;
  entities.push_back(std::move(entity));
}

void DxfEntityReader::add_notes(std::string_view where, std::vector<std::string>& notes) const {
  for (const auto& [kind, count] : left_out_) {
    notes.push_back(
        fmt::format("{} {}{} {} left out.", count, kind, where, count == 1 ? "was" : "were"));
  }
  if (paper_ > 0) {
    notes.push_back(fmt::format("{} entities{} in paper space were left out.", paper_, where));
  }
  if (widths_ > 0) {
    notes.push_back(fmt::format("The widths of {} polylines{} were left out.", widths_, where));
  }
}

}  // namespace fairway
