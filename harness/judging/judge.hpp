#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "harness/judging/clearance.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// Turns a planner's answer into the stored record. It trusts only the points of the path, and
/// recomputes legality, lengths and gaps from them. Must be used by one thread.
class Judge {
 public:
  /// Keeps a reference to the free space. Clearance is measured to the free space's walls.
  explicit Judge(const FreeSpace& space) : Judge(space, space.walls()) {}
  /// Measures clearance to other walls: those of the world before it was eroded.
  Judge(const FreeSpace& space, std::span<const Wall> walls);

  /// The answer's record without its times.
  AnswerRecord judge(const QueryRecord& query, const Answer& answer);

 private:
  void judge_path(const QueryRecord& query, const Answer& answer, AnswerRecord& record);
  void measure(const QueryRecord& query, const Path& path, AnswerRecord& record);

  const FreeSpace& space_;
  PathChecker checker_;
  Clearance clearance_;
  HomotopicScratch homotopic_;
  Path homotopic_path_;
};

}  // namespace fairway
