#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

struct BuiltIndex;

/// A search that a method may use instead of A*, on the graph of any representation. It belongs to
/// one thread and may keep what it found from query to query.
class GraphSearch {
 public:
  virtual ~GraphSearch() = default;
  /// A search over the same graph for another thread. It keeps nothing yet.
  virtual std::unique_ptr<GraphSearch> fork() const = 0;
  /// Finds a least path between attached ends; results as of astar(). Nothing: it gave up, and A*
  /// is to answer.
  virtual std::optional<SearchResult> find(const Query& query, const Attachment& attachment,
                                           std::vector<Vertex>& vertices) = 0;
  virtual std::size_t memory_bytes() const = 0;
};

/// A kind of search, and what makes one for a built index. Precondition: the index has a view.
struct RegisteredSearch {
  SearchKind kind;
  std::unique_ptr<GraphSearch> (*make)(std::shared_ptr<const BuiltIndex> index);
};

}  // namespace fairway
