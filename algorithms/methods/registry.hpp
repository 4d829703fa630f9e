#pragma once

/// @file
/// Example: print which methods of this program find a path.
///
///     #include <cstdio>
///
///     void print_methods(const FreeSpace& space, const Query& query) {
///       const Registry& registry = Registry::built_in();
///       Answer answer;
///       for (const Method& method : registry.methods()) {
///         registry.build(space, method)->plan(query, answer);
///         if (answer.status == PlanStatus::kFound) std::puts(method.name.c_str());
///       }
///     }

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

/// A registered representation or solver, with options as JSON.
struct RegisteredAdapter {
  RegisteredAdapter() = default;
  /// Wraps the functions of an adapter in functions that accept options as JSON.
  explicit RegisteredAdapter(const AdapterType& type);

  std::string name;       ///< name of the adapter
  Guarantees guarantees;  ///< promises of the first method
  /// The options. The default of an option is its value in the first method.
  std::vector<OptionInfo> options;
  std::vector<Method> methods;  ///< the methods; the first has the adapter's name
  /// Whether the adapter is a solver. A solver uses only the smoother from the search settings.
  bool searches_itself = false;
  /// Whether the octile heuristic is a lower bound with these options. All options must be given.
  std::function<bool(const OptionValues& options)> octile_is_bound;
  /// Whether methods may use the adapter's own search; true for a solver.
  bool has_own_search = false;
  /// Returns values for all options. An option that is not given has the value of the first method.
  /// Throws OptionError.
  std::function<OptionValues(const OptionValues& given)> complete;
  /// Returns the promises of a method with these options. All options must be given.
  std::function<Guarantees(const OptionValues& options)> promises;
  /// Returns the structures derived from free space that a method and its smoother use.
  std::function<PartSet(const FreeSpace&, const Method&)> parts;
  /// The installed program that runs the methods, such as "fairway-detour"; empty for this program.
  std::string program = {};
  /// How to get `program` if it was not built; empty if it was built or if `program` is empty.
  std::string missing = {};
  /// Whether a method can answer queries in a world. If false, build() builds an empty index.
  /// Building may still run out of memory. The function is null if another program runs the
  /// methods.
  std::function<bool(const FreeSpace&, const Method&)> supports;
  /// Builds a method on a free space, which must outlive the index. The function is null if another
  /// program runs the methods.
  std::function<std::shared_ptr<BuiltIndex>(const FreeSpace&, const Method&)> build;
  /// Returns a planner over an index of build(). If the given search is not null, it replaces A*;
  /// for a solver, it must be null. The function is null if another program runs the methods.
  std::function<std::unique_ptr<Planner>(std::shared_ptr<const BuiltIndex>,
                                         std::unique_ptr<GraphSearch>)>
      plan;
};

/// Throws OptionError for search settings that the adapter does not support:
/// - the search `own` if the adapter has no own search;
/// - any other search for a solver;
/// - a clearance weight together with a search other than A*;
/// - D* Lite with an inconsistent estimate;
/// - the octile heuristic if it is no lower bound.
///
/// All options must be given.
void check_search(const RegisteredAdapter& adapter, const OptionValues& options,
                  const SearchSettings& search);

/// Returns `method` after changes. `given` holds new values for options of the adapter and for
/// search settings, by name. Throws OptionError for an unknown name, for a search setting without
/// effect, and like check_search().
Method with_options(const RegisteredAdapter& adapter, Method method, const OptionValues& given);

/// Returns the promises of a method of this adapter. `optimal` also requires a search that finds
/// cheapest paths. `any_radius` also requires settings that serves_any_radius() accepts.
/// Precondition: the method has all options.
Guarantees promises_of(const RegisteredAdapter& adapter, const Method& method);

/// Thrown for an unregistered name, or for a name that needs a program which was not built. what()
/// lists the registered names, or states how to get the missing program.
class UnknownName : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The adapters of a program and their methods, by name.
class Registry {
 public:
  /// `adapters` run in this program. `others` run in programs that are installed beside this
  /// program. `uses` names the third-party library in this program and its version; it is empty for
  /// Fairway itself. `searches` are the searches that methods may use instead of A*. Throws
  /// std::logic_error if a name is registered twice.
  explicit Registry(std::vector<RegisteredAdapter> adapters,
                    std::vector<RegisteredAdapter> others = {}, std::string uses = {},
                    std::vector<RegisteredSearch> searches = {});
  /// Overload that converts each adapter to a RegisteredAdapter.
  explicit Registry(const std::vector<AdapterType>& adapters,
                    const std::vector<AdapterType>& others = {}, std::string uses = {},
                    std::vector<RegisteredSearch> searches = {});

  /// The adapters of this program. cmake/programs.cmake generates this function.
  static const Registry& built_in();

  ///@{ The adapters of this program, and their methods in order.
  const std::vector<RegisteredAdapter>& adapters() const { return adapters_; }
  std::vector<Method> methods() const;
  ///@}
  /// Adapters that programs beside this one run, including programs that were not built.
  const std::vector<RegisteredAdapter>& others() const { return others_; }
  /// Name and version of the third-party library in this program; empty for Fairway itself.
  const std::string& uses() const { return uses_; }

  /// Returns the adapter with this name, of this program or of a program beside it. Throws
  /// UnknownName.
  const RegisteredAdapter& adapter(std::string_view name) const;
  /// Returns the method with this name, of this program or of a program beside it. Each method NAME
  /// also exists as NAME-rebuilt, which always rebuilds its index when the world changes. Throws
  /// UnknownName.
  const Method& method(std::string_view name) const;

  /// See promises_of(). Preconditions: the adapter is registered, and the method has all options.
  Guarantees promises(const Method& method) const {
    return promises_of(adapter(method.adapter), method);
  }
  /// Builds the index of a method. Throws OptionError if the adapter does not support the method's
  /// search, or if this program does not contain the search. Throws UnknownName if another program
  /// must build the index.
  std::shared_ptr<BuiltIndex> build_index(const FreeSpace& space, const Method& method) const;
  /// Returns a planner over an index of build_index().
  std::unique_ptr<Planner> plan(std::shared_ptr<const BuiltIndex> index,
                                const Method& method) const;
  /// Builds the index of a method and returns its planner. Throws like build_index().
  std::unique_ptr<Planner> build(const FreeSpace& space, const Method& method) const {
    return plan(build_index(space, method), method);
  }

 private:
  const RegisteredSearch* search(SearchKind kind) const;
  void add(RegisteredAdapter adapter, std::vector<RegisteredAdapter>& to);

  std::vector<RegisteredAdapter> adapters_;
  std::vector<RegisteredAdapter> others_;
  /// The methods NAME-rebuilt. They are not in methods(), because they differ from the methods NAME
  /// only in changing worlds.
  std::vector<Method> rebuilt_;
  std::string uses_;
  std::vector<RegisteredSearch> searches_;
};

}  // namespace fairway
