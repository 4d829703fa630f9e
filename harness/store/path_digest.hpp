#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// One hash over all paths of a result store: two stores have the same where every method did the
/// same with every query. SHA-256 of the lines WORLD, NUMBER, METHOD, STATUS, PATH_HASH of all
/// answers, each value followed by a zero byte, in this order of values.
std::string path_digest(Database& database, std::string_view schema = "main");

/// The same of a file. Throws DatabaseError.
std::string path_digest(const std::filesystem::path& results);

}  // namespace fairway
