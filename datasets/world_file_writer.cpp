#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string_view>

#include "datasets/outlines.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

namespace {

/// The characters for classes of cells, all printable; blocked and ground come first.
constexpr std::string_view kCharacters =
    "@.WabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVXYZ0123456789,:;-+=*%&!?$~^_|/#<>(){}[]'` "
    "\"\\";

class Writer {
 public:
  std::string write(const FreeSpace& space, const MapUnits& units,
                    std::span<const NamedPoint> places) {
    add("{{\"fairway_world\":{},\n\"unit_cells\":{}", units == MapUnits{} && places.empty() ? 1 : 2,
        space.made_of_cells());
    if (!units.unit.empty()) add(",\n\"unit\":{}", json_text(units.unit));
    if (!units.origin.empty()) add(",\n\"origin\":{}", json_text(units.origin));
    if (!places.empty()) write_places(places);
    write_outlines(outlines_of(space));
    if (const Raster* raster = space.raster()) write_cells(*raster);
    if (const Mesh* mesh = space.mesh()) write_mesh(*mesh);
    if (const Terrain* terrain = space.terrain()) write_costs(*terrain);
    add("}}\n");
    return fmt::to_string(text_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  /// Writes `[`, each item by add_item(item), and `]`. `line_end` precedes each item.
  template <class Items, class AddItem>
  void add_array(const Items& items, std::string_view line_end, AddItem add_item) {
    std::string_view separator = "";
    add("[");
    for (const auto& item : items) {
      add("{}{}", separator, line_end);
      add_item(item);
      separator = ",";
    }
    add("]");
  }

  /// Adding 0 turns -0 into 0.
  void add_point(Point p) { add("[{},{}]", p.x + 0.0, p.y + 0.0); }

  static std::string json_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  void write_places(std::span<const NamedPoint> places) {
    add(",\n\"places\":");
    add_array(places, "\n", [&](const NamedPoint& place) {
      add("{{\"name\":{},\"at\":", json_text(place.name));
      add_point(place.point);
      add("}}");
    });
  }

  void write_outlines(const Polygons& polygons) {
    add(",\n\"rings\":");
    add_array(polygons.parts, "\n", [&](const Polygons::Part& part) {
      add("{{\"outline\":{},\"points\":", part.outline);
      add_array(part.ring, "", [&](Point p) { add_point(p); });
      add("}}");
    });
    add(",\n\"walls\":");
    add_array(polygons.walls, "\n", [&](const Polygons::Segment& wall) {
      add("[{},{},{},{}]", wall.a.x, wall.a.y, wall.b.x, wall.b.y);
    });
  }

  void write_cells(const Raster& raster) {
    std::array<bool, 256> present{};
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) present[raster.at(x, y)] = true;
    }
    std::array<char, 256> character{};
    std::size_t used = present[Raster::kBlocked] ? 0 : 1;
    add(",\n\"cells\":{{\"width\":{},\"height\":{},\"legend\":{{", raster.width(), raster.height());
    std::string_view separator = "";
    for (std::size_t kind = 0; kind < present.size(); ++kind) {
      if (!present[kind]) continue;
      if (used == kCharacters.size()) {
        throw std::invalid_argument(
            fmt::format("the world has cells of more than {} classes; a world file has no "
                        "characters for more",
                        kCharacters.size()));
      }
      character[kind] = kCharacters[used++];
      add("{}\"", separator);
      add_character(character[kind]);
      add("\":{}", kind);
      separator = ",";
    }
    add("}},\n\"rows\":[");
    for (int y = 0; y < raster.height(); ++y) {
      add("{}\n\"", y == 0 ? "" : ",");
      for (int x = 0; x < raster.width(); ++x) add_character(character[raster.at(x, y)]);
      add("\"");
    }
    add("]}}");
  }

  void add_character(char c) {
    if (c == '"' || c == '\\') text_.push_back('\\');
    text_.push_back(c);
  }

  void write_mesh(const Mesh& mesh) {
    add(",\n\"mesh\":{{\"points\":");
    add_array(mesh.points, "\n", [&](Point p) { add_point(p); });
    add(",\n\"faces\":");
    add_array(mesh.faces, "\n", [&](const Mesh::Face& face) {
      add("{{\"vertices\":[{}],\"walls\":[", fmt::join(face.vertices, ","));
      std::string_view separator = "";
      for (std::size_t i = 0; i < face.wall.size(); ++i) {
        if (!face.wall[i]) continue;
        add("{}{}", separator, i);
        separator = ",";
      }
      add("]}}");
    });
    add("}}");
  }

  void write_costs(const Terrain& terrain) {
    add(",\n\"terrain\":{{\"costs\":[");
    for (int y = 0; y < terrain.height(); ++y) {
      add("{}\n", y == 0 ? "" : ",");
      for (int x = 0; x < terrain.width(); ++x) {
        text_.push_back(x == 0 ? '[' : ',');
        const double cost = terrain.cost(x, y);
        if (cost < std::numeric_limits<double>::infinity()) {
          add("{}", cost);
        } else {
          add("null");
        }
      }
      add("]");
    }
    add("]}}");
  }

  fmt::memory_buffer text_;
};

}  // namespace

std::string format_world(const FreeSpace& space, const MapUnits& units,
                         std::span<const NamedPoint> places) {
  // The key 'unit_cells' implies the unit "cells".
  const bool of_cells = space.made_of_cells() && units == MapUnits{"cells", ""};
  return Writer().write(space, of_cells ? MapUnits{} : units, places);
}

}  // namespace fairway
