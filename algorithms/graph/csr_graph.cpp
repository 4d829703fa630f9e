#include "algorithms/graph/csr_graph.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace fairway {

void CsrGraph::replace_row(Vertex v, std::span<const Vertex> targets,
                           std::span<const double> costs) {
  make_room(static_cast<std::size_t>(v) + 1);
  std::uint32_t& begin = offsets_[static_cast<std::size_t>(v)];
  std::uint32_t& end = offsets_[static_cast<std::size_t>(v) + row_end_at_];
  edge_count_ = edge_count_ - (end - begin) + targets.size();
  if (targets.size() > end - begin) {
    const std::size_t limit = targets_.size() + targets.size();
    if (limit > std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("the graph has 2^32 edges or more; expected fewer edges");
    }
    begin = static_cast<std::uint32_t>(targets_.size());
    if (limit > targets_.capacity()) {
      // Reserves so much memory that is_wasteful() becomes true before the arrays must grow again.
      const std::size_t room = std::max(limit + limit / 8, edge_count_ + edge_count_ / 4);
      targets_.reserve(room);
      costs_.reserve(room);
    }
    targets_.resize(limit);
    costs_.resize(limit);
  }
  end = begin + static_cast<std::uint32_t>(targets.size());
  std::copy(targets.begin(), targets.end(), targets_.begin() + begin);
  std::copy(costs.begin(), costs.end(), costs_.begin() + begin);
}

/// Makes room for `count` vertices. From now on, row ends are stored apart from row begins.
void CsrGraph::make_room(std::size_t count) {
  if (row_end_at_ == 1 || count > row_end_at_) {
    const std::size_t room = std::max(count, vertex_count_) + vertex_count_ / 8;
    std::vector<std::uint32_t> offsets(2 * room, 0);
    for (std::size_t v = 0; v < vertex_count_; ++v) {
      offsets[v] = offsets_[v];
      offsets[v + room] = offsets_[v + row_end_at_];
    }
    offsets_ = std::move(offsets);
    row_end_at_ = room;
  }
  vertex_count_ = std::max(vertex_count_, count);
}

}  // namespace fairway
