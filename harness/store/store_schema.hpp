#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algorithms/methods/method.hpp"
#include "harness/records/records.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

/// A result store that does not fit a run: another schema, seed or plan, or a world or method that
/// has changed.
class StoreMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads settings from a row of the table `run`: the settings that the hash of the plan covers.
RunRecord run_settings(const Statement& row);

/// The settings of a run as text. If `other` is given, leaves out equal settings.
std::string describe(const RunRecord& run, const RunRecord* other = nullptr);

/// The version of the schema that this program writes and reads.
int result_schema_version();

/// Throws StoreMismatch if the database attached as `name` has another schema version, or lacks a
/// column. The columns are checked because a database of another program may have the same version.
void check_schema_version(Database& database, const std::filesystem::path& file,
                          std::string_view name = "main");

/// The settings of the first run of a store. Throws DatabaseError, and StoreMismatch if the file is
/// no result store of this version or has no run.
RunRecord stored_settings(const std::filesystem::path& file);

/// Throws StoreMismatch unless a store has a method of this name, representation, options and
/// search. Throws DatabaseError.
void expect_method(const std::filesystem::path& file, const Method& method);

}  // namespace fairway
