#pragma once

/// @file
/// Example: print how far a path is from the optimum, and why.
///
///     #include <cstdio>
///
///     void print_gap(const FreeSpace& space, Point start, Point goal, const Path& path) {
///       const PathJudge judge(space);
///       PathJudge::Scratch scratch;
///       const Judgement found = judge.judge(start, goal, path, scratch);
///       std::printf("gap %g, cause %s\n", found.gap, found.cause);
///     }

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "algorithms/smoothing/homotopic.hpp"

namespace fairway {

/// A legal path may be shorter than the optimum by this ratio: both lengths are sums of rounded
/// doubles. Gaps up to this size are rounding errors.
inline constexpr double kGapRounding = 1e-9;

/// The gap of a path and its two parts, corridor_gap and slack. A member that cannot be computed is
/// NaN.
struct PathGap {
  double gap = std::numeric_limits<double>::quiet_NaN();  ///< length / optimum - 1
  /// Length of the shortest homotopic path / optimum - 1.
  double corridor_gap = std::numeric_limits<double>::quiet_NaN();
  /// Length of the path / length of the shortest homotopic path - 1.
  double slack = std::numeric_limits<double>::quiet_NaN();
};

/// Returns the gap of a legal path. O(n) for n triangles that the path crosses.
PathGap gap_of(const FreeSpace& space, std::span<const Point> path, double optimum,
               HomotopicScratch& scratch, Path& homotopic);

/// The judgement of a path. A member that cannot be computed, such as the gap of an illegal path,
/// is NaN.
struct Judgement : PathGap {
  bool legal = false;         ///< whether the path is legal and leads from start to goal
  std::int64_t segment = -1;  ///< first illegal segment, from 0; -1 if all segments are legal
  /// If the path is legal, the larger part of its gap ("corridor" or "slack"), or "none" if it has
  /// no gap. If the path is illegal, "walls" if a segment is illegal, "ends" if the path does not
  /// lead from start to goal, or "no path" if it has no points.
  const char* cause = "no path";
  std::string reason;  ///< why the path is illegal; empty if it is legal
  double length = std::numeric_limits<double>::quiet_NaN();  ///< length of the path
  double optimum = 0;  ///< length of the shortest legal path; infinity if there is none
};

/// Judges paths by an exact checker and two exact solvers. Immutable; keeps a reference to the
/// space. Several threads may use it.
class PathJudge {
 public:
  /// Scratch space of a judgement, one per thread. It may serve several judges.
  struct Scratch {
    ///@{ Scratch space of each step.
    ExactSolvers::Scratch exact;
    HomotopicScratch homotopic;
    Path path;
    ///@}
  };

  /// Builds both solvers.
  explicit PathJudge(const FreeSpace& space) : space_(space), solvers_(space), checker_(space) {}

  /// Returns the length of the shortest path, infinity if there is none. `path` receives the path.
  /// Preconditions: start and goal lie in free space. Throws std::logic_error if the solvers
  /// disagree.
  double optimum(Point start, Point goal, Scratch& scratch, Path& path) const;
  /// Judges a path. Has the preconditions and errors of optimum(). Also throws std::logic_error if
  /// a legal path is shorter than the optimum.
  Judgement judge(Point start, Point goal, std::span<const Point> path, Scratch& scratch) const;

 private:
  const FreeSpace& space_;
  ExactSolvers solvers_;
  PathChecker checker_;
};

}  // namespace fairway
