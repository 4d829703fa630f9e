#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The answer of a solver to a query between two free ends.
struct SolverResult {
  bool found = false;
  std::uint64_t expanded = 0;   ///< nodes taken from the open list
  std::uint64_t generated = 0;  ///< nodes looked at
};

/// A method that a solver offers under its own name. The first one in methods() is the best
/// configuration and carries the solver's name.
template <class Options>
struct NamedSolver {
  std::string_view name;  ///< "grid-jps-stored"
  Options options;
  Smoother smoother = Smoother::kNone;
};

/// Thrown by build() for a world that the solver is not made for; what() says why.
class UnsupportedWorld : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One concept for each member of a solver, so that a message can name what is missing.
namespace solver_requirement {

template <class S>
concept Methods = !requirement::OptionsType<S> || requires {
  { S::methods() } -> std::same_as<std::vector<NamedSolver<typename S::Options>>>;
};
template <class S>
concept Solve = !requirement::ScratchType<S> || requires(const S& s, const Location& end,
                                                         typename S::Scratch& scratch, Path& path) {
  { s.solve(end, end, scratch, path) } -> std::same_as<SolverResult>;
};

}  // namespace solver_requirement

/// A way to answer queries by a search of its own. A solver makes its nodes as it goes, or prunes
/// by what it knows of the goal, and so has no graph for the shared A*. Immutable once built. All
/// per-query state lives in the caller's Scratch and path, which are reused, so that no query
/// allocates. Promises about a graph (realised_cost, corridors) do not apply to it.
///
///   struct MySolver {
///     static constexpr std::string_view kName = "my-solver";
///     static constexpr Guarantees kGuarantees{...};
///     using Options = ...;   // as a representation's
///     using Scratch = ...;   // per thread; may be an empty struct. One that owns memory has
///                            // std::size_t memory_bytes() const, see heap_bytes.hpp
///     static std::vector<NamedSolver<Options>> methods();
///     static MySolver build(const FreeSpace&, const Options&);
///                                     // may keep a reference to the free space, which outlives it
///     SolverResult solve(const Location& start, const Location& goal, Scratch&, Path&) const;
///                                     // both ends are free; replaces the path, which is empty
///                                     where
///                                     // none is found
///     std::size_t memory_bytes() const;
///     const BuildReport& report() const;
///     // where it can tell: what a search may stand on, and undirected moves between them
///     std::size_t vertex_count() const;
///     std::size_t edge_count() const;
///     // where it goes on to look for shorter paths: those it found in the last solve() with this
///     // scratch, in order, each shorter than the one before; times are since that solve() began
///     std::span<const Improvement> improvements(const Scratch&) const;
///     // where it has a picture: calls segment(Point, Point) for the sides of its cells
///     void draw(auto&& segment) const;
///   };
template <class S>
concept Solver = requirement::Name<S> && requirement::Promises<S> && requirement::OptionsType<S> &&
    requirement::ScratchType<S> && requirement::CountedScratch<S> &&
    solver_requirement::Methods<S> && requirement::Build<S> && solver_requirement::Solve<S> &&
    requirement::MemoryBytes<S> && requirement::Report<S>;

/// Fails to compile where S is no Solver, with a line for each member that is missing or has
/// another signature. The build applies it to every registered solver.
template <class S>
consteval bool check_solver() {
  static_assert(requirement::Name<S>, "a solver needs: static constexpr std::string_view kName");
  static_assert(requirement::Promises<S>,
                "a solver needs: static constexpr Guarantees kGuarantees");
  static_assert(requirement::OptionsType<S>,
                "a solver needs: struct Options, default-initialised and copyable, with "
                "static void describe(Options&, auto&& field)");
  static_assert(requirement::ScratchType<S>,
                "a solver needs: struct Scratch, default-initialised, may be empty");
  static_assert(requirement::CountedScratch<S>,
                "a solver needs: std::size_t memory_bytes() const of a Scratch that owns memory");
  static_assert(solver_requirement::Methods<S>,
                "a solver needs: static std::vector<NamedSolver<Options>> methods()");
  static_assert(requirement::Build<S>,
                "a solver needs: static S build(const FreeSpace&, const Options&)");
  static_assert(solver_requirement::Solve<S>,
                "a solver needs: SolverResult solve(const Location& start, const Location& goal, "
                "Scratch&, Path&) const");
  static_assert(requirement::MemoryBytes<S>, "a solver needs: std::size_t memory_bytes() const");
  static_assert(requirement::Report<S>, "a solver needs: const BuildReport& report() const");
  return true;
}

}  // namespace fairway
