#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/representations/length_range.hpp"

namespace fairway {

/// The kind of a quadtree's vertices.
enum class QuadtreeVertices : std::uint8_t {
  kPortal,  ///< midpoints of portals; an edge crosses one cell
  kCentre   ///< centres of cells; an edge goes from centre to centre through a portal
};
/// Names of the values of QuadtreeVertices, in order.
inline std::span<const std::string_view> option_names(QuadtreeVertices) {
  static constexpr std::array<std::string_view, 2> kNames{"portal", "centre"};
  return kNames;
}

/// Options of Quadtree; describe() explains each.
struct QuadtreeOptions {
  /// Help text of min_size.
  static constexpr std::string_view kMinSizeHelp =
      "smallest side of a cell, in the world's units: the tree divides a square only if the sides "
      "of the parts are at least this long. 0: automatic (1 in a world of cells, otherwise 1/512 "
      "of the longer side of the world's bounding box)";

  static constexpr OptionRange kAspectRange{1};  ///< range of aspect_limit

  ///@{ The options; describe() calls field(name, value, help[, range]) for each.
  double min_size = 0;
  bool merge = false;
  double aspect_limit = 2;
  QuadtreeVertices nodes = QuadtreeVertices::kPortal;

  static void describe(QuadtreeOptions& options, auto&& field) {
    field("min_size", options.min_size, kMinSizeHelp, kLengthRange);
    field("merge", options.merge,
          "whether two neighbouring cells that share a whole side are joined into one cell");
    field("aspect_limit", options.aspect_limit, "largest ratio of length to width of a joined cell",
          kAspectRange);
    field("nodes", options.nodes, "vertices of the graph: middles of portals or centres of cells");
  }
  ///@}
};

}  // namespace fairway
