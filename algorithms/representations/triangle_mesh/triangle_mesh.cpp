#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

#include <utility>

#include "algorithms/representations/csr_components.hpp"

namespace fairway {

void TriangleMesh::label_components() {
  CsrComponents components = find_components(graph_);
  report_.components = components.count;
  components_ = std::move(components.of);
  report_.covered_area = space_->area();
}

std::size_t TriangleMesh::memory_bytes() const {
  return graph_.memory_bytes() + positions_.capacity() * sizeof(Point) +
         components_.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
