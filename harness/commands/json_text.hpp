#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace fairway {

using Json = nlohmann::ordered_json;

/// Returns the text of a value, indented by two spaces, with a line end. U+FFFD replaces bytes that
/// are not UTF-8.
inline std::string indented(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fairway
