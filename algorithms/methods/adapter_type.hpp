#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/parts.hpp"
#include "algorithms/methods/option_fields.hpp"
#include "algorithms/representations/guarantees.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

class FreeSpace;
class GraphSearch;
class Planner;
struct BuiltIndex;

/// The type-erased description of a representation or solver: plain functions over AnyOptions.
/// register_representation() and register_solver() make an AdapterType. Precondition of the
/// functions: the passed options have the adapter's own type. RegisteredAdapter wraps these
/// functions in functions that accept options as JSON. The sources of adapters therefore need no
/// JSON code.
struct AdapterType {
  /// A method that the adapter offers.
  struct NamedMethod {
    ///@{ Name, options and search settings.
    std::string_view name;
    std::shared_ptr<AnyOptions> options;
    SearchSettings search;
    ///@}
  };

  ///@{ See RegisteredAdapter; `methods` have typed options here.
  std::string_view name;
  Guarantees guarantees;
  bool searches_itself = false;  ///< see RegisteredAdapter
  bool has_own_search = false;
  std::vector<NamedMethod> methods;
  /// Returns default options.
  std::unique_ptr<AnyOptions> (*make_options)() = nullptr;
  Guarantees (*promises)(const AnyOptions&) = nullptr;
  bool (*octile_is_bound)(const AnyOptions&) = nullptr;
  ///@}
  /// Returns the structures derived from free space that the adapter uses, see SpacePart. Excludes
  /// structures that only the smoother uses.
  PartSet (*parts)(const FreeSpace&, const AnyOptions&) = nullptr;
  ///@{ See RegisteredAdapter.
  bool (*supports)(const FreeSpace&, const AnyOptions&, const SearchSettings&) = nullptr;
  std::shared_ptr<BuiltIndex> (*build)(const FreeSpace&, const AnyOptions&,
                                       const SearchSettings&) = nullptr;
  std::unique_ptr<Planner> (*plan)(std::shared_ptr<const BuiltIndex>,
                                   std::unique_ptr<GraphSearch>) = nullptr;
  std::string program = {};
  std::string missing = {};
  ///@}
};

}  // namespace fairway
