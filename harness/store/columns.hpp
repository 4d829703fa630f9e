#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairway {

/// The columns of a table that must be equal in two stores of one sweep: all columns except
/// keys, ids and columns with VARIES in schema.sql.
std::vector<std::string> compared_columns(std::string_view table);

}  // namespace fairway
