#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fairway::test {

/// Everything in a result store that must not depend on time, machine, or the order in which its
/// rows came: a line a row, with names instead of ids. Of every table but those about runs it has
/// all columns but times and the sizes of processes.
std::string deterministic_rows(const std::filesystem::path& store);

/// The number of rows of a table, or of anything else that may follow FROM.
std::int64_t count_rows(const std::filesystem::path& store, const std::string& table);

}  // namespace fairway::test
