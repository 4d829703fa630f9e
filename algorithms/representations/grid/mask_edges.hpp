#pragma once

#include <bit>
#include <boost/iterator/iterator_facade.hpp>
#include <cstdint>

namespace fairway {

/// Iterator over the edges of a vertex. Bit d of a mask is set if there is an edge in direction d.
/// Requirement: `Edge` has the member `direction`.
template <class Edge>
class MaskEdgeIterator : public boost::iterator_facade<MaskEdgeIterator<Edge>, Edge,
                                                       boost::forward_traversal_tag, Edge> {
 public:
  MaskEdgeIterator() = default;
  /// Each edge is a copy of `edge` with a direction of the mask.
  MaskEdgeIterator(const Edge& edge, std::uint32_t mask) : edge_(edge), mask_(mask) {}

 private:
  friend class boost::iterator_core_access;
  Edge dereference() const {
    Edge edge = edge_;
    edge.direction = std::countr_zero(mask_);
    return edge;
  }
  void increment() { mask_ &= mask_ - 1; }
  /// Precondition: both iterators belong to one vertex.
  bool equal(const MaskEdgeIterator& other) const { return mask_ == other.mask_; }

  Edge edge_{};
  std::uint32_t mask_ = 0;
};

}  // namespace fairway
