#pragma once

/// @file
/// Example: the length of a path by the method `grid`.
///
///     #include "algorithms/methods/registry.hpp"
///
///     double length_by_grid(const FreeSpace& space, const Query& query) {
///       const Registry& registry = Registry::built_in();
///       const std::unique_ptr<Planner> planner = registry.build(space, registry.method("grid"));
///       Answer answer;  // reuse planner and answer for more queries
///       planner->plan(query, answer);
///       return answer.status == PlanStatus::kFound ? length(answer.path) : -1;
///     }

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/parts.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/methods/search_trace.hpp"
#include "algorithms/solvers/improvement.hpp"

namespace fairway {

class RepresentationView;

/// A query between two exact points of a world.
struct Query {
  ///@{ The ends.
  Point start;
  Point goal;
  ///@}
  /// Radius of the agent. The world of the index, eroded by this radius, decides which paths are
  /// legal. Only a planner with PlannerFacts::any_radius answers queries with a radius above 0.
  double radius = 0;
};

/// The outcome of a query. The harness divides `kNoPath` into unreachable (there is no path) and
/// missed (there is a path).
enum class PlanStatus : std::uint8_t { kFound, kNoPath, kStartBlocked, kGoalBlocked, kUnsupported };

/// Time of each phase of a query in nanoseconds, by a steady clock.
struct PhaseTimes {
  ///@{ The phases, in order.
  std::int64_t locate = 0;
  std::int64_t attach = 0;
  std::int64_t search = 0;
  std::int64_t realise = 0;
  std::int64_t smooth = 0;
  ///@}

  /// Sum of the phases.
  std::int64_t total() const { return locate + attach + search + realise + smooth; }
};

/// The answer to a query. Reuse it to avoid allocations.
struct Answer {
  PlanStatus status = PlanStatus::kNoPath;  ///< the outcome
  Path raw;                                 ///< path as the representation realises it
  Path path;                                ///< path after smoothing
  ///@{ Counts of the search: vertices expanded and edges generated.
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  ///@}
  PhaseTimes times;  ///< times of the phases
  /// The successive paths of an anytime method. Times ascend and lengths descend. The last length
  /// is the length of `path`. Empty for other methods.
  std::vector<Improvement> improvements;
};

/// Facts about a planner's index. They change only with the index.
struct PlannerFacts {
  bool supported = true;    ///< if false, there is no index, and every answer is kUnsupported
  bool any_radius = false;  ///< whether queries may have a radius above 0; see serves_any_radius()
  PartSet parts;            ///< structures derived from free space that the method uses
  std::int64_t build_nanoseconds = 0;  ///< build time of the method's index, without `parts`
  /// Names and times of the phases of the build.
  std::vector<std::pair<std::string, std::int64_t>> build_phases;
  std::size_t memory_bytes = 0;  ///< memory of the index
  std::size_t vertices = 0;      ///< number of vertices of the graph
  std::size_t edges = 0;         ///< number of undirected edges of the graph
  double coverage = 0;           ///< share of the free area that the representation represents
  int components = 0;            ///< number of connected components of the graph
};

/// Whether a picture shows the sides of cells or the edges of a graph.
enum class DrawingKind : std::uint8_t { kCells, kEdges };
/// Receives the segments of a picture.
using SegmentSink = std::function<void(Point, Point)>;

/// A method for one world. A query is one virtual call. A planner has an immutable index and its
/// own scratch space. It belongs to one thread; other threads use forks.
class Planner {
 public:
  virtual ~Planner() = default;
  /// Returns a planner over the same index with its own scratch space and the same answers.
  /// Thread-safe. The fork may outlive this planner.
  virtual std::unique_ptr<Planner> fork() const = 0;
  /// Answers a query. Sets every member of the answer. Throws std::invalid_argument for a radius
  /// that is negative or not finite, and for a radius above 0 without PlannerFacts::any_radius.
  virtual void plan(const Query& query, Answer& answer) = 0;
  virtual const PlannerFacts& facts() const = 0;  ///< facts about the index
  /// Bytes of the scratch space on the heap. Queries enlarge the scratch space. O(b + p) for b
  /// buffers and p memory pages of search state.
  virtual std::size_t scratch_bytes() const = 0;
  /// Like plan(), but slower, and records the steps of the search. The trace is empty if the method
  /// does not record steps.
  virtual void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) {
    trace.clear();
    plan(query, answer);
  }
  /// Returns a view of the index for inspections, or null if the method has no graph. The view
  /// refers to the index.
  virtual std::unique_ptr<RepresentationView> view() const;
  /// Passes the segments of a picture to `segment`, and returns their kind. By default, passes no
  /// segments.
  virtual DrawingKind draw(const SegmentSink& segment) const {
    static_cast<void>(segment);
    return DrawingKind::kEdges;
  }
};

}  // namespace fairway
