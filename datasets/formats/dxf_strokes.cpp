#include "datasets/formats/dxf_strokes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "datasets/formats/dxf_blocks.hpp"
#include "datasets/formats/dxf_shapes.hpp"

namespace fairway {

namespace {

constexpr double kToleranceOfBox = 1e-4;

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

  DxfStroke stroke_of(const DxfEntity& entity, const SpaceMap& map, double tolerance) {
    DxfStroke stroke;
    stroke.line = entity.line;
    try {
      stroke.closed = flatten_shape(entity, map, tolerance, stroke.points);
    } catch (const std::length_error& fault) {
      source_.fail(entity.line, fmt::format("{}; expected a greater tolerance", fault.what()));
    }
    for (Point& p : stroke.points) {
      p = p + Point{};  // no negative zeros
      if (!is_coordinate(p.x) || !is_coordinate(p.y)) {
        source_.fail(entity.line, fmt::format("a point of this entity lies at ({}, {}); expected "
                                              "coordinates of a usual size",
                                              p.x, p.y));
      }
    }
    heights_ += has_height(entity, map) ? 1 : 0;
    curves_ += has_curve(entity) ? 1 : 0;
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
    const auto note = [&](std::size_t count, std::string_view one, std::string_view many) {
      if (count > 0) notes.push_back(counted(count, one, many) + '.');
    };
    note(hidden_, "entity that is invisible, or on a layer that is off or frozen, was left out",
         "entities that are invisible, or on layers that are off or frozen, were left out");
    note(unused_, "entity on layers that no option names was left out",
         "entities on layers that no option names were left out");
    note(external_, "block that stands for another drawing was left out",
         "blocks that stand for other drawings were left out");
    note(empty_, "entity of no length was left out", "entities of no length were left out");
    note(heights_, "entity has a height other than 0, which was left out",
         "entities have heights other than 0, which were left out");
    note(tilted_, "entity lies in a tilted plane: it is as seen from above",
         "entities lie in tilted planes: they are as seen from above");
    return notes;
  }
  std::size_t curves() const { return curves_; }
  void count_empty() { ++empty_; }

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

  const TextFile& source_;
  const DxfDrawing& drawing_;
  std::span<const DxfLayerUse> uses_;
  DxfBlockSizes sizes_;
  std::size_t points_ = 0;
  std::size_t curves_ = 0;
  std::size_t empty_ = 0;
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
    ShapeBox box;
    placer.visit(world, [&](const DxfEntity& entity, const SpaceMap& map, std::int32_t) {
      box.add(map, entity);
    });
    strokes.tolerance = kToleranceOfBox * box.longer_side();
  }
  placer.visit(world, [&](const DxfEntity& entity, const SpaceMap& map, std::int32_t layer) {
    DxfStroke stroke = placer.stroke_of(entity, map, strokes.tolerance);
    stroke.layer = layer;
    const auto is_first = [&](Point p) { return p == stroke.points.front(); };
    if (std::ranges::all_of(stroke.points, is_first)) return placer.count_empty();
    strokes.strokes.push_back(std::move(stroke));
  });
  strokes.curves = placer.curves();
  strokes.notes = placer.notes();
  return strokes;
}

}  // namespace fairway
