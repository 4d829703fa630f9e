#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fairway::test {

/// Returns the contents of a result store as text, one line per row. Names replace ids. Omits
/// everything that may differ between runs: times, sizes of processes, facts about the machine and
/// the order of rows.
std::string deterministic_rows(const std::filesystem::path& store);

/// Counts the rows of a table. `table` may be any SQL text that follows FROM.
std::int64_t count_rows(const std::filesystem::path& store, const std::string& table);

}  // namespace fairway::test
