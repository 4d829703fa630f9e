#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fairway::test {

/// Returns the contents of a result store that must not depend on time, machine or order of rows.
/// Each row is one line, with names instead of ids. Omits tables about runs, times, and sizes of
/// processes.
std::string deterministic_rows(const std::filesystem::path& store);

/// Counts the rows of a table. `table` may be any SQL text that follows FROM.
std::int64_t count_rows(const std::filesystem::path& store, const std::string& table);

}  // namespace fairway::test
