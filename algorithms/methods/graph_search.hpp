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

/// A search on the graph of any representation, which a method may use instead of A*. It belongs to
/// one thread and may keep results for later queries.
class GraphSearch {
 public:
  virtual ~GraphSearch() = default;
  /// Returns a new search over the same graph for another thread. The new search has no results of
  /// earlier queries.
  virtual std::unique_ptr<GraphSearch> fork() const = 0;
  /// Finds a cheapest path between attached ends, with results like astar(). Returns nothing if the
  /// search gives up; A* then answers the query.
  virtual std::optional<SearchResult> find(const Query& query, const Attachment& attachment,
                                           std::vector<Vertex>& vertices) = 0;
  virtual std::size_t memory_bytes() const = 0;  ///< bytes on the heap
};

/// A kind of search, with a function that makes such a search.
struct RegisteredSearch {
  SearchKind kind;  ///< the kind of the search
  /// Makes a search on a built index. Precondition: the index has a view.
  std::unique_ptr<GraphSearch> (*make)(std::shared_ptr<const BuiltIndex> index);
};

}  // namespace fairway
