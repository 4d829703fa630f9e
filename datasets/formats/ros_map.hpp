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

/// What the YAML file of a ROS map states.
struct RosMap {
  enum class Mode { kTrinary, kScale, kRaw };

  std::filesystem::path image;  ///< as written
  int image_line = 1;
  double resolution = 1;  ///< metres of a pixel
  Point origin;           ///< the lower left corner of the lower left pixel, in metres
  double yaw = 0;         ///< of the image about the origin, anticlockwise, in radians
  bool negate = false;
  double occupied_thresh = 1;
  double free_thresh = 0;
  Mode mode = Mode::kTrinary;
  std::vector<std::string> notes = {};  ///< as of a WorldFile
};

/// `unknown`: what unknown pixels are, "blocked" (if not set) or "free". `cells`: whether the world
/// is cells, rows as in the image, instead of polygons in metres.
inline constexpr std::array<std::string_view, 2> kRosMapOptions{"unknown", "cells"};

/// Whether a text has lines that begin with 'image:' and 'resolution:'.
bool looks_like_ros_map(std::string_view text);

/// Reads the YAML file of a ROS map: image, resolution, origin [x, y, yaw], negate,
/// occupied_thresh, free_thresh, and mode if it is there. Throws InputError with the line. Source:
/// the page of the ROS package map_server.
RosMap parse_ros_yaml(const TextFile& source);

/// The world of a ROS map and its image. Pixels are occupied, free or unknown as nav2_map_server
/// has it. Graded pixels (modes scale and raw) are free up to a grade of 99. Throws InputError.
/// O(pixels
/// + n log n) for n corners of the border.
WorldFile make_ros_world(const TextFile& source, const RosMap& map, const Image& image,
                         const MapOptions& options);

/// Reads a ROS map, and the image that it names, which lies beside it unless its path is absolute.
WorldFile parse_ros_map(const TextFile& source, const MapOptions& options);

}  // namespace fairway
