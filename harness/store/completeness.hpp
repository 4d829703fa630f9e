#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// Whether a store contains a build of every method on a world, and the answers of every method to
/// one slice of the queries: slice `index` of `count` (see Slice). A refused world counts as
/// complete. O(answers of the world). Throws DatabaseError.
bool is_complete(Database& store, std::string_view world, std::span<const std::string> methods,
                 int index = 1, int count = 1);

}  // namespace fairway
