#pragma once

#include <string>
#include <utility>

#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// The search settings of one of a solver's methods.
inline constexpr auto kSolverSearch = [](const auto& method) {
  return SearchSettings{.smoother = method.smoother, .search = SearchKind::kOwn};
};

/// Describes a solver that another program runs; see RegisteredAdapter for both arguments. Of S it
/// needs what describes a Solver, not what builds it.
template <class S>
AdapterType describe_program(std::string program, std::string missing) {
  AdapterType type = describe_adapter<S>(kSolverSearch);
  type.program = std::move(program);
  type.missing = std::move(missing);
  return type;
}

}  // namespace fairway
