#pragma once

#include <span>

#include "algorithms/freespace/clearance.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// Converts the answer of a planner to the stored record. It trusts only the points of the path,
/// and recomputes legality, lengths and gaps from them. Not thread-safe.
class Judge {
 public:
  /// Keeps a reference to the free space. Clearance is the distance to the walls of the free space.
  explicit Judge(const FreeSpace& space) : Judge(space, space.walls()) {}
  /// Clearance is the distance to `walls`: the walls of the world before erosion.
  Judge(const FreeSpace& space, std::span<const Wall> walls);

  /// Judges an answer. Returns its record without times.
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
