#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/representations/length_range.hpp"

namespace fairway {

enum class QuadtreeVertices : std::uint8_t {
  kPortal,  ///< midpoints of portals; an edge crosses one cell
  kCentre   ///< centres of cells; an edge goes from centre to centre through a passage
};
inline std::span<const std::string_view> option_names(QuadtreeVertices) {
  static constexpr std::array<std::string_view, 2> kNames{"portal", "centre"};
  return kNames;
}

struct QuadtreeOptions {
  static constexpr std::string_view kMinSizeHelp =
      "side of the smallest cells, in the world's units, rounded up to a half, quarter, ... of the "
      "whole square; 0: 1 for worlds made of cells, else the square's side / 512";

  static constexpr OptionRange kAspectRange{1};

  double min_size = 0;
  bool merge = false;
  double aspect_limit = 2;
  QuadtreeVertices nodes = QuadtreeVertices::kPortal;

  static void describe(QuadtreeOptions& options, auto&& field) {
    field("min_size", options.min_size, kMinSizeHelp, kLengthRange);
    field("merge", options.merge, "join neighbours that share a whole side");
    field("aspect_limit", options.aspect_limit,
          "how many times longer than wide a rectangle may be when cells are joined", kAspectRange);
    field("nodes", options.nodes, "vertices at the middle of portals or at the centre of cells");
  }
};

}  // namespace fairway
