#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// A hash of all paths of a result store. Two stores have the same digest if every method has the
/// same status and path for every query. It is the SHA-256 of WORLD, NUMBER, METHOD, STATUS,
/// PATH_HASH of all answers, sorted by these values, with a zero byte after each value.
std::string path_digest(Database& database, std::string_view schema = "main");

/// The digest of a file. Throws DatabaseError.
std::string path_digest(const std::filesystem::path& results);

}  // namespace fairway
