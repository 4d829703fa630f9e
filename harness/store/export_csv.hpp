#pragma once

#include <filesystem>

namespace fairway {

/// Writes each table of a result store to `folder`/TABLE.csv (RFC 4180: a header line, fields with
/// commas, quotes or line ends quoted, NULL empty). Creates the folder. Throws DatabaseError,
/// OutputError, and StoreMismatch if the file is not a result store of this version.
void export_csv(const std::filesystem::path& results, const std::filesystem::path& folder);

}  // namespace fairway
