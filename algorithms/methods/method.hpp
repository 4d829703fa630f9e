#pragma once

#include <string>

#include "algorithms/methods/option_values.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

struct Guarantees;

/// Whether the search of a method finds cheapest paths. A search with a consistent estimate finds
/// them. The adapter's own search finds them if the adapter promises optimal paths. The octile
/// estimate counts as consistent, because methods may use it only where moves have eight
/// directions. Returns false for a clearance weight: paths are then cheapest only by the weighted
/// costs.
bool finds_least_paths(const SearchSettings& settings, const Guarantees& guarantees);

/// All settings that decide how a method plans. Plain data that can be sent to a worker process.
struct Method {
  ///@{ Name of the method, and name of its adapter.
  std::string name;
  std::string adapter;
  ///@}
  OptionValues options;   ///< values of all options of the adapter
  SearchSettings search;  ///< search settings
  /// Shell command that starts an external program as worker. Empty if no command is needed,
  /// because a program of this build runs the method.
  std::string command = {};
  /// Name of another program of this build that runs the method. Empty if this program runs it. See
  /// RegisteredAdapter::program.
  std::string program = {};

  /// Whether another program runs the method's worker.
  bool is_foreign() const { return !command.empty() || !program.empty(); }
};

}  // namespace fairway
