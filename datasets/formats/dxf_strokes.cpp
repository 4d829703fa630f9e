#include "datasets/formats/dxf_strokes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "datasets/formats/dxf_blocks.hpp"
#include "datasets/formats/flatten.hpp"
#include "datasets/formats/spline.hpp"

namespace fairway {

namespace {

constexpr double kToleranceOfBox = 1e-4;

Point from_above(const Vector3& p) { return {p.x, p.y}; }

/// Whether some of an entity is at a height other than 0.
bool has_height(const DxfEntity& entity, const SpaceMap& map) {
  const auto is_high = [&](const Vector3& p) { return map.point(p).z != 0; };
  if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
    return std::ranges::any_of(path->points, is_high);
  }
  if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
    return std::ranges::any_of(spline->points, is_high);
  }
  const auto* arc = std::get_if<DxfArc>(&entity.shape);
  return arc != nullptr &&
         (is_high(arc->center) || map.vector(arc->first).z != 0 || map.vector(arc->second).z != 0);
}

/// An arc seen from above.
struct FlatArc {
  Ellipse ellipse;
  double from;
  double to;
};

FlatArc seen_from_above(const SpaceMap& map, const DxfArc& arc) {
  return {{from_above(map.point(arc.center)), from_above(map.vector(arc.first)),
           from_above(map.vector(arc.second))},
          arc.from,
          arc.to};
}

/// The arc of a bulge, which starts at p, where t = 0. Its chord is too short or it is too flat to
/// have one if the centre is not finite.
DxfArc arc_of_bulge(const Vector3& p, const Vector3& q, double bulge) {
  const double along = (1 - bulge * bulge) / (4 * bulge);
  const Vector3 center{p.x + (q.x - p.x) / 2 - along * (q.y - p.y),
                       p.y + (q.y - p.y) / 2 + along * (q.x - p.x), p.z};
  const Vector3 first{p.x - center.x, p.y - center.y, 0};
  const double turn = bulge > 0 ? 1 : -1;
  const Vector3 second{-turn * first.y, turn * first.x, 0};
  return {center, first, second, 0, 4 * std::atan(std::abs(bulge)), {1, 0}, {1, 0}, false};
}

bool is_usable(const FlatArc& arc) {
  return is_coordinate(arc.ellipse.center.x) && is_coordinate(arc.ellipse.center.y);
}

/// Calls visit(p, q, bulge) for each side of a path.
template <class Visit>
void visit_sides(const DxfPath& path, const Visit& visit) {
  const std::size_t sides = path.closed ? path.points.size() : path.points.size() - 1;
  for (std::size_t i = 0; i < sides; ++i) {
    visit(path.points[i], path.points[(i + 1) % path.points.size()],
          path.bulges.empty() ? 0 : path.bulges[i]);
  }
}

/// Finds the box of what it is given.
class StrokeBox {
 public:
  void add(Point p) {
    if (empty_) box_ = {p, p};
    empty_ = false;
    box_ = {{std::min(box_.min.x, p.x), std::min(box_.min.y, p.y)},
            {std::max(box_.max.x, p.x), std::max(box_.max.y, p.y)}};
  }
  void add(const FlatArc& arc) {
    add(arc.ellipse.at(arc.from));
    add(arc.ellipse.at(arc.to));
    for (const double extreme : {std::atan2(arc.ellipse.second.x, arc.ellipse.first.x),
                                 std::atan2(arc.ellipse.second.y, arc.ellipse.first.y)}) {
      const double first = std::ceil((arc.from - extreme) / std::numbers::pi);
      for (const double half : {first, first + 1}) {
        const double at = extreme + half * std::numbers::pi;
        if (at < arc.to) add(arc.ellipse.at(at));
      }
    }
  }
  void add(const SpaceMap& map, const DxfEntity& entity) {
    if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
      for (const Vector3& p : path->points) add(from_above(map.point(p)));
      visit_sides(*path, [&](const Vector3& p, const Vector3& q, double bulge) {
        if (bulge == 0 || p == q) return;
        const FlatArc arc = seen_from_above(map, arc_of_bulge(p, q, bulge));
        if (is_usable(arc)) add(arc);
      });
    } else if (const auto* arc = std::get_if<DxfArc>(&entity.shape)) {
      add(seen_from_above(map, *arc));
    } else if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
      for (const Vector3& p : spline->points) add(from_above(map.point(p)));
    }
  }
  double longer_side() const { return empty_ ? 0 : std::max(box_.width(), box_.height()); }

 private:
  bool empty_ = true;
  Box box_;
};

class StrokePlacer {
 public:
  StrokePlacer(const TextFile& source, const DxfDrawing& drawing, std::span<const DxfLayerUse> uses)
      : source_(source), drawing_(drawing), uses_(uses), sizes_(source, drawing) {}

  /// Calls visit(entity, map, layer) for each entity that is used, where it is placed.
  template <class Visit>
  void visit(const SpaceMap& map, const Visit& visit) {
    hidden_ = unused_ = external_ = tilted_ = 0;
    visit_in(drawing_.entities, map, std::nullopt, visit);
  }

  DxfStroke flatten(const DxfEntity& entity, const SpaceMap& map, double tolerance) {
    DxfStroke stroke;
    stroke.line = entity.line;
    try {
      if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
        flatten_path(*path, map, tolerance, stroke);
      } else if (const auto* arc = std::get_if<DxfArc>(&entity.shape)) {
        flatten_ellipse(*arc, map, tolerance, stroke);
      } else if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
        flatten_nurbs(*spline, map, tolerance, stroke);
      }
    } catch (const std::length_error& fault) {
      source_.fail(entity.line, fmt::format("{}; expected a greater tolerance", fault.what()));
    }
    for (Point& p : stroke.points) {
      if (!is_coordinate(p.x) || !is_coordinate(p.y)) {
        source_.fail(entity.line, fmt::format("a point of this entity lies at ({}, {}); expected "
                                              "coordinates of a usual size",
                                              p.x, p.y));
      }
    }
    heights_ += has_height(entity, map) ? 1 : 0;
    points_ += stroke.points.size();
    if (static_cast<double>(points_) > DxfBlockSizes::kMostPoints) {
      source_.fail(entity.line, fmt::format("the curves need more than {} points at the tolerance "
                                            "{}; expected a greater tolerance",
                                            DxfBlockSizes::kMostPoints, tolerance));
    }
    return stroke;
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    const auto note = [&](std::size_t count, std::string_view what) {
      if (count > 0) notes.push_back(fmt::format("{} {}.", count, what));
    };
    note(hidden_,
         "entities that are invisible, or on layers that are off or frozen, were left out");
    note(unused_, "entities on layers that no option names were left out");
    note(external_, "blocks that stand for other drawings were left out");
    note(heights_, "entities have heights other than 0, which were left out");
    note(tilted_, "entities lie in tilted planes: they are as seen from above");
    return notes;
  }
  std::size_t curves() const { return curves_; }

 private:
  /// `layer` is that of the block's insert: entities on layer 0 take it.
  template <class Visit>
  void visit_in(const std::vector<DxfEntity>& entities, const SpaceMap& map,
                std::optional<std::int32_t> layer, const Visit& visit) {
    for (const DxfEntity& entity : entities) {
      const bool takes_layer = layer && drawing_.layer_names.name(entity.layer) == "0";
      const std::int32_t on = takes_layer ? *layer : entity.layer;
      const DxfLayerUse use = uses_[static_cast<std::size_t>(on)];
      const SpaceMap placed = entity.normal ? map.after(frame_of_normal(*entity.normal)) : map;
      if (entity.invisible) {
        ++hidden_;
      } else if (const auto* insert = std::get_if<DxfInsert>(&entity.shape)) {
        if (use == DxfLayerUse::kFrozen) {
          ++hidden_;
        } else {
          visit_insert(*insert, placed, on, visit);
        }
      } else if (use == DxfLayerUse::kUsed) {
        const bool flat = placed.axes[0].z == 0 && placed.axes[1].z == 0;
        tilted_ += flat ? 0 : 1;
        visit(entity, placed, on);
      } else {
        ++(use == DxfLayerUse::kUnused ? unused_ : hidden_);
      }
    }
  }

  template <class Visit>
  void visit_insert(const DxfInsert& insert, const SpaceMap& map, std::int32_t layer,
                    const Visit& visit) {
    const DxfBlock& block = drawing_.blocks[static_cast<std::size_t>(insert.block)];
    if (sizes_.of(insert.block) == 0) {
      external_ += block.external ? 1 : 0;
      return;
    }
    const Point turn = direction_of_degrees(insert.degrees);
    SpaceMap copy;
    copy.axes = {{{insert.scale.x * turn.x, insert.scale.x * turn.y, 0},
                  {-insert.scale.y * turn.y, insert.scale.y * turn.x, 0},
                  {0, 0, insert.scale.z}}};
    const Vector3 base = copy.vector(block.base);
    for (std::int64_t row = 0; row < insert.rows; ++row) {
      for (std::int64_t column = 0; column < insert.columns; ++column) {
        const double x = static_cast<double>(column) * insert.column_step;
        const double y = static_cast<double>(row) * insert.row_step;
        copy.at = {insert.at.x - base.x + (x * turn.x - y * turn.y),
                   insert.at.y - base.y + (x * turn.y + y * turn.x), insert.at.z - base.z};
        visit_in(block.entities, map.after(copy), layer, visit);
      }
    }
  }

  void flatten_path(const DxfPath& path, const SpaceMap& map, double tolerance, DxfStroke& stroke) {
    stroke.closed = path.closed;
    stroke.points.push_back(from_above(map.point(path.points.front())));
    visit_sides(path, [&](const Vector3& p, const Vector3& q, double bulge) {
      const Point end = from_above(map.point(q));
      if (bulge != 0 && p != q) {
        const FlatArc arc = seen_from_above(map, arc_of_bulge(p, q, bulge));
        if (is_usable(arc)) {
          return flatten_arc(arc.ellipse, arc.from, arc.to, tolerance, end, stroke.points);
        }
      }
      stroke.points.push_back(end);
    });
    if (path.closed) stroke.points.pop_back();
    curves_ += path.bulges.empty() ? 0 : 1;
  }

  void flatten_ellipse(const DxfArc& arc, const SpaceMap& map, double tolerance,
                       DxfStroke& stroke) {
    const FlatArc flat = seen_from_above(map, arc);
    const auto at = [&](Point t) {
      const Ellipse& e = flat.ellipse;
      return Point{e.center.x + t.x * e.first.x + t.y * e.second.x,
                   e.center.y + t.x * e.first.y + t.y * e.second.y};
    };
    stroke.closed = arc.closed;
    stroke.points.push_back(at(arc.start));
    flatten_arc(flat.ellipse, flat.from, flat.to, tolerance, at(arc.end), stroke.points);
    if (arc.closed) stroke.points.pop_back();
    ++curves_;
  }

  void flatten_nurbs(const DxfSpline& spline, const SpaceMap& map, double tolerance,
                     DxfStroke& stroke) {
    Ring points;
    for (const Vector3& p : spline.points) points.push_back(from_above(map.point(p)));
    flatten_spline({spline.degree, spline.knots, spline.weights, points}, tolerance, stroke.points);
    stroke.closed = spline.closed;
    const bool meets = distance(stroke.points.front(), stroke.points.back()) <= tolerance;
    if (spline.closed && meets) stroke.points.pop_back();
    ++curves_;
  }

  const TextFile& source_;
  const DxfDrawing& drawing_;
  std::span<const DxfLayerUse> uses_;
  DxfBlockSizes sizes_;
  std::size_t points_ = 0;
  std::size_t curves_ = 0;
  std::size_t heights_ = 0;
  std::size_t hidden_ = 0;
  std::size_t unused_ = 0;
  std::size_t external_ = 0;
  std::size_t tilted_ = 0;
};

}  // namespace

DxfStrokes place_strokes(const TextFile& source, const DxfDrawing& drawing,
                         std::span<const DxfLayerUse> uses, double scale,
                         std::optional<double> tolerance) {
  StrokePlacer placer(source, drawing, uses);
  SpaceMap world;
  world.axes = {{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
  DxfStrokes strokes;
  if (tolerance) {
    strokes.tolerance = *tolerance;
  } else {
    StrokeBox box;
    placer.visit(world, [&](const DxfEntity& entity, const SpaceMap& map, std::int32_t) {
      box.add(map, entity);
    });
    strokes.tolerance = kToleranceOfBox * box.longer_side();
  }
  placer.visit(world, [&](const DxfEntity& entity, const SpaceMap& map, std::int32_t layer) {
    DxfStroke stroke = placer.flatten(entity, map, strokes.tolerance);
    stroke.layer = layer;
    strokes.strokes.push_back(std::move(stroke));
  });
  strokes.curves = placer.curves();
  strokes.notes = placer.notes();
  return strokes;
}

}  // namespace fairway
