#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairway {

/// The columns of a table in which two stores of one sweep are equal: all that schema.sql does not
/// mark with VARIES, except keys and ids.
std::vector<std::string> compared_columns(std::string_view table);

}  // namespace fairway
