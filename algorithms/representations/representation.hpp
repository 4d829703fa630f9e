#pragma once

/// @file
/// Example: a representation by two points, with the base class Roadmap.
///
///     #include "algorithms/representations/roadmap.hpp"
///
///     struct Pair : Roadmap {
///       static constexpr std::string_view kName = "pair";
///       struct Options { static void describe(Options&, auto&&) {} };
///       static std::vector<NamedMethod<Options>> methods() { return {{kName, {}}}; }
///       static Pair build(const FreeSpace& space, const Options&) { return Pair(space); }
///       explicit Pair(const FreeSpace& space)  // links two points if they are less than 100 apart
///           : Roadmap(space, std::vector<Point>{space.box().min, space.box().max}, 100) {}
///     };
///     static_assert(check_representation<Pair>());

#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/representations/build_report.hpp"
#include "algorithms/representations/guarantees.hpp"
#include "algorithms/representations/length_range.hpp"
#include "algorithms/settings/option_range.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// A method of an adapter. The first method of methods() has the adapter's name and its best
/// configuration.
template <class Options>
struct NamedMethod {
  std::string_view name;  ///< name, such as "quadtree-centre"
  ///@{ Options and search settings.
  Options options;
  SearchSettings search = {};
  ///@}
};

/// Result of attach().
enum class AttachStatus : std::uint8_t {
  kAttached,        ///< both ends have a link, or a direct path joins them
  kNothingVisible,  ///< there is no direct path, and an end has no link
  ///@{ The start, or the goal, is blocked in the world eroded by the radius of the query.
  kStartBlocked,
  kGoalBlocked,
  ///@}
};

/// The input of realise(): the ends and the vertices of a path. If there are no vertices, the path
/// is the direct segment of the last query attached with the same Scratch. A caller may also pass a
/// single edge or link. In this case, `start` and `goal` are the ends of the edge or link.
struct FoundPath {
  ///@{ The ends of the path, the links found by attach(), and the vertices of the path.
  const Location& start;
  const Location& goal;
  const Attachment& attachment;
  std::span<const Vertex> vertices;
  ///@}
  double radius = 0;  ///< radius of the query; 0 unless the adapter models ServesAnyRadius
};

/// Returns kAttached if both ends have links or a direct path joins them, else kNothingVisible.
inline AttachStatus status_of(const Attachment& attachment) {
  const bool linked = !attachment.start.empty() && !attachment.goal.empty();
  return linked || attachment.direct < std::numeric_limits<double>::infinity()
             ? AttachStatus::kAttached
             : AttachStatus::kNothingVisible;
}

/// One concept for each member of a representation, so that a compiler's message can name the
/// missing member. If a required type such as Options is missing, all concepts of members that use
/// this type are true. So the compiler reports only the missing type.
namespace requirement {

/// A function for describe() that accepts every option. The concepts below pass it to describe().
struct AnyField {
  /// Ignores the option.
  void operator()(std::string_view, auto&, std::string_view, const OptionRange& = {}) const {}
};

template <class R>
concept Name = requires {
  { R::kName } -> std::convertible_to<std::string_view>;
};
template <class R>
concept Promises = requires {
  { R::kGuarantees } -> std::convertible_to<Guarantees>;
};
template <class R>
concept GraphType = SearchGraph<typename R::Graph>;
template <class R>
concept OptionsType = std::default_initializable<typename R::Options> &&
    std::copyable<typename R::Options> && requires(typename R::Options& options) {
  R::Options::describe(options, AnyField{});
};
template <class R>
concept ScratchType = std::default_initializable<typename R::Scratch>;
template <class R>
concept CountedScratch = !ScratchType<R> || HeapBytes<typename R::Scratch>::kKnown;
template <class R>
concept Methods = !OptionsType<R> || requires {
  { R::methods() } -> std::same_as<std::vector<NamedMethod<typename R::Options>>>;
};
template <class R>
concept Build =
    !OptionsType<R> || requires(const FreeSpace& space, const typename R::Options& options) {
  { R::build(space, options) } -> std::same_as<R>;
};
template <class R>
concept GraphAccess = !GraphType<R> || requires(const R& r) {
  { r.graph() } -> std::same_as<const typename R::Graph&>;
};
template <class R>
concept Position = requires(const R& r, Vertex v) {
  { r.position(v) } -> std::same_as<Point>;
};
template <class R>
concept Attach = !ScratchType<R> || requires(const R& r, const Location& end,
                                             typename R::Scratch& scratch, Attachment& attachment) {
  { r.attach(end, end, scratch, attachment) } -> std::same_as<AttachStatus>;
};
template <class R>
concept Realise = !ScratchType<R> || requires(const R& r, const FoundPath& found,
                                              typename R::Scratch& scratch, Path& path) {
  { r.realise(found, scratch, path) } -> std::same_as<void>;
};
template <class R>
concept MemoryBytes = requires(const R& r) {
  { r.memory_bytes() } -> std::convertible_to<std::size_t>;
};
template <class R>
concept Report = requires(const R& r) {
  { r.report() } -> std::same_as<const BuildReport&>;
};

}  // namespace requirement

/// A representation of free space as a graph. Immutable once built. The state of a query is in the
/// caller's Scratch, Attachment and vectors, so that no query allocates. The required members are
/// listed in docs/concepts/representation.md, the optional members in optional_members.hpp.
///
/// Options are a plain struct with `static void describe(Options& options, auto&& field)`. This
/// function calls field("name", options.name, "help text, unit") for each option: a bool, integer,
/// double, string, or an enum with option_names(E). A number may have an OptionRange as fourth
/// argument. Sweep files, the command line and the documentation use this description.
template <class R>
concept Representation = requirement::Name<R> && requirement::Promises<R> &&
    requirement::GraphType<R> && requirement::OptionsType<R> && requirement::ScratchType<R> &&
    requirement::CountedScratch<R> && requirement::Methods<R> && requirement::Build<R> &&
    requirement::GraphAccess<R> && requirement::Position<R> && requirement::Attach<R> &&
    requirement::Realise<R> && requirement::MemoryBytes<R> && requirement::Report<R>;

/// Fails to compile if R is not a Representation. The compiler's message names each member that is
/// missing or has another signature. The build calls this function for every registered adapter.
template <class R>
consteval bool check_representation() {
  static_assert(requirement::Name<R>,
                "a representation needs: static constexpr std::string_view kName");
  static_assert(requirement::Promises<R>,
                "a representation needs: static constexpr Guarantees kGuarantees");
  static_assert(requirement::GraphType<R>,
                "a representation needs: using Graph = ..., a model of SearchGraph "
                "(algorithms/graph/concepts.hpp)");
  if constexpr (requirement::GraphType<R>) {
    BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<typename R::Graph>));
    BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<typename R::Graph>));
  }
  static_assert(requirement::OptionsType<R>,
                "a representation needs: struct Options, default-initialised and copyable, with "
                "static void describe(Options&, auto&& field)");
  static_assert(requirement::ScratchType<R>,
                "a representation needs: struct Scratch, default-initialised, may be empty");
  static_assert(requirement::CountedScratch<R>,
                "a representation needs: std::size_t memory_bytes() const of a Scratch that owns "
                "memory");
  static_assert(requirement::Methods<R>,
                "a representation needs: static std::vector<NamedMethod<Options>> methods()");
  static_assert(requirement::Build<R>,
                "a representation needs: static R build(const FreeSpace&, const Options&)");
  static_assert(requirement::GraphAccess<R>, "a representation needs: const Graph& graph() const");
  static_assert(requirement::Position<R>, "a representation needs: Point position(Vertex) const");
  static_assert(requirement::Attach<R>,
                "a representation needs: AttachStatus attach(const Location& start, "
                "const Location& goal, Scratch&, Attachment&) const");
  static_assert(requirement::Realise<R>,
                "a representation needs: void realise(const FoundPath&, Scratch&, Path&) const");
  static_assert(requirement::MemoryBytes<R>,
                "a representation needs: std::size_t memory_bytes() const");
  static_assert(requirement::Report<R>,
                "a representation needs: const BuildReport& report() const");
  return true;
}

}  // namespace fairway
