#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

std::size_t TriangleMesh::memory_bytes() const {
  return graph_.memory_bytes() + positions_.capacity() * sizeof(Point) +
         components_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
