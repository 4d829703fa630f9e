#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/triangle_mesh/junction_links.hpp"
#include "algorithms/representations/triangle_mesh/taut_tree.hpp"

namespace fairway {

/// Finds the links between corners of junctions.
class JunctionLinker {
 public:
  /// A possible link in one direction.
  struct Candidate {
    ///@{ First and last node of the link, its cost, and its course.
    Vertex from;
    Vertex to;
    double cost;
    Passage passage;
    ///@}
  };

  /// Keeps references to the space and the reduction.
  JunctionLinker(const FreeSpace& space, const Reduction& reduction)
      : mesh_(space.triangulation()), reduction_(reduction) {}

  /// Adds links along the sides of junction t.
  void link_sides(TriangleId t);
  /// Adds the links through side `exit` of a junction to the next junction and to the junctions
  /// after it. Call this function for all sides of the junctions in `linked`. This list is in
  /// ascending order. If `linked` is null, call the function for the sides of all junctions. If
  /// both junctions of a link are in `linked`, two calls find the link, one from each junction.
  /// Only the call with the smaller half-edge `exit` adds the link. O(sides crossed).
  void link_beyond(HalfEdge exit, const std::vector<TriangleId>* linked);
  /// Sorts the candidates. Keeps the cheapest of several links between two corners.
  void keep_cheapest();

  std::vector<Candidate>& candidates() { return candidates_; }  ///< the links found so far
  /// Bends of the candidates' passages. New bends are appended.
  std::vector<Point>& bends() { return bends_; }

 private:
  void link_along(std::array<HalfEdge, 2> exits, std::array<HalfEdge, 2> way_back);
  void link(std::array<HalfEdge, 2> exits, std::int32_t source, std::array<HalfEdge, 2> way_back,
            std::int32_t end, std::int32_t target);

  /// Which junctions have a corner at a place, an index in points_. kNothing: no junction. kOwnEnd:
  /// only the junction where links begin. kOtherEnd: only the junction where links end. kBoth: a
  /// junction between these two, or more than one junction.
  enum class Passed : std::uint8_t { kNothing, kOwnEnd, kOtherEnd, kBoth };
  Passed passed(std::int32_t place) const { return passed_[static_cast<std::size_t>(place)]; }
  void pass(std::int32_t place, Passed what) {
    Passed& own = passed_[static_cast<std::size_t>(place)];
    own = own == Passed::kNothing ? what : Passed::kBoth;
  }

  Point point(std::int32_t place) const { return points_[static_cast<std::size_t>(place)]; }
  std::int32_t next(std::int32_t place) const {
    return legs_[static_cast<std::size_t>(place)].next;
  }
  std::int32_t add(Point p) {
    points_.push_back(p);
    legs_.push_back({});
    passed_.push_back(Passed::kNothing);
    return static_cast<std::int32_t>(points_.size()) - 1;
  }
  void join(std::int32_t place, std::int32_t next) {
    legs_[static_cast<std::size_t>(place)] = {
        legs_[static_cast<std::size_t>(next)].length + distance(point(place), point(next)), next};
  }

  std::array<std::int32_t, 3> pull(std::int32_t source);

  static constexpr std::int32_t kLeft = 0;
  static constexpr std::int32_t kRight = 1;
  static constexpr std::int32_t kApex = 2;

  const Triangulation& mesh_;
  const Reduction& reduction_;
  std::vector<Candidate> candidates_;
  std::vector<Point> bends_;
  std::vector<HalfEdge> crossed_;
  std::vector<Point> points_;  // positions of the places: vertices of the crossed triangles
  std::vector<Leg> legs_;
  std::vector<Passed> passed_;
};

}  // namespace fairway
