#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/report/traces.hpp"

namespace fairway {

/// What a report holds, and how large it is.
struct ReportSize {
  std::size_t answers = 0;
  std::size_t bytes = 0;         ///< of the whole file
  std::size_t number_bytes = 0;  ///< of these, all data but pictures
  std::size_t path_bytes = 0;
  std::size_t structure_bytes = 0;  ///< walls and structures
  std::size_t trace_bytes = 0;      ///< searches to replay
  std::size_t left_out = 0;         ///< walls, structures and queries with paths without room
};

/// What a report may hold.
struct ReportLimits {
  /// Numbers always go in. Pictures fill what they leave: walls; paths of the queries chosen for
  /// pictures; paths of the worst answers; structures, the smallest first; searches; all other
  /// paths.
  std::size_t bytes = 25'000'000;
  std::vector<std::string> maps = {};  ///< patterns of names or files; empty: all maps
};

/// Writes a page about result stores: one HTML file that needs no other file and no network. Stores
/// are read as they are at this moment, also while a sweep writes them. The chosen queries are
/// answered again, to record the searches. O(answers, timings and points of paths), and these
/// builds and searches.
///
/// Throws DatabaseError, StoreMismatch if a file is not a result store of this version, UnknownName
/// for a pattern that no map fits, OutputError, std::invalid_argument if no store has a chosen
/// query, and InputError if its map is not as it was.
ReportSize write_report(std::span<const std::filesystem::path> stores,
                        const std::filesystem::path& out, const ReportLimits& limits = {},
                        TraceChoice traces = {});

}  // namespace fairway
