#pragma once

#include <filesystem>

#include "algorithms/methods/registry.hpp"
#include "harness/sweep/table_reader.hpp"

namespace fairway {

/// Returns find(). If find() throws UnknownName, throws InputError with the line of the node.
template <class Find>
auto named(const TableReader& reader, const toml::node& node, Find&& find) {
  try {
    return find();
  } catch (const UnknownName& e) {
    reader.fail(line_of(node), e.what());
  }
}

/// Reads a table [[method]]: a built-in adapter with options and settings, or another program.
/// Throws InputError.
Method read_method(const std::filesystem::path& file, const toml::table& table,
                   const Registry& registry);

}  // namespace fairway
