#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/image.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// The contents of the YAML file of a ROS map.
struct RosMap {
  enum class Mode { kTrinary, kScale, kRaw };

  std::filesystem::path image;  ///< path of the image, as the file states it
  int image_line = 1;
  double resolution = 1;  ///< side of a pixel in metres
  Point origin;           ///< lower left corner of the lower left pixel, in metres
  double yaw = 0;         ///< rotation of the image about the origin, anticlockwise, in radians
  bool negate = false;
  double occupied_thresh = 1;
  double free_thresh = 0;
  Mode mode = Mode::kTrinary;
  std::vector<std::string> notes = {};  ///< see WorldFile::notes
};

/// `unknown`: the state of unknown pixels, "blocked" (default) or "free". `cells`: makes a world of
/// cells with rows as in the image, instead of polygons in metres (default: false).
inline constexpr std::array<std::string_view, 2> kRosMapOptions{"unknown", "cells"};

/// Whether a text has lines that begin with 'image:' and 'resolution:'.
bool looks_like_ros_map(std::string_view text);

/// Reads the YAML file of a ROS map: image, resolution, origin [x, y, yaw], negate,
/// occupied_thresh, free_thresh, and optionally mode. Throws InputError with the line. Source: the
/// page of the ROS package map_server.
RosMap parse_ros_yaml(const TextFile& source);

/// Makes the world of a ROS map and its image. Pixels are occupied, free or unknown as in
/// nav2_map_server. Graded pixels (modes scale and raw) are free up to grade 99. Throws InputError.
/// O(pixels + n log n) for n corners of the border.
WorldFile make_ros_world(const TextFile& source, const RosMap& map, const Image& image,
                         const MapOptions& options);

/// Reads a ROS map and its image. The path of the image is absolute, or relative to the folder of
/// the map.
WorldFile parse_ros_map(const TextFile& source, const MapOptions& options);

}  // namespace fairway
