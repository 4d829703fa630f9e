#pragma once

#include <filesystem>
#include <string>

namespace fairway {

/// For each radius and terrain, a table of how each method followed the bursts of the worlds that
/// change. Shares and times are medians over worlds of each world's value, so that a world with
/// many bursts counts like the others; bursts and outdated paths (`answer.outdated`) are sums. A
/// line names the methods that followed fewer worlds. Empty if no world changes. Throws
/// DatabaseError.
std::string changes_summary(const std::filesystem::path& results);

}  // namespace fairway
