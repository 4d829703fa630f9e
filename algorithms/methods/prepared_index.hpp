#pragma once

#include <memory>

#include "algorithms/methods/graph_search.hpp"

namespace fairway {

struct BuiltIndex;

/// Copies the graph of a built index, and weighs its costs or preprocesses it, as the settings ask.
/// Adds time and bytes to the facts of the index. Throws as preprocess(). Preconditions: the index
/// has a view, and searches_copy() holds for its settings.
void prepare(BuiltIndex& index);

/// Returns a search over the result of prepare().
std::unique_ptr<GraphSearch> prepared_search(std::shared_ptr<const BuiltIndex> index);

}  // namespace fairway
