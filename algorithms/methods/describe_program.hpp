#pragma once

#include <string>
#include <utility>

#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// Returns the search settings for a method that belongs to a solver.
inline constexpr auto kSolverSearch = [](const auto& method) {
  return SearchSettings{.smoother = method.smoother, .search = SearchKind::kOwn};
};

/// Describes a solver that another program runs. See RegisteredAdapter for `program` and `missing`.
/// S needs only the members that describe a Solver; build() and solve() may be missing.
template <class S>
AdapterType describe_program(std::string program, std::string missing) {
  AdapterType type = describe_adapter<S>(kSolverSearch);
  type.program = std::move(program);
  type.missing = std::move(missing);
  return type;
}

}  // namespace fairway
