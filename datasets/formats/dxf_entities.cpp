#include "datasets/formats/dxf_entities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fairway {

namespace {

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

void DxfEntityReader::expect_finished(int line) const {
  if (vertices_ == Vertices::kNone) return;
  reader_.source().fail(line, "the POLYLINE does not end; expected SEQEND");
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
  const auto note = [&](std::size_t count, std::string_view of) {
    if (count == 0) return;
    notes.push_back(
        fmt::format("{} {}{}{} left out.", count, of, where, count == 1 ? " was" : " were"));
  };
  for (const auto& [kind, count] : left_out_) note(count, kind);
  note(paper_, paper_ == 1 ? "entity of paper space" : "entities of paper space");
  if (widths_ > 0) {
    notes.push_back(fmt::format("Widths of polylines{} were left out: {}.", where, widths_));
  }
}

}  // namespace fairway
