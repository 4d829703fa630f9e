#pragma once

#include <string>

#include "algorithms/methods/option_values.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

struct Guarantees;

/// Whether the search finds least paths: its estimate is consistent, or it is the own search of an
/// adapter that promises the optimum. The octile estimate is offered only if moves are limited to
/// eight directions.
bool finds_least_paths(const SearchSettings& settings, const Guarantees& guarantees);

/// All settings that decide how a method plans. Plain data that can be sent to a worker process.
struct Method {
  std::string name;
  std::string adapter;
  OptionValues options;  ///< all of them
  SearchSettings search;
  std::string command =
      {};  ///< the shell command that starts its worker; empty for those of this build
  std::string program = {};  ///< of this build that runs it, see RegisteredAdapter::program

  /// Whether its worker is another program than this one.
  bool is_foreign() const { return !command.empty() || !program.empty(); }
};

}  // namespace fairway
