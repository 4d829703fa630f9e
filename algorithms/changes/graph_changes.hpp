#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// The vertices whose edges changed, from one version of a graph to the next.
class GraphChanges {
 public:
  std::uint64_t version() const { return version_; }
  /// The graph changed at these vertices only. At most `most` of them are remembered.
  void add(std::span<const Vertex> changed, std::size_t most) {
    if (changed_.size() + changed.size() > most) {
      add_unknown();
      return;
    }
    changed_.insert(changed_.end(), changed.begin(), changed.end());
    ends_.push_back(changed_.size());
    ++version_;
  }
  /// The graph changed, nobody knows where.
  void add_unknown() {
    changed_.clear();
    ends_.clear();
    first_ = ++version_;
  }
  /// Those since a version; nothing if that is not known.
  std::optional<std::span<const Vertex>> since(std::uint64_t version) const {
    if (version < first_) return std::nullopt;
    const std::size_t known = static_cast<std::size_t>(version - first_);
    return std::span(changed_).subspan(known == 0 ? 0 : ends_[known - 1]);
  }

 private:
  std::uint64_t version_ = 0;
  std::uint64_t first_ = 0;  ///< the oldest version from which changes are known
  std::vector<Vertex> changed_;
  std::vector<std::size_t> ends_;
};

}  // namespace fairway
