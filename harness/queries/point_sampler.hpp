#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {

/// Samples points strictly inside free space, uniformly over its area; in worlds made of cells,
/// only their centres. Triangles are chosen by integer weights and points computed by fused
/// multiply-add, so that all compilers and machines give the same points. Each function gives up
/// after a fixed number of tries and then returns nothing, as a sliver may hold no point of double
/// precision.
class PointSampler {
 public:
  explicit PointSampler(const FreeSpace& space);  // keeps a reference

  std::optional<Location> anywhere(Random& random) const;
  std::optional<Location> in_component(Random& random, std::int32_t component) const;
  /// Nothing if there is only one component.
  std::optional<Location> outside_component(Random& random, std::int32_t component) const;
  /// A point in the same component, at most `radius` away along each axis.
  std::optional<Location> near(Random& random, const Location& from, double radius) const;

 private:
  std::uint64_t total() const { return weights_before_.back(); }
  template <class Sample>
  std::optional<Location> try_often(Sample sample) const;
  Point point_in(Random& random, TriangleId t) const;
  TriangleId triangle_at(std::uint64_t weight) const;
  /// The location of a point, moved to its cell's centre if the world has cells. Nothing unless it
  /// is strictly inside.
  std::optional<Location> settle(Point p) const;

  const FreeSpace& space_;
  std::vector<TriangleId> triangles_;  ///< free triangles, ordered by component
  std::vector<std::uint64_t>
      weights_before_;  ///< prefix sums over triangles_, and the total at the end
  std::vector<std::uint64_t>
      component_begin_;  ///< weight before each component, and the total at the end
};

}  // namespace fairway
