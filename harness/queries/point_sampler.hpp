#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {

/// Samples points strictly inside free space, uniformly over its area. In worlds of cells, the
/// points are cell centres. Triangles are chosen by integer weights, and points are computed by
/// fused multiply-add: all compilers and machines give the same points. Each function returns
/// nothing after a fixed number of failed tries, because a sliver may contain no point of double
/// precision.
class PointSampler {
 public:
  explicit PointSampler(const FreeSpace& space);  // keeps a reference

  std::optional<Location> anywhere(Random& random) const;
  std::optional<Location> in_component(Random& random, std::int32_t component) const;
  /// Returns nothing if there is only one component.
  std::optional<Location> outside_component(Random& random, std::int32_t component) const;
  /// A point in the component of `from`, at most `radius` away from it along each axis.
  std::optional<Location> near(Random& random, const Location& from, double radius) const;

 private:
  std::uint64_t total() const { return weights_before_.back(); }
  template <class Sample>
  std::optional<Location> try_often(Sample sample) const;
  Point point_in(Random& random, TriangleId t) const;
  TriangleId triangle_at(std::uint64_t weight) const;
  /// The location of a point. In a world of cells, moves the point to the centre of its cell first.
  /// Returns nothing unless the final point is strictly inside free space.
  std::optional<Location> settle(Point p) const;

  const FreeSpace& space_;
  std::vector<TriangleId> triangles_;  ///< free triangles, ordered by component
  /// For each free triangle, the sum of the weights of all earlier triangles. The last entry is the
  /// total weight.
  std::vector<std::uint64_t> weights_before_;
  /// For each component, the sum of the weights of the triangles of all earlier components. The
  /// last entry is the total weight.
  std::vector<std::uint64_t> component_begin_;
};

}  // namespace fairway
