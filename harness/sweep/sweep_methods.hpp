#pragma once

#include <filesystem>

#include "algorithms/methods/registry.hpp"
#include "harness/sweep/table_reader.hpp"

namespace fairway {

/// Reports a name that is not registered as an error at the line that states it.
template <class Find>
auto named(const TableReader& reader, const toml::node& node, Find&& find) {
  try {
    return find();
  } catch (const UnknownName& e) {
    reader.fail(line_of(node), e.what());
  }
}

/// A method by its table [[method]]: an adapter of this program with options and settings, or
/// another program. Throws InputError.
Method read_method(const std::filesystem::path& file, const toml::table& table,
                   const Registry& registry);

}  // namespace fairway
