#include "programs/gdal/vector_map.hpp"

#include <fmt/format.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <set>
#include <utility>

#include "programs/gdal/local_projection.hpp"
#include "programs/gdal/shapes.hpp"

namespace fairway::gdal {

namespace {

/// Limit of the number of points. A short DXF file can make many points, because it can insert one
/// block of shapes many times.
constexpr std::size_t kMostPoints = 20'000'000;
/// Straight pieces replace curves. Their default maximum distance from the curve, as a fraction of
/// the longer side of the box of all shapes.
constexpr double kTolerance = 1e-4;
constexpr double kLeastTolerance = 3e-10;
/// Successive points at most this far apart are merged, because GDAL rounds the ends of arcs in the
/// last digits. Unit: the longer side of the box of all shapes.
constexpr double kSnap = 1e-14;

/// Symbol of the unit of a DXF drawing, indexed by the value of $INSUNITS. Empty if the unit is
/// unknown or has no usual symbol.
constexpr std::array<std::string_view, 22> kDxfUnits{
    "",         "in", "ft", "mi", "mm",  "cm", "m",  "km", "",   "mil", "yd",
    "angstrom", "nm", "um", "dm", "dam", "hm", "Gm", "au", "ly", "pc",  "US survey ft"};

/// The unit in the header of a DXF drawing. GDAL does not report it.
std::string dxf_unit(const TextFile& source) {
  std::string_view text = source.text();
  const std::size_t found = text.find("$INSUNITS");
  if (found == std::string_view::npos) return {};
  LineReader lines(text.substr(found));
  std::string_view line;
  for (int i = 0; i < 3; ++i) lines.next(line);
  std::size_t unit = 0;
  for (const char c : trim(line)) {
    if (c < '0' || c > '9' || unit > kDxfUnits.size()) return {};
    unit = 10 * unit + static_cast<std::size_t>(c - '0');
  }
  return unit < kDxfUnits.size() ? std::string(kDxfUnits[unit]) : std::string();
}

/// Whether all areas of an old DXF drawing are 3-D faces (3DFACE), which the reader skips. From
/// release 13 of the format on, GDAL itself distinguishes 3DFACE from SOLID, and the result is
/// false.
bool has_faces_only(std::string_view text) {
  const auto has = [&](std::string_view entity) { return text.find(entity) != text.npos; };
  return !has("AcDbEntity") && has("3DFACE") && !has("\nSOLID") && !has("\nTRACE");
}

class VectorReader {
 public:
  VectorReader(const TextFile& source, GDALDataset& data, const MapOptions& options)
      : source_(source),
        data_(data),
        options_(options),
        selectors_(selectors_of(options)),
        dxf_(EQUAL(data.GetDriverName(), "DXF")),
        faces_(dxf_ && has_faces_only(source.text())),
        scale_(options.number("scale", 1e-12, 1e12).value_or(1)) {}

  WorldFile read() {
    for (OGRLayer* layer : data_.GetLayers()) system_ = system_ ? system_ : layer->GetSpatialRef();
    set_tolerance();
    take_warnings();  // drop the warnings of set_tolerance(): read_layer() repeats them
    for (OGRLayer* layer : data_.GetLayers()) read_layer(*layer);
    expect_no_fault(source_);
    for (std::string& warning : take_warnings()) shapes_.notes.push_back(std::move(warning));
    tell();
    const MapUnits units = units_of_world();
    WorldFile world = make_world(source_, options_, std::move(shapes_));
    world.units = units;
    return world;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    source_.fail(0, fmt::format("layer {}, feature {}: {}", in_quotes(layer_), feature_, what));
  }

  /// Sets the size of the straight pieces by which GDAL replaces arcs. GDAL has two limits: an
  /// angle s and a length g. For an arc of radius r, the distance of a piece from the arc is at
  /// most min(r s^2, g s) / 8.
  void set_tolerance() {
    OGREnvelope box;
    for (OGRLayer* layer : data_.GetLayers()) {
      OGREnvelope one;
      if (layer->GetExtent(&one, TRUE) == OGRERR_NONE) box.Merge(one);
    }
    const double side = std::max(box.MaxX - box.MinX, box.MaxY - box.MinY);
    const auto stated = options_.number("tolerance", 1e-12, 1e12);
    tolerance_ = stated ? *stated / scale_ : kTolerance * side;
    if (!(side > 0 && std::isfinite(side))) return;
    if (dxf_) snap_ = kSnap * side * scale_;
    if (tolerance_ < kLeastTolerance * side) {
      options_.fail("tolerance",
                    "a curve may need more than 100000 pieces at this tolerance; "
                    "expected a greater tolerance");
    }
    const double gap = std::sqrt(4 * tolerance_ * side);
    const double degrees = std::clamp(8 * tolerance_ / gap * 180 / std::numbers::pi, 0.001, 45.0);
    CPLSetConfigOption("OGR_ARC_STEPSIZE", fmt::format("{:.17g}", degrees).c_str());
    CPLSetConfigOption("OGR_ARC_MAX_GAP", fmt::format("{:.17g}", gap).c_str());
  }

  void read_layer(OGRLayer& layer) {
    layer_ = layer.GetName();
    if (!dxf_) shapes_.layers.push_back(layer_);
    std::vector<std::pair<const Selector*, std::unique_ptr<OGRFeatureQuery>>> filters;
    for (const Selector& selector : selectors_) {
      if (!dxf_ && !selector.layer.empty() && !equal_ignoring_case(selector.layer, layer_)) {
        continue;
      }
      std::unique_ptr<OGRFeatureQuery> filter;
      if (!selector.filter.empty()) {
        filter = std::make_unique<OGRFeatureQuery>();
        if (filter->Compile(&layer, selector.filter.c_str()) != OGRERR_NONE) {
          const std::string why = CPLGetLastErrorMsg();
          take_fault();
          options_.fail(selector.option,
                        fmt::format("the filter {} does not fit the attributes of layer {} ({}); "
                                    "expected a condition of OGR SQL on these attributes",
                                    in_quotes(selector.filter), in_quotes(layer_), why));
        }
      }
      filters.emplace_back(&selector, std::move(filter));
    }
    layer.ResetReading();
    while (const auto feature = OGRFeatureUniquePtr(layer.GetNextFeature())) {
      feature_ = feature->GetFID();
      std::vector<std::size_t> chosen;
      const std::string drawn = dxf_ ? feature->GetFieldAsString("Layer") : "";
      if (dxf_) drawn_.insert(drawn);
      for (const auto& [selector, filter] : filters) {
        if (dxf_ && !selector->layer.empty() && !equal_ignoring_case(selector->layer, drawn)) {
          continue;
        }
        if (!filter || filter->Evaluate(feature.get())) chosen.push_back(selector->number);
      }
      shapes_.used.insert(chosen.begin(), chosen.end());
      if (dxf_ && !is_drawn(*feature)) continue;
      const bool hidden = dxf_ && is_hidden(*feature);
      hidden_ += hidden && chosen.empty() ? 1 : 0;
      const OGRGeometry* geometry = feature->GetGeometryRef();
      if (geometry == nullptr || geometry->IsEmpty()) {
        ++left_out_["features without a shape"];
      } else {
        prototype_ = {Shape::Kind::kLine, {}, hidden, std::move(chosen)};
        add(*geometry);
      }
      expect_no_fault(source_);
    }
    expect_no_fault(source_);
  }

  void take_fault() const { CPLErrorReset(); }

  /// Whether an entity of a drawing is a line or an outline. Other entities, such as texts,
  /// patterns and dimensions, are counted for a note.
  bool is_drawn(const OGRFeature& feature) {
    if (feature.GetFieldAsInteger("PaperSpace") != 0) {
      ++left_out_["entities of paper space"];
      return false;
    }
    const std::string_view kinds = feature.GetFieldAsString("SubClasses");
    for (const auto& [kind, what] :
         {std::pair("AcDbHatch", "HATCH"), std::pair("AcDbDimension", "DIMENSION"),
          std::pair("AcDbLeader", "LEADER"), std::pair("AcDbMLeader", "MLEADER"),
          std::pair("AcDbFace", "3DFACE"), std::pair("AcDbPolyFaceMesh", "meshes")}) {
      if (kinds.find(kind) == std::string_view::npos) continue;
      ++left_out_[what];
      return false;
    }
    splines_ += kinds.find("AcDbSpline") != std::string_view::npos ? 1 : 0;
    return true;
  }

  /// Whether the layer of a feature is off or frozen. GDAL gives features of such layers a
  /// transparent colour.
  static bool is_hidden(const OGRFeature& feature) {
    const std::string_view style =
        feature.GetStyleString() != nullptr ? feature.GetStyleString() : "";
    const std::size_t colour = style.find("c:#");
    return colour != std::string_view::npos && style.substr(colour + 9, 2) == "00";
  }

  void add(const OGRGeometry& geometry) {
    switch (wkbFlatten(geometry.getGeometryType())) {
      case wkbPoint:
      case wkbMultiPoint:
        ++left_out_["points"];
        return;
      case wkbLineString:
        add_line(*geometry.toLineString());
        return;
      case wkbPolygon:
      case wkbTriangle:
        add_area(*geometry.toPolygon());
        return;
      case wkbMultiLineString:
      case wkbMultiPolygon:
      case wkbGeometryCollection:
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) add(*part);
        return;
      default:
        break;
    }
    if (!geometry.hasCurveGeometry(TRUE)) {
      ++left_out_[geometry.getGeometryName()];
      return;
    }
    // A curve in a box of side b has a length of at most pi b. If each straight piece spans an
    // angle s, the distance of a piece from the curve is at most pi b s / 8.
    OGREnvelope box;
    geometry.getEnvelope(&box);
    const double side = std::max(box.MaxX - box.MinX, box.MaxY - box.MinY);
    const double step = 8 * tolerance_ / (std::numbers::pi * side) * 180 / std::numbers::pi;
    const std::unique_ptr<OGRGeometry> pieces(
        geometry.getLinearGeometry(std::clamp(step, 0.001, 45.0)));
    ++curves_;
    if (!pieces || pieces->hasCurveGeometry(TRUE))
      fail("a curve cannot be replaced by straight pieces");
    add(*pieces);
  }

  void add_line(const OGRLineString& line) {
    Ring points = points_of(line);
    prototype_.kind = Shape::Kind::kLine;
    if (points.size() > 2 && points.front() == points.back()) {
      points.pop_back();
      prototype_.kind = Shape::Kind::kOutline;
    }
    if (points.size() < 2) {
      ++left_out_["lines of one point"];
      return;
    }
    prototype_.rings = {std::move(points)};
    shapes_.all.push_back(prototype_);
  }

  void add_area(const OGRPolygon& polygon) {
    if (faces_) {
      ++left_out_["3DFACE"];
      return;
    }
    prototype_.kind = dxf_ ? Shape::Kind::kOutline : Shape::Kind::kArea;
    prototype_.rings.clear();
    for (const OGRLinearRing* ring : polygon) {
      Ring points = points_of(*ring);
      if (points.size() > 1 && points.front() == points.back()) {
        points.pop_back();
      } else if (!points.empty() && !dxf_) {
        fail(fmt::format("a ring ends at ({}, {}); expected its first point ({}, {})",
                         points.back().x, points.back().y, points.front().x, points.front().y));
      }
      if (points.size() < 3) {
        ++left_out_["rings of fewer than three points"];
        continue;
      }
      prototype_.rings.push_back(std::move(points));
    }
    if (!prototype_.rings.empty()) shapes_.all.push_back(prototype_);
  }

  Ring points_of(const OGRSimpleCurve& curve) {
    Ring points;
    total_ += static_cast<std::size_t>(curve.getNumPoints());
    if (total_ > kMostPoints) fail("the map has more than 20 million points");
    for (int i = 0; i < curve.getNumPoints(); ++i) {
      const Point p{curve.getX(i) * scale_, curve.getY(i) * scale_};
      if (!is_coordinate(p.x) || !is_coordinate(p.y)) {
        fail(
            fmt::format("the point ({}, {}); expected coordinates that are 0 or of a magnitude "
                        "from 1e-70 to 1e70",
                        p.x, p.y));
      }
      if (points.empty() || distance(points.back(), p) > snap_) {
        points.push_back(p);
      } else if (i + 1 == curve.getNumPoints() && points.size() > 1) {
        points.back() = p;
      }
    }
    if (points.size() > 2 && distance(points.front(), points.back()) <= snap_) {
      points.back() = points.front();
    }
    return points;
  }

  void tell() {
    shapes_.layers.insert(shapes_.layers.end(), drawn_.begin(), drawn_.end());
    for (const auto& [what, count] : left_out_) {
      shapes_.notes.push_back(fmt::format("Left out: {} {}.", count, what));
    }
    const auto note = [&](std::size_t count, std::string_view what) {
      if (count > 0) shapes_.notes.push_back(fmt::format("{} {}.", count, what));
    };
    note(hidden_, "entities were left out, because their layers are off or frozen");
    note(splines_,
         "splines were replaced by straight pieces, eight per control point; GDAL does not state "
         "the distance of the pieces from the curves");
    if (dxf_ || curves_ > 0) {
      shapes_.notes.push_back(fmt::format("Arcs became straight pieces, at most {} from the arc.",
                                          tolerance_ * scale_));
    }
  }

  MapUnits units_of_world() {
    MapUnits units{unit_of(system_), ""};
    bool degrees = system_ != nullptr && system_->IsGeographic();
    if (EQUAL(data_.GetDriverName(), "TopoJSON")) degrees = lies_on_earth();
    if (dxf_) {
      units.unit = dxf_unit(source_);
      shapes_.notes.push_back(units.unit.empty()
                                  ? std::string("The header does not state the unit.")
                                  : fmt::format("The header states the unit '{}'.", units.unit));
    }
    if (scale_ != 1) units.unit.clear();
    if (const auto stated = options_.text("unit")) units.unit = *stated;
    if (degrees && scale_ == 1) {
      units = {"degrees", "longitude and latitude 0"};
      shapes_.geographic = lies_on_earth();
    }
    if (const auto crs = options_.text("crs")) units = project(*crs, degrees);
    return units;
  }

  bool lies_on_earth() const {
    constexpr double kRounding = 1e-3;
    return std::ranges::all_of(shapes_.all, [](const Shape& shape) {
      return std::ranges::all_of(shape.rings, [](const Ring& ring) {
        return std::ranges::all_of(ring, [](Point p) {
          return std::abs(p.x) <= 180 + kRounding && std::abs(p.y) <= 90 + kRounding;
        });
      });
    });
  }

  /// Converts all points to the reference system `crs`. If `crs` is "metres", converts degrees to
  /// metres from the centre of the bounding box.
  MapUnits project(const std::string& crs, bool degrees) {
    shapes_.geographic = false;
    if (crs == "metres") {
      if (!degrees) {
        options_.fail("crs",
                      "metres, but the map does not state that its coordinates are longitudes and "
                      "latitudes; expected a map that states this");
      }
      return project_to_metres();
    }
    OGRSpatialReference target;
    if (system_ == nullptr || target.SetFromUserInput(crs.c_str()) != OGRERR_NONE) {
      const std::string why = system_ == nullptr ? "the map states no reference system"
                                                 : in_quotes(crs) + " is not known to PROJ";
      take_fault();
      options_.fail(
          "crs", why + "; expected a map with a reference system, and a name such as EPSG:25832");
    }
    OGRSpatialReference from(*system_);
    from.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    target.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    const std::unique_ptr<OGRCoordinateTransformation> change(
        OGRCreateCoordinateTransformation(&from, &target));
    for (Shape& shape : shapes_.all) {
      for (Ring& ring : shape.rings) {
        for (Point& p : ring) {
          if (!change || !change->Transform(1, &p.x, &p.y) || !is_coordinate(p.x) ||
              !is_coordinate(p.y)) {
            take_fault();
            options_.fail("crs", fmt::format("a point of the map has no coordinates in {}; "
                                             "expected a reference system of this region",
                                             in_quotes(crs)));
          }
        }
      }
    }
    return {unit_of(&target), fmt::format("origin of {}", crs)};
  }

  MapUnits project_to_metres() {
    Ring all;
    for (const Shape& shape : shapes_.all) {
      for (const Ring& ring : shape.rings) all.insert(all.end(), ring.begin(), ring.end());
    }
    if (all.empty()) return {"m", ""};
    const Box box = bounding_box(all);
    if (box.min.y < -89 || box.max.y > 89 || box.max.x - box.min.x > 180) {
      options_.fail("crs",
                    "metres, but the map reaches up to a pole or round the earth; expected "
                    "latitudes from -89 to 89, and a smaller map");
    }
    const LocalProjection projection(box);
    for (Shape& shape : shapes_.all) {
      for (Ring& ring : shape.rings) {
        for (Point& p : ring) p = projection(p);
      }
    }
    shapes_.notes.push_back(projection.told());
    return {"m", projection.origin()};
  }

  const TextFile& source_;
  GDALDataset& data_;
  const MapOptions& options_;
  const std::vector<Selector> selectors_;
  const bool dxf_;
  const bool faces_;
  const double scale_;
  double tolerance_ = 0;  ///< maximum distance of straight pieces from a curve, in the file's unit
  double snap_ = 0;       ///< successive points at most this far apart are merged
  const OGRSpatialReference* system_ = nullptr;
  Shapes shapes_;
  std::string layer_;
  GIntBig feature_ = 0;
  Shape prototype_;              ///< its kind and selectors are copied to all shapes of a feature
  std::set<std::string> drawn_;  ///< layers of a drawing that have shapes
  std::map<std::string, std::size_t> left_out_;
  std::size_t hidden_ = 0;
  std::size_t splines_ = 0;
  std::size_t curves_ = 0;
  std::size_t total_ = 0;
};

}  // namespace

std::string unit_of(const OGRSpatialReference* system) {
  if (system == nullptr || (!system->IsProjected() && !system->IsLocal())) return {};
  const char* name = "";
  system->GetLinearUnits(&name);
  const std::string_view unit = name != nullptr ? name : "";
  return unit == "metre" || unit == "meter" || unit == "m" ? "m" : std::string(unit);
}

WorldFile read_vector_map(const TextFile& source, GDALDataset& data, const MapOptions& options) {
  constexpr std::array<std::string_view, 8> kKnown{"floor",     "obstacles", "layers", "close",
                                                   "tolerance", "scale",     "unit",   "crs"};
  options.expect_known(kKnown, data.GetDriverName());
  return VectorReader(source, data, options).read();
}

}  // namespace fairway::gdal
