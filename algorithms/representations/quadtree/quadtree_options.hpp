#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairway {

/// What the vertices of a quadtree's graph are.
enum class QuadtreeVertices : std::uint8_t {
  kPortal,  ///< midpoints of portals; an edge crosses one cell
  kCentre   ///< centres of cells; an edge goes from centre to centre through a passage
};
inline std::span<const std::string_view> option_names(QuadtreeVertices) {
  static constexpr std::array<std::string_view, 2> kNames{"portal", "centre"};
  return kNames;
}

/// Which rectangle the aspect limit of merging holds for.
enum class QuadtreeAspect : std::uint8_t {
  kJoined,  ///< the one that would be made
  kPartner  ///< each of the two that would be joined: what is made can be twice as long
};
inline std::span<const std::string_view> option_names(QuadtreeAspect) {
  static constexpr std::array<std::string_view, 2> kNames{"joined", "partner"};
  return kNames;
}

/// What an edge between centres costs.
enum class QuadtreeEdgeCost : std::uint8_t {
  kDrawn,          ///< the way from centre to centre through the passage
  kCentreDistance  ///< the straight line between the centres, wherever that runs; paths are drawn
                   ///< from passage to passage, past the centres between the first and the last
};
inline std::span<const std::string_view> option_names(QuadtreeEdgeCost) {
  static constexpr std::array<std::string_view, 2> kNames{"drawn", "centre_distance"};
  return kNames;
}

/// Where the way between two centres passes from cell to cell.
enum class QuadtreePassage : std::uint8_t {
  kShared,       ///< the middle of the portal
  kNarrowerSide  ///< the middle of the shorter of the two facing sides (of the cell on the side of
                 ///< lower coordinates where they are equal): it can lie outside the other cell
};
inline std::span<const std::string_view> option_names(QuadtreePassage) {
  static constexpr std::array<std::string_view, 2> kNames{"shared", "narrower_side"};
  return kNames;
}

/// Between which points a path is drawn.
enum class QuadtreeEnds : std::uint8_t {
  kExact,      ///< start and goal
  kCellCentre  ///< the centres of the first and the last cell
};
inline std::span<const std::string_view> option_names(QuadtreeEnds) {
  static constexpr std::array<std::string_view, 2> kNames{"exact", "cell_centre"};
  return kNames;
}

struct QuadtreeOptions {
  double min_size = 0;
  bool merge = false;
  double aspect_limit = 2;
  QuadtreeVertices nodes = QuadtreeVertices::kPortal;
  QuadtreeAspect aspect_of = QuadtreeAspect::kJoined;
  QuadtreeEdgeCost edge_cost = QuadtreeEdgeCost::kDrawn;
  QuadtreePassage passage = QuadtreePassage::kShared;
  QuadtreeEnds ends = QuadtreeEnds::kExact;

  static void describe(QuadtreeOptions& options, auto&& field) {
    field("min_size", options.min_size,
          "side of the smallest cells, in the world's units, rounded up to a half, quarter, ... "
          "of the whole square; 0: 1 for worlds made of cells, else the square's side / 512");
    field("merge", options.merge, "join neighbours that share a whole side");
    field("aspect_limit", options.aspect_limit,
          "how many times longer than wide a rectangle may be when cells are joined, at least 1");
    field("nodes", options.nodes, "vertices at the middle of portals or at the centre of cells");
    field("aspect_of", options.aspect_of,
          "aspect_limit holds for the joined rectangle or for each of the two before they are "
          "joined");
    field("edge_cost", options.edge_cost,
          "an edge between centres costs what is drawn, or the distance of the centres: then paths "
          "are drawn from passage to passage");
    field("passage", options.passage,
          "the way between centres leads through the middle of the shared part of the border or "
          "of the narrower of both sides, which can be outside the other cell");
    field("ends", options.ends,
          "paths join start and goal or, with vertices at centres, the centres of their cells");
  }
  friend bool operator==(const QuadtreeOptions&, const QuadtreeOptions&) = default;
};

}  // namespace fairway
