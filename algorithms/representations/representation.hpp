#pragma once

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

/// A method that a representation offers under its own name. The first one in methods() is the best
/// configuration and carries the representation's name.
template <class Options>
struct NamedMethod {
  std::string_view name;  ///< "quadtree-centre"
  Options options;
  SearchSettings search = {};
};

enum class AttachStatus : std::uint8_t {
  kAttached,
  kNothingVisible,  ///< an end has no visible link to the representation
};

/// A path to be drawn: its vertices, and what attach() was told and has found. Without vertices it
/// is the direct link, of the query last attached with the scratch. A single edge or link of the
/// graph may be asked for with other ends: its own.
struct FoundPath {
  const Location& start;
  const Location& goal;
  const Attachment& attachment;
  std::span<const Vertex> vertices;
};

/// kAttached if both ends have links or a direct path joins them.
inline AttachStatus status_of(const Attachment& attachment) {
  const bool linked = !attachment.start.empty() && !attachment.goal.empty();
  return linked || attachment.direct < std::numeric_limits<double>::infinity()
             ? AttachStatus::kAttached
             : AttachStatus::kNothingVisible;
}

/// One value of an option. Options are plain structs with
///   static void describe(Options& options, auto&& field)
/// that calls field("name", options.name, "what it is, unit") once for each member (bool, int,
/// double, string, or an enum with option_names(E) -> span<const string_view>). A number may have a
/// fourth argument, its OptionRange. Sweep files, the command line and the documentation all read
/// that one description.

/// One concept for each member of a representation, so that a message can name what is missing. One
/// that speaks of a type holds where the type itself is what is missing.
namespace requirement {

/// What describe() may be given.
struct AnyField {
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
concept CountedScratch = !ScratchType<R> || HeapBytes<typename R::Scratch>::known;
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

/// A way to represent free space as a graph. Immutable once built; all per-query state lives in the
/// caller's Scratch, Attachment and output vectors, which are reused, so that no query allocates.
///
///   struct MyRepresentation {
///     static constexpr std::string_view kName = "my-representation";
///     static constexpr Guarantees kGuarantees{...};
///     using Graph = ...;     // models SearchGraph
///     using Options = ...;   // see above
///     using Scratch = ...;   // per thread; may be an empty struct. One that owns memory has
///                            // std::size_t memory_bytes() const, see heap_bytes.hpp
///     static std::vector<NamedMethod<Options>> methods();
///     static MyRepresentation build(const FreeSpace&, const Options&);
///                                     // may keep a reference to the free space, which outlives it
///     const Graph& graph() const;
///     Point position(Vertex) const;
///     AttachStatus attach(const Location& start, const Location& goal, Scratch&, Attachment&)
///     const;
///                                     // both ends are free; clears the attachment first
///     void realise(const FoundPath&, Scratch&, Path&) const;
///                                     // the realised path; its length is the search's cost
///     std::size_t memory_bytes() const;
///     const BuildReport& report() const;
///   };
///
/// Members that it may have besides are in optional_members.hpp.
template <class R>
concept Representation = requirement::Name<R> && requirement::Promises<R> &&
    requirement::GraphType<R> && requirement::OptionsType<R> && requirement::ScratchType<R> &&
    requirement::CountedScratch<R> && requirement::Methods<R> && requirement::Build<R> &&
    requirement::GraphAccess<R> && requirement::Position<R> && requirement::Attach<R> &&
    requirement::Realise<R> && requirement::MemoryBytes<R> && requirement::Report<R>;

/// Fails to compile where R is no Representation, with a line for each member that is missing or
/// has another signature. The build asks it of every registered adapter.
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
