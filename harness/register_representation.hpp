#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/planner_for.hpp"
#include "harness/registry.hpp"

namespace fairway {

/// An adapter as the harness knows it. This is what compiles its planner.
template <Representation R>
RegisteredRepresentation register_representation() {
  using Options = typename R::Options;
  const std::vector<NamedMethod<Options>> methods = R::methods();
  const Options standard = methods.empty() ? Options{} : methods.front().options;
  RegisteredRepresentation entry;
  entry.name = R::kName;
  entry.guarantees = R::kGuarantees;
  entry.options = option_infos(standard);
  for (const NamedMethod<Options>& m : methods) {
    entry.methods.push_back({std::string(m.name), entry.name, option_values(m.options),
                             with_search_values(SearchSettings{}, {{"heuristic", m.heuristic},
                                                                   {"smoother", m.smoother},
                                                                   {"search", m.search},
                                                                   {"stop", m.stop},
                                                                   {"reject", m.reject},
                                                                   {"look_ahead", m.look_ahead}})});
  }
  entry.complete = [standard](const OptionValues& given) {
    return option_values(with_option_values(standard, given));
  };
  entry.promises = [](const OptionValues& options) {
    return guarantees_of<R>(with_option_values(Options{}, options));
  };
  entry.build = [](const FreeSpace& space, const Method& method) -> std::unique_ptr<Planner> {
    return std::make_unique<PlannerFor<R>>(space, with_option_values(Options{}, method.options),
                                           method.search);
  };
  return entry;
}

}  // namespace fairway
