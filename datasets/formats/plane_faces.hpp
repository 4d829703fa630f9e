#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"

namespace fairway {

/// A piece of edges of faces in the plane, between two points in lexicographic order.
struct PlaneEdge {
  static constexpr std::int32_t kNone = -1;
  Point low;
  Point high;
  std::int32_t below = kNone;  ///< the edge of the face on its right side, seen from low
  std::int32_t above = kNone;  ///< the edge of the face on its left side
};

struct FaceOverlap {
  std::int32_t first;   ///< a face
  std::int32_t second;  ///< another, or the same, which then crosses or folds over itself
  Point at;             ///< on the border of what both cover; rounded where edges cross
};

struct PlaneFaces {
  std::vector<PlaneEdge> edges;  ///< that meet only at ends; empty if faces overlap
  std::optional<FaceOverlap> overlap = {};
};

/// Lays faces, counter-clockwise rings, side by side. Edge i has a length, and on its left side the
/// face face_of[i]. Faces may touch. Exact: nothing is rounded but FaceOverlap::at. O((n + k) log
/// n) for k touches of edges with ends of others. Source: the sweep of M. I. Shamos and D. Hoey,
/// "Geometric Intersection Problems", FOCS 1976, which stops at the first crossing.
PlaneFaces lay_faces(std::span<const RingEdge> edges, std::span<const std::int32_t> face_of);

}  // namespace fairway
