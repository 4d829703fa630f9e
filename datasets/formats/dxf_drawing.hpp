#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "datasets/formats/dxf_frame.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Points, with a straight line or an arc from each to the next.
struct DxfPath {
  std::vector<Vector3> points;  ///< two or more
  std::vector<double> bulges;   ///< empty if all are 0: the tangents of quarters of the arcs
  bool closed = false;
};

/// A piece of the ellipse center + cos(t) * first + sin(t) * second, from one t to another, in
/// radians; all of it if it is closed.
struct DxfArc {
  Vector3 center;
  Vector3 first;
  Vector3 second;
  double from = 0;
  double to = 0;
  Point start;  ///< cosine and sine of `from`
  Point end;    ///< of `to`
  bool closed = false;
};

/// A B-spline, which has weights if it is rational. There is a knot for each point, and
/// degree + 1 more.
struct DxfSpline {
  int degree = 0;
  bool closed = false;
  std::vector<double> knots;
  std::vector<double> weights;
  std::vector<Vector3> points;
};

/// Copies of a block.
struct DxfInsert {
  std::int32_t block = 0;  ///< in DxfDrawing::block_names
  Vector3 at;
  Vector3 scale;
  double degrees = 0;
  std::int64_t columns = 1;
  std::int64_t rows = 1;
  double column_step = 0;
  double row_step = 0;
};

struct DxfEntity {
  int line = 0;
  std::int32_t layer = 0;
  bool invisible = false;
  std::optional<Vector3> normal = {};  ///< of its plane, if it is not (0, 0, 1)
  std::variant<DxfPath, DxfArc, DxfSpline, DxfInsert> shape;
};

struct DxfLayer {
  std::string name;
  bool frozen = false;
  bool off = false;
};

struct DxfBlock {
  int line = 0;  ///< 0 if the file does not define it
  Vector3 base;
  bool external = false;
  std::vector<DxfEntity> entities = {};
};

/// Names in the order in which they were seen first, whatever the case of their ASCII letters.
class DxfNames {
 public:
  std::int32_t number(std::string_view name);
  std::optional<std::int32_t> find(std::string_view name) const;
  std::size_t size() const { return names_.size(); }
  const std::string& name(std::int32_t number) const {
    return names_[static_cast<std::size_t>(number)];
  }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::int32_t, std::less<>> numbers_;  // of names in lower case
};

/// What a DXF drawing has in model space, as the file states it.
struct DxfDrawing {
  std::vector<DxfEntity> entities;
  DxfNames layer_names;
  std::vector<DxfLayer> layers;  ///< by number
  DxfNames block_names;
  std::vector<DxfBlock> blocks;           ///< by number
  std::optional<std::int64_t> unit = {};  ///< $INSUNITS
  std::vector<std::string> notes = {};    ///< as of a WorldFile
};

/// Whether a text begins as a DXF drawing, in text or binary, or as a DWG drawing.
bool begins_as_dxf(std::string_view text);

/// Reads a DXF drawing of any version in text. Binary DXF and DWG are refused. Throws InputError
/// with the line. Linear, but for O(log n) for a name. Source: Autodesk, "DXF Reference", AutoCAD
/// 2024; for R12, its edition of 1992.
DxfDrawing parse_dxf_drawing(const TextFile& source);

}  // namespace fairway
