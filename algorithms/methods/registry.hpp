#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/adapter_type.hpp"
#include "algorithms/methods/built_index.hpp"
#include "algorithms/methods/graph_search.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/guarantees.hpp"

namespace fairway {

/// A registered representation or solver, which takes its options as JSON.
struct RegisteredAdapter {
  RegisteredAdapter() = default;
  explicit RegisteredAdapter(const AdapterType& type);

  std::string name;
  Guarantees guarantees;
  std::vector<OptionInfo> options;  ///< with the standard values of the first method
  std::vector<Method> methods;      ///< the first carries the adapter's name
  /// Whether it is a solver, which uses only the smoother of the search settings.
  bool searches_itself = false;
  /// Whether the octile heuristic is a lower bound with these options (all of them).
  std::function<bool(const OptionValues& options)> octile_is_bound;
  bool has_own_search = false;  ///< whether methods may choose an own search; always for a solver
  /// The given options over those of the first method. Throws OptionError.
  std::function<OptionValues(const OptionValues& given)> complete;
  /// The promises of a method with these options (all of them).
  std::function<Guarantees(const OptionValues& options)> promises;
  /// The parts of the free space that a method uses in such a world, its smoother included.
  std::function<PartSet(const FreeSpace&, const Method&)> parts;
  /// The program beside this one that runs its methods ("fairway-detour"); empty: this one does.
  std::string program = {};
  /// What to do where that program was not built; empty where it was.
  std::string missing = {};
  /// Whether a method can answer queries in such a world; else building it builds nothing. A build
  /// may still fail, for want of memory. Empty for a program's.
  std::function<bool(const FreeSpace&, const Method&)> supports;
  /// Builds a method on a free space, which must outlive the index. Empty for a program's.
  std::function<std::shared_ptr<BuiltIndex>(const FreeSpace&, const Method&)> build;
  /// A planner over an index that build() made, by another search than A* if one is given, which
  /// only a representation takes. Empty for a program's.
  std::function<std::unique_ptr<Planner>(std::shared_ptr<const BuiltIndex>,
                                         std::unique_ptr<GraphSearch>)>
      plan;
};

/// Throws OptionError for settings that are not this adapter's: an own search if it has none,
/// another search of a solver, or the octile heuristic where it is no lower bound with the options
/// (all of them).
void check_search(const RegisteredAdapter& adapter, const OptionValues& options,
                  const SearchSettings& search);

/// The promises of a method of this adapter: the adapter's, but `optimal` only if the search finds
/// least paths. Precondition: the options are complete.
Guarantees promises_of(const RegisteredAdapter& adapter, const Method& method);

/// An unregistered name, or one whose program was not built. what() says what is known or missing.
class UnknownName : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Registry {
 public:
  /// `others` are run by programs beside this one. `uses` names another's library that this program
  /// is made of, with its version, and is empty for Fairway itself. `searches` are those that a
  /// method may use instead of A*.
  explicit Registry(std::vector<RegisteredAdapter> adapters,
                    std::vector<RegisteredAdapter> others = {}, std::string uses = {},
                    std::vector<RegisteredSearch> searches = {});
  explicit Registry(const std::vector<AdapterType>& adapters,
                    const std::vector<AdapterType>& others = {}, std::string uses = {},
                    std::vector<RegisteredSearch> searches = {});

  /// The adapters of this program; cmake/programs.cmake generates the function.
  static const Registry& built_in();

  const std::vector<RegisteredAdapter>& adapters() const { return adapters_; }
  std::vector<Method> methods() const;
  /// Adapters that programs beside this one run, also those that were not built.
  const std::vector<RegisteredAdapter>& others() const { return others_; }
  const std::string& uses() const { return uses_; }

  /// Also of programs beside this one. Throw UnknownName. For each method NAME there is
  /// NAME-rebuilt, which is built anew where the world changes, though NAME may repair itself.
  const RegisteredAdapter& adapter(std::string_view name) const;
  const Method& method(std::string_view name) const;

  /// See promises_of(). Precondition of both: the adapter is registered and the options are
  /// complete.
  Guarantees promises(const Method& method) const {
    return promises_of(adapter(method.adapter), method);
  }
  /// Throws OptionError if the search is not the adapter's or not built into this program,
  /// UnknownName if another program has to build it.
  std::shared_ptr<BuiltIndex> build_index(const FreeSpace& space, const Method& method) const;
  /// A planner over an index that build_index() made.
  std::unique_ptr<Planner> plan(std::shared_ptr<const BuiltIndex> index,
                                const Method& method) const;
  std::unique_ptr<Planner> build(const FreeSpace& space, const Method& method) const {
    return plan(build_index(space, method), method);
  }

 private:
  const RegisteredSearch* search(SearchKind kind) const;
  void add(RegisteredAdapter adapter, std::vector<RegisteredAdapter>& to);

  std::vector<RegisteredAdapter> adapters_;
  std::vector<RegisteredAdapter> others_;
  std::vector<Method> rebuilt_;  ///< not among methods(), as they differ in changing worlds only
  std::string uses_;
  std::vector<RegisteredSearch> searches_;
};

}  // namespace fairway
