#pragma once

#include <string>

#include "harness/store/diff.hpp"

namespace fairway {

/// What differs, in lines for people.
std::string diff_text(const StoreDiff& diff);

/// All of it, as one JSON object.
std::string diff_json(const StoreDiff& diff);

}  // namespace fairway
