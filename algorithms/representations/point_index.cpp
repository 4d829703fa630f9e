#include "algorithms/representations/point_index.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <nanoflann.hpp>

namespace fairway {
namespace {

constexpr std::size_t kLeafSize = 10;

/// The points, with the interface that nanoflann requires.
struct Cloud {
  std::span<const Point> points;

  std::size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t axis) const {
    return axis == 0 ? points[i].x : points[i].y;
  }
  template <class BoundingBox>
  bool kdtree_get_bbox(BoundingBox&) const {
    return false;
  }
};

}  // namespace

struct PointIndex::Tree {
  explicit Tree(std::span<const Point> points) : cloud{points} {}

  Cloud cloud;
  nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 2> index{
      2, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(kLeafSize)};
};

PointIndex::PointIndex() = default;
PointIndex::PointIndex(std::span<const Point> points)
    : tree_(points.empty() ? nullptr : std::make_unique<Tree>(points)) {}
PointIndex::PointIndex(PointIndex&&) noexcept = default;
PointIndex& PointIndex::operator=(PointIndex&&) noexcept = default;
PointIndex::~PointIndex() = default;

void PointIndex::nearest(Point p, std::size_t k, std::vector<Vertex>& found) const {
  assert(k <= kMostNearest);
  found.clear();
  if (tree_ == nullptr) return;
  std::array<std::uint32_t, kMostNearest> numbers;
  std::array<double, kMostNearest> squares;
  const std::array<double, 2> at{p.x, p.y};
  const std::size_t count = tree_->index.knnSearch(at.data(), k, numbers.data(), squares.data());
  for (std::size_t i = 0; i < count; ++i) found.push_back(static_cast<Vertex>(numbers[i]));
}

std::size_t PointIndex::memory_bytes() const {
  return tree_ == nullptr ? 0 : sizeof(Tree) + tree_->index.usedMemory(tree_->index);
}

}  // namespace fairway
