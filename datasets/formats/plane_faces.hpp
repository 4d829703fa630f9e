#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"

namespace fairway {

/// A piece of one edge of a face in the plane, or a common piece of two edges. `low` is before
/// `high` in lexicographic order.
struct PlaneEdge {
  static constexpr std::int32_t kNone = -1;
  Point low;
  Point high;
  ///@{ The input edge whose face lies on the right (below) or left (above) of this piece, seen from
  /// `low` towards `high`. kNone if no face lies there.
  std::int32_t below = kNone;
  std::int32_t above = kNone;
  ///@}
};

struct FaceOverlap {
  std::int32_t first;   ///< a face
  std::int32_t second;  ///< another face, or the same face if it crosses or covers itself
  /// A point on the border of the overlap. It is rounded if it is a crossing of two edges.
  Point at;
};

struct PlaneFaces {
  std::vector<PlaneEdge> edges;  ///< edges that meet only at ends; empty if faces overlap
  std::optional<FaceOverlap> overlap = {};
};

/// Splits the edges of faces in the plane where they touch, or finds an overlap of two faces. Faces
/// are counter-clockwise rings. Face face_of[i] lies on the left of edge i. Every edge has a
/// positive length. Exact, except for FaceOverlap::at. O((n + k) log n) for k edges that touch ends
/// of other edges. Source: the sweep of M. I. Shamos and D. Hoey, "Geometric Intersection
/// Problems", FOCS 1976, which stops at the first crossing.
PlaneFaces lay_faces(std::span<const RingEdge> edges, std::span<const std::int32_t> face_of);

}  // namespace fairway
