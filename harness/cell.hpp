#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "harness/judge.hpp"
#include "harness/planner.hpp"
#include "harness/records.hpp"

namespace fairway {

/// One method on one world: what to build, what to ask, and what to keep for pictures. The planner
/// is made by a function, so that it may as well live in another process.
struct CellTask {
  std::function<std::unique_ptr<Planner>()> build;
  std::span<const QueryRecord> queries;
  int repetitions = 1;
  std::span<const std::size_t> drawn;  ///< queries whose paths are kept
  /// Where the planner's picture is kept too: the world's box, and the place to show of a picture
  /// that is too big.
  std::optional<Box> drawing;
  Point drawing_centre;
};

/// Builds a method, asks every query once to warm up and to judge its path, then repeats all of
/// them with the clock. Whatever the planner throws becomes a status. Asks `stop` between queries;
/// returns nothing where it says so.
std::optional<CellRecord> measure_cell(const CellTask& task, Judge& judge,
                                       const std::function<bool()>& stop);

/// A planner's picture: all its segments where they are at most kMaxDrawnSegments, else those that
/// touch a window round a centre, as big as the limit allows.
inline constexpr std::size_t kMaxDrawnSegments = 40'000;
DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre);

}  // namespace fairway
