#pragma once

#include <memory>

#include "algorithms/methods/graph_search.hpp"

namespace fairway {

struct BuiltIndex;

/// Preprocesses the graph of a built index as its settings ask, and adds time and bytes to its
/// facts. Throws as preprocess(). Precondition: the index has a view, and its search is
/// preprocessed.
void prepare(BuiltIndex& index);

/// The search over what prepare() made.
std::unique_ptr<GraphSearch> prepared_search(std::shared_ptr<const BuiltIndex> index);

}  // namespace fairway
