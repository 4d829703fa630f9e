#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// Records the vertices with changed edges for each new version of a graph.
class GraphChanges {
 public:
  std::uint64_t version() const { return version_; }  ///< The current version.
  /// Starts a version in which the edges of these vertices changed. If more than `most` vertices
  /// would be stored, calls add_unknown() instead.
  void add(std::span<const Vertex> changed, std::size_t most) {
    if (changed_.size() + changed.size() > most) {
      add_unknown();
      return;
    }
    changed_.insert(changed_.end(), changed.begin(), changed.end());
    ends_.push_back(changed_.size());
    ++version_;
  }
  /// Starts a version in which any edge may have changed.
  void add_unknown() {
    changed_.clear();
    ends_.clear();
    first_ = ++version_;
  }
  /// The vertices whose edges changed since a version; nullopt if they are unknown.
  std::optional<std::span<const Vertex>> since(std::uint64_t version) const {
    if (version < first_) return std::nullopt;
    const std::size_t known = static_cast<std::size_t>(version - first_);
    return std::span(changed_).subspan(known == 0 ? 0 : ends_[known - 1]);
  }

 private:
  std::uint64_t version_ = 0;
  std::uint64_t first_ = 0;  // the oldest version since which the changes are known
  std::vector<Vertex> changed_;
  std::vector<std::size_t> ends_;
};

}  // namespace fairway
