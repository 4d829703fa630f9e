#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace fairway {

/// What a report holds, and how large it is.
struct ReportSize {
  std::size_t answers = 0;
  std::size_t bytes = 0;          ///< of the whole file
  std::size_t picture_bytes = 0;  ///< of these, walls, drawings and paths
};

/// Writes a page about result stores: one HTML file that needs no other file and no network. Stores
/// are read as they are at this moment, also while a sweep writes them. O(answers and timings).
///
/// Throws DatabaseError, StoreMismatch if a file is not a result store of this version, and
/// OutputError.
ReportSize write_report(std::span<const std::filesystem::path> stores,
                        const std::filesystem::path& out);

}  // namespace fairway
