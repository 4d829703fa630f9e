#pragma once

#include <string>

#include "harness/store/diff.hpp"

namespace fairway {

/// The differences as lines for people.
std::string diff_text(const StoreDiff& diff);

/// All differences as one JSON object.
std::string diff_json(const StoreDiff& diff);

}  // namespace fairway
