#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/judging/judged_world.hpp"
#include "harness/judging/reference.hpp"
#include "harness/records/records.hpp"

namespace fairway {

class ChangingErosion;

/// The queries of a changing world in the order of its steps, without optima.
std::vector<QueryRecord> queries_of(const ChangingWorld& world);

/// A changing world that is rebuilt after each burst. The answers of methods are judged in the
/// rebuilt world.
class ChangingTruth final : public JudgedWorld {
 public:
  /// Erodes the world by `radius`, at the start and after each burst. Solves each query when all
  /// bursts before the query have been applied. Pass no queries if they are solved already.
  /// Precondition: the queries have the order of the steps. Keeps a reference to the world. Throws
  /// InputError for an invalid world, or if the agent has no room.
  explicit ChangingTruth(const ChangingWorld& world, double radius = 0,
                         std::vector<QueryRecord> queries = {});
  ~ChangingTruth() override;

  int bursts_left() const override { return static_cast<int>(bursts_.size() - applied_); }
  /// Applies the burst and rebuilds the world. Returns the burst. If the world is eroded, returns
  /// the change of the eroded border instead. Throws InputError for an invalid burst, or if the
  /// agent has no room left. O(n log n + cells).
  const Burst& apply_next_burst() override;
  Burst applied_bursts() const override;
  /// See JudgedWorld. Before the first burst, this is the time to erode the first world and to
  /// prepare for bursts.
  std::int64_t erosion_ns() const override { return erosion_ns_; }
  /// Whether every erosion near a change has given the right border so far. After the first wrong
  /// border, each burst erodes the whole world.
  bool erodes_locally() const { return local_ != nullptr; }
  /// Bytes that the erosion keeps for the next burst; 0 if the world is not eroded.
  std::int64_t erosion_bytes() const;
  /// The current world; valid until the next burst.
  const FreeSpace& space() const { return eroded_ ? *eroded_ : moment_.space(); }
  /// As in JudgedWorld. If a path is illegal, the message also states whether it was legal before
  /// the last burst.
  AnswerRecord judge(const QueryRecord& query, const Answer& answer) override;
  /// The exact solver of the current world, built on the first call after a burst.
  const Reference& reference();
  void solve(std::span<QueryRecord> asked) override;
  /// The queries, and their optimal paths in packed form. Queries after bursts that are not applied
  /// yet are not solved.
  std::vector<QueryRecord>& queries() { return queries_; }
  std::vector<std::string>& optima() { return optima_; }
  /// The bursts applied so far.
  std::vector<BurstRecord>& bursts() { return records_; }
  /// A box that contains the world at each moment: the box of all cells, or the box of all
  /// outlines.
  const Box& frame() const { return moment_.space().box(); }
  /// The world before all bursts, not eroded.
  const FreeSpace& first() const { return moment_.first(); }

 private:
  std::int64_t erode_all(int line);
  void solve_moment();
  void erode(const Burst& burst, int line);
  template <class Erode>
  void erode_locally(std::int64_t whole_ns, Erode erode);

  const ChangingWorld& world_;
  double radius_;
  std::vector<const BurstStep*> bursts_;
  std::size_t applied_ = 0;
  WorldMoment moment_;
  std::optional<FreeSpace> eroded_;
  std::optional<Border> first_border_;  ///< border of the eroded world before all bursts
  std::optional<Border> border_;        ///< border of the current eroded world
  /// Erodes the world near changes. Null if erodes_locally() is false.
  std::unique_ptr<ChangingErosion> local_;
  std::int64_t erosion_ns_ = 0;         ///< time of the last erosion in nanoseconds
  Burst border_burst_;                  ///< change of the eroded world by the last burst
  std::optional<FreeSpace> before_;     ///< space() before the last burst
  std::optional<Judge> judge_;          // judge of the current world
  std::optional<Reference> reference_;  // reference of the current world
  std::vector<BurstRecord> records_;
  std::vector<Segment> outline_;  ///< walls of the current world before erosion, sorted
  std::vector<QueryRecord> queries_;
  std::vector<std::string> optima_;
  Reference::Scratch scratch_;
};

}  // namespace fairway
