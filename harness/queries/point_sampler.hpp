#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {

/// Draws points strictly inside free space, spread evenly over its area; cell centres in worlds
/// made of cells. Triangles are chosen by whole-number weights and points computed with fused
/// steps, so that no compiler's or machine's way of rounding shows. Every draw gives up after a
/// fixed number of tries and then returns nothing: a sliver may hold no point of double precision.
class PointSampler {
 public:
  explicit PointSampler(const FreeSpace& space);  // keeps a reference

  std::optional<Location> anywhere(Random& random) const;
  std::optional<Location> in_component(Random& random, std::int32_t component) const;
  /// Nothing where there is but one component.
  std::optional<Location> outside_component(Random& random, std::int32_t component) const;
  /// In the same component and at most `radius` away along each axis.
  std::optional<Location> near(Random& random, const Location& from, double radius) const;

 private:
  std::uint64_t total() const { return weights_before_.back(); }
  template <class Draw>
  std::optional<Location> try_often(Draw draw) const;
  Point point_in(Random& random, TriangleId t) const;
  TriangleId triangle_at(std::uint64_t weight) const;
  /// The location of a point, moved to its cell's centre where the world has cells, if it is
  /// strictly inside.
  std::optional<Location> settle(Point p) const;

  const FreeSpace& space_;
  std::vector<TriangleId> triangles_;           ///< free ones, ordered by component
  std::vector<std::uint64_t> weights_before_;   ///< sums over triangles_; one more at the end
  std::vector<std::uint64_t> component_begin_;  ///< weight before each component; one more
};

}  // namespace fairway
