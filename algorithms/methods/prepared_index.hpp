#pragma once

#include <memory>

#include "algorithms/methods/graph_search.hpp"

namespace fairway {

struct BuiltIndex;

/// Preprocesses the graph of a built index according to its settings. Adds the time and the bytes
/// to the index's facts. Throws like preprocess(). Preconditions: the index has a view;
/// is_preprocessed() is true for its search.
void prepare(BuiltIndex& index);

/// Returns a search over the result of prepare().
std::unique_ptr<GraphSearch> prepared_search(std::shared_ptr<const BuiltIndex> index);

}  // namespace fairway
