#pragma once

#include <filesystem>
#include <string>

namespace fairway {

/// A table of how each method followed the bursts of worlds that change, over all of them, with the
/// number of its outdated paths (`answer.outdated`); empty if no world changes. Throws
/// DatabaseError.
std::string changes_summary(const std::filesystem::path& results);

}  // namespace fairway
