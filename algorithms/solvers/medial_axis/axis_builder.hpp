#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/solvers/clearance_triangulation/fan_gap.hpp"
#include "algorithms/solvers/medial_axis/axis_graph.hpp"
#include "algorithms/solvers/medial_axis/segment_voronoi.hpp"

namespace fairway {

/// Makes the medial axis from the Voronoi diagram of the walls. The axis has the Voronoi edges
/// inside free space, except edges between a wall and an end of this wall.
class AxisBuilder {
 public:
  /// Fills `axis`. Precondition: the axis refers to a free space and has no vertices or edges yet.
  AxisBuilder(AxisGraph& axis, const CornerFans& fans);

 private:
  /// An edge of a chain (see AxisGraph), stored before edges have numbers. It is an
  /// edge of the Voronoi vertex number `vertex`, which has three sites and three edges: the edge
  /// that does not border the site sites[place] of this vertex.
  struct ChainPlace {
    std::size_t chain;
    std::int32_t vertex;
    std::size_t place;
  };

  bool is_segment(SiteId s) const { return slot_of(s) >= corners_.size(); }
  HalfEdge wall(SiteId s) const { return walls_[slot_of(s) - corners_.size()]; }
  bool is_end(SiteId point, SiteId segment) const;
  bool is_own(SiteId a, SiteId b) const;
  Border border_behind(SiteId site, SiteId next) const;

  void take_sites();
  void find_borders();
  void follow(Border border, std::int32_t vertex, std::size_t place);
  void add_vertices();
  void add_edges();
  void forget_dead_ends();
  void add_chains();
  AxisVertex placed(const VoronoiVertex& vertex, const std::array<Border, 3>& borders) const;
  std::optional<Point> between_walls(const VoronoiVertex& vertex,
                                     const std::array<Border, 3>& borders) const;
  AxisVertex polished(const VoronoiVertex& vertex, const std::array<Border, 3>& borders) const;
  double rounded_up(double clearance) const { return clearance * (1 + 1e-12) + margin_ / 8; }
  bool is_narrow(const AxisEdge& edge, SiteId behind, SiteId ahead) const;
  double distance_of(SiteId site, Point p) const;
  GapEnd gap_end(Border b, Point at) const;

  AxisGraph& axis_;
  const FreeSpace& space_;
  const Triangulation& mesh_;
  const CornerFans& fans_;
  double margin_;
  std::vector<VertexId> corners_;  ///< mesh vertex of each site that is a point
  std::vector<HalfEdge> walls_;    ///< each site that is a segment; free space is on its left
  std::vector<VoronoiVertex> voronoi_;
  std::vector<std::array<Border, 3>> borders_;  ///< for each Voronoi vertex: borders of its sites
  std::vector<Vertex> number_;  ///< axis vertex of each Voronoi vertex, or kNoVertex
  /// For each Voronoi vertex: the axis edge opposite each of its three sites, or -1.
  std::vector<std::array<std::int32_t, 3>> edges_;
  std::vector<ChainPlace> chains_;
};

}  // namespace fairway
