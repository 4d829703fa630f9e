#pragma once

#include <memory>

#include "algorithms/methods/graph_search.hpp"

namespace fairway {

struct BuiltIndex;

/// Copies the graph of a built index. Depending on the settings, adds clearance to the costs of the
/// copy, or preprocesses the copy. Adds the time and the memory of this work to the facts of the
/// index. Throws like preprocess(). Preconditions: the index has a view, and searches_copy() is
/// true for its settings.
void prepare(BuiltIndex& index);

/// Returns a search over the result of prepare().
std::unique_ptr<GraphSearch> prepared_search(std::shared_ptr<const BuiltIndex> index);

}  // namespace fairway
