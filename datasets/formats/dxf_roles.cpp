#include "datasets/formats/dxf_roles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace fairway {

namespace {

/// What $INSUNITS stands for, from 0; empty where the unit is not stated, or has no usual sign.
constexpr std::array<std::string_view, 22> kDxfUnits{
    "",         "in", "ft", "mi", "mm",  "cm", "m",  "km", "",   "mil", "yd",
    "angstrom", "nm", "um", "dm", "dam", "hm", "Gm", "au", "ly", "pc",  "US survey ft"};

std::string_view unit_of(const DxfDrawing& drawing) {
  const std::int64_t unit = drawing.unit.value_or(0);
  const auto known = static_cast<std::int64_t>(kDxfUnits.size());
  return unit < known ? kDxfUnits[static_cast<std::size_t>(unit)] : "";
}

std::vector<bool> chosen(const DxfDrawing& drawing, const MapOptions& options,
                         std::string_view option) {
  std::vector<bool> is_chosen(drawing.layers.size(), false);
  for (const std::string& name : options.texts(option)) {
    const auto layer = drawing.layer_names.find(name);
    if (!layer) {
      constexpr std::size_t kShown = 100;
      std::vector<std::string> known;
      for (const DxfLayer& other : drawing.layers) known.push_back(in_quotes(other.name));
      std::ranges::sort(known);
      const std::size_t more = known.size() - std::min(known.size(), kShown);
      known.resize(known.size() - more);
      options.fail(option, fmt::format("{} is no layer of the drawing; expected one of {}{}",
                                       in_quotes(name), fmt::join(known, ", "),
                                       more > 0 ? fmt::format(" and {} more", more) : ""));
    }
    is_chosen[static_cast<std::size_t>(*layer)] = true;
  }
  return is_chosen;
}

}  // namespace

DxfRoles dxf_roles(const DxfDrawing& drawing, const MapOptions& options) {
  DxfRoles roles;
  roles.has_floor = options.has("floor");
  roles.floor = chosen(drawing, options, "floor");
  roles.obstacles = chosen(drawing, options, "obstacles");
  roles.walls = chosen(drawing, options, "layers");
  const bool all_walls = !options.has("layers") && !roles.has_floor;
  for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
    const DxfLayer& layer = drawing.layers[i];
    const bool visible = !layer.frozen && !layer.off;
    if (roles.floor[i] || roles.obstacles[i] || roles.walls[i]) {
      roles.uses.push_back(DxfLayerUse::kUsed);
    } else if (visible) {
      roles.walls[i] = all_walls;
      roles.uses.push_back(all_walls ? DxfLayerUse::kUsed : DxfLayerUse::kUnused);
    } else {
      roles.uses.push_back(layer.frozen ? DxfLayerUse::kFrozen : DxfLayerUse::kHidden);
    }
  }
  return roles;
}

MapUnits dxf_units(const DxfDrawing& drawing, const MapOptions& options,
                   std::vector<std::string>& notes) {
  const std::string header(unit_of(drawing));
  const bool scaled = options.number("scale").value_or(1) != 1;
  MapUnits units;
  if (const auto stated = options.text("unit")) {
    if (stated->empty() || std::ranges::find(kDxfUnits, *stated) == kDxfUnits.end()) {
      std::vector<std::string_view> known(kDxfUnits.begin(), kDxfUnits.end());
      std::erase(known, "");
      options.fail(
          "unit", fmt::format("expected {}, found {}", fmt::join(known, ", "), in_quotes(*stated)));
    }
    units.unit = *stated;
  } else if (!scaled) {
    units.unit = header;
  }
  if (header.empty()) {
    notes.emplace_back("The header does not state the unit.");
  } else {
    notes.push_back(fmt::format("The header states the unit '{}'{}.", header,
                                units.unit == header ? "" : ", which was left out"));
  }
  return units;
}

}  // namespace fairway
