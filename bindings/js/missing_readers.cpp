// SPDX-License-Identifier: MIT
#include "datasets/formats/image_world.hpp"
#include "datasets/formats/ros_map.hpp"

// Refuses the formats whose readers need libraries that WebAssembly lacks.
namespace fairway {

bool begins_as_png(std::string_view text) { return text.starts_with("\x89PNG"); }

Image read_png(const TextFile& source) {
  source.fail(1, "is a PNG image; expected another format: WebAssembly has no libpng");
  return {};
}

bool looks_like_ros_map(std::string_view) { return false; }

WorldFile parse_ros_map(const TextFile& source, const MapOptions&) {
  source.fail(1, "is a ROS map; expected another format: WebAssembly has no yaml-cpp");
  return {};
}

}  // namespace fairway
