#pragma once

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
  Point start;
  Point goal;
};

/// The result of a query. The harness splits `kNoPath` into unreachable and missed.
enum class PlanStatus : std::uint8_t { kFound, kNoPath, kStartBlocked, kGoalBlocked, kUnsupported };

/// Nanoseconds of each phase of a query, by a steady clock.
struct PhaseTimes {
  std::int64_t locate = 0;
  std::int64_t attach = 0;
  std::int64_t search = 0;
  std::int64_t realise = 0;
  std::int64_t smooth = 0;

  std::int64_t total() const { return locate + attach + search + realise + smooth; }
};

/// Reused from query to query.
struct Answer {
  PlanStatus status = PlanStatus::kNoPath;
  Path raw;   ///< as the representation realises it
  Path path;  ///< after smoothing
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  PhaseTimes times;
  /// If the method tells: the paths that it found one after the other. Times ascend, lengths
  /// descend; the last length is that of `path`.
  std::vector<Improvement> improvements;
};

struct PlannerFacts {
  bool supported = true;  ///< false: nothing was built, every answer is kUnsupported
  PartSet parts;          ///< of the free space, which the method uses; made before the build
  std::int64_t build_nanoseconds = 0;
  std::vector<std::pair<std::string, std::int64_t>> build_phases;
  std::size_t memory_bytes = 0;  ///< of the index
  std::size_t vertices = 0;
  std::size_t edges = 0;  ///< undirected ones
  double coverage = 0;    ///< share of the free area that the representation represents
  int components = 0;
};

/// The kind of a planner's picture.
enum class DrawingKind : std::uint8_t { kCells, kEdges };
using SegmentSink = std::function<void(Point, Point)>;

/// The type-erased interface of a method on one world: one virtual call per query. It has an
/// immutable index, and scratch space, so that it belongs to one thread; other threads take forks.
class Planner {
 public:
  virtual ~Planner() = default;
  /// A planner over the same index with its own scratch space and the same answers. May be called
  /// while other planners plan; the fork may outlive this planner.
  virtual std::unique_ptr<Planner> fork() const = 0;
  virtual void plan(const Query& query, Answer& answer) = 0;
  virtual const PlannerFacts& facts() const = 0;
  /// Bytes of the scratch space on the heap, which grows with the queries that were asked: what a
  /// thread takes besides the index. O(buffers + pages of search state).
  virtual std::size_t scratch_bytes() const = 0;
  /// Answers as plan() does, but slower, and records the steps of the search, if there is one.
  virtual void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) {
    trace.clear();
    plan(query, answer);
  }
  /// A view of what was built, for examinations; null without a graph. It refers to the shared
  /// index.
  virtual std::unique_ptr<RepresentationView> view() const;
  /// Passes the segments of a picture, if there is one: the borders of cells or the edges of the
  /// graph.
  virtual DrawingKind draw(const SegmentSink& segment) const {
    static_cast<void>(segment);
    return DrawingKind::kEdges;
  }
};

}  // namespace fairway
