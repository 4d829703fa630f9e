#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/methods/search_trace.hpp"

namespace fairway {

class RepresentationView;

/// A query between two exact points of a world.
struct Query {
  Point start;
  Point goal;
};

/// What a planner says of a query. The harness tells `kNoPath` apart into unreachable and missed.
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
  Path raw;   ///< as the representation draws it
  Path path;  ///< after smoothing
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  PhaseTimes times;
};

/// Facts of a built planner.
struct PlannerFacts {
  bool supported = true;  ///< false: nothing was built, every answer is kUnsupported
  std::int64_t build_nanoseconds = 0;
  std::vector<std::pair<std::string, std::int64_t>> build_phases;
  std::size_t memory_bytes = 0;
  std::size_t vertices = 0;
  std::size_t edges = 0;  ///< undirected ones
  double coverage = 0;    ///< share of the free area that the representation represents
  int components = 0;
};

/// What a planner draws of itself.
enum class DrawingKind : std::uint8_t { kCells, kEdges };
using SegmentSink = std::function<void(Point, Point)>;

/// The type-erased face of a method: one virtual call a query. A planner is built for one world. It
/// is an index, which is immutable, and the scratch space of its queries: so it belongs to one
/// thread, and each further thread takes a fork of its own.
class Planner {
 public:
  virtual ~Planner() = default;
  /// A planner over the same index, with scratch space of its own: nothing is built again, and it
  /// answers as this one does. May be called while others plan; the forks live on without this one.
  virtual std::unique_ptr<Planner> fork() const = 0;
  virtual void plan(const Query& query, Answer& answer) = 0;
  virtual const PlannerFacts& facts() const = 0;
  /// Answers as plan() does, only slower, and writes down what the search did. A planner without a
  /// search to show leaves the trace empty.
  virtual void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) {
    trace.clear();
    plan(query, answer);
  }
  /// What was built, for those who examine it. It refers to what this planner and its forks share.
  /// nullptr where there is no graph.
  virtual std::unique_ptr<RepresentationView> view() const;
  /// Passes the segments that picture the representation, for drawings: the borders of its cells or
  /// the edges of its graph. A planner that has no picture passes none.
  virtual DrawingKind draw(const SegmentSink& segment) const {
    static_cast<void>(segment);
    return DrawingKind::kEdges;
  }
};

}  // namespace fairway
