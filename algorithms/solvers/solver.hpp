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

/// Answer of a solver to a query between two free points.
struct SolverResult {
  bool found = false;           ///< whether there is a path
  std::uint64_t expanded = 0;   ///< number of nodes taken from the open list
  std::uint64_t generated = 0;  ///< number of nodes or edges examined
  /// kStartBlocked or kGoalBlocked if the start or the goal is not free in the world eroded by the
  /// radius of the query. Otherwise kAttached.
  AttachStatus ends = AttachStatus::kAttached;
};

/// A method that a solver offers. The first method in methods() has the solver's name and the
/// solver's best configuration.
template <class Options>
struct NamedSolver {
  std::string_view name;                ///< name of the method, such as "grid-jps-stored"
  Options options;                      ///< options of the solver
  Smoother smoother = Smoother::kNone;  ///< smoother for the paths of the method
};

/// Thrown by build() for a world that the solver does not support; what() gives the reason.
class UnsupportedWorld : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;  ///< Takes the reason.
};

/// One concept for each member of a solver: a compiler message then names the missing member.
namespace solver_requirement {

///@{ Members of the concept Solver.
template <class S>
concept Methods = !requirement::OptionsType<S> || requires {
  { S::methods() } -> std::same_as<std::vector<NamedSolver<typename S::Options>>>;
};
template <class S>
concept Solve = !requirement::ScratchType<S> || requires(const S& s, const Location& end,
                                                         typename S::Scratch& scratch, Path& path) {
  { s.solve(end, end, scratch, path) } -> std::same_as<SolverResult>;
};
///@}

}  // namespace solver_requirement

/// A solver answers queries by its own search. It creates nodes during the search, or skips nodes
/// depending on the goal. It therefore has no graph for the shared A*. A built solver is immutable.
/// The caller's Scratch and path hold the state of a query. Queries reuse both objects and allocate
/// only while the objects grow. Promises about a graph (realised_cost, corridors) do not apply to
/// solvers.
///
///   struct MySolver {
///     static constexpr std::string_view kName = "my-solver";
///     static constexpr Guarantees kGuarantees{...};
///     using Options = ...;   // as for a representation
///     using Scratch = ...;   // one per thread; may be empty. A Scratch that owns memory has
///                            // std::size_t memory_bytes() const, see heap_bytes.hpp
///     static std::vector<NamedSolver<Options>> methods();
///     // may keep a reference to the free space, which outlives the solver
///     static MySolver build(const FreeSpace&, const Options&);
///     // both ends are free; replaces the path, by an empty one if there is none
///     SolverResult solve(const Location& start, const Location& goal, Scratch&, Path&) const;
///     std::size_t memory_bytes() const;
///     const BuildReport& report() const;
///     // optional: reported number of vertices, and of undirected edges between them
///     std::size_t vertex_count() const;
///     std::size_t edge_count() const;
///     // optional, if a query continues to look for shorter paths: the paths found in the last
///     // solve() with this scratch, each shorter than its predecessor; times since solve() began
///     std::span<const Improvement> improvements(const Scratch&) const;
///     // optional: calls segment(Point, Point) for the sides of its cells
///     void draw(auto&& segment) const;
///     // for the promise any_radius: like solve(), for an agent of this radius; the path is
///     // legal in the world eroded by the radius
///     SolverResult solve(const Location& start, const Location& goal, double radius, Scratch&,
///                        Path&) const;
///   };
template <class S>
concept Solver = requirement::Name<S> && requirement::Promises<S> && requirement::OptionsType<S> &&
    requirement::ScratchType<S> && requirement::CountedScratch<S> &&
    solver_requirement::Methods<S> && requirement::Build<S> && solver_requirement::Solve<S> &&
    requirement::MemoryBytes<S> && requirement::Report<S>;

/// A solver with solve() for any radius; needed for the promise any_radius.
template <class S>
concept SolvesAnyRadius = requires(const S& s, const Location& end, double radius,
                                   typename S::Scratch& scratch, Path& path) {
  { s.solve(end, end, radius, scratch, path) } -> std::same_as<SolverResult>;
};

/// Fails to compile if S is not a Solver, with a message for each member that is missing or has
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
