#pragma once

#include <filesystem>

namespace fairway {

/// Writes each table of a result store to `folder`/TABLE.csv (RFC 4180: a header line, fields with
/// commas, quotes or line ends quoted, NULL empty). Creates the folder. Throws DatabaseError,
/// OutputError, and StoreMismatch if the file is not a result store of this version.
void export_csv(const std::filesystem::path& results, const std::filesystem::path& folder);

/// Writes the view `tidy`, a wide row for each answer, in the same format. Throws as export_csv().
void export_tidy(const std::filesystem::path& results, const std::filesystem::path& file);

}  // namespace fairway
