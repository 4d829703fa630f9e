#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// A search over a preprocessed index, with the scratch of one thread.
class PreparedSearch {
 public:
  virtual ~PreparedSearch() = default;
  /// Finds a least path between the ends. Returns the same result as astar(), apart from the counts
  /// of vertices and edges. Allocates only while scratch and vertices grow.
  virtual SearchResult find(const LinkedQuery& query, std::vector<Vertex>& vertices) = 0;
  /// Bytes on the heap.
  virtual std::size_t memory_bytes() const = 0;
};

/// An index over the graph of any representation, made at build time. Immutable.
class Preprocessing {
 public:
  virtual ~Preprocessing() = default;
  /// Returns a new search over this index. The search keeps a reference to the index.
  virtual std::unique_ptr<PreparedSearch> search() const = 0;
  /// Bytes on the heap.
  virtual std::size_t memory_bytes() const = 0;
};

/// Builds the index that `settings.search` needs. Throws MemoryLimitExceeded and TimeLimitExceeded
/// if the build exceeds a limit of the settings. Precondition: is_preprocessed(settings.search).
std::unique_ptr<const Preprocessing> preprocess(GraphCopy graph, const SearchSettings& settings);

}  // namespace fairway
