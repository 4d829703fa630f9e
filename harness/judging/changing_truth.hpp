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

/// The queries of a changing world in the order of its steps, not solved.
std::vector<QueryRecord> queries_of(const ChangingWorld& world);

/// A changing world that is built anew after each burst: the truth that methods are held against.
class ChangingTruth final : public JudgedWorld {
 public:
  /// `radius` is the agent's: then the world is eroded at each moment. `queries`, in the order of
  /// the steps, are solved at their moments; none if they are solved already. Keeps a reference to
  /// the world. Throws InputError for a world that is not valid, or has no room for the agent.
  explicit ChangingTruth(const ChangingWorld& world, double radius = 0,
                         std::vector<QueryRecord> queries = {});
  ~ChangingTruth() override;

  int bursts_left() const override { return static_cast<int>(bursts_.size() - applied_); }
  /// Builds the world anew. O(n log n + cells). Also throws if the agent has no room left. Of an
  /// eroded world the burst changes the border.
  const Burst& apply_next_burst() override;
  Burst applied_bursts() const override;
  /// At first the time to prepare for bursts, and to erode the first world.
  std::int64_t erosion_ns() const override { return erosion_ns_; }
  /// Whether eroding near each change has given the border so far; else the whole world is eroded.
  bool erodes_locally() const { return local_ != nullptr; }
  /// Bytes that eroding keeps for the next burst; 0 if the world is not eroded.
  std::int64_t erosion_bytes() const;
  /// The world as it is; valid until the next burst.
  const FreeSpace& space() const { return eroded_ ? *eroded_ : moment_.space(); }
  /// The message, too, says so if an illegal path was legal before the last burst.
  AnswerRecord judge(const QueryRecord& query, const Answer& answer) override;
  /// The exact optimum in the world as it is. Made when it is first asked for after a burst.
  const Reference& reference();
  void solve(std::span<QueryRecord> asked) override;
  /// The queries, solved as far as their moments have come, and the packed paths of those solved.
  std::vector<QueryRecord>& queries() { return queries_; }
  std::vector<std::string>& optima() { return optima_; }
  /// What each burst so far has changed.
  std::vector<BurstRecord>& bursts() { return records_; }
  /// Holds the world at each moment: the box of all its cells, or of its outlines.
  const Box& frame() const { return moment_.space().box(); }
  /// The world before all bursts, not eroded.
  const FreeSpace& first() const { return moment_.first(); }

 private:
  std::int64_t erode_whole(int line);
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
  std::optional<Border> first_border_;      ///< of the eroded world, before all bursts
  std::optional<Border> border_;            ///< of the eroded world as it is
  std::unique_ptr<ChangingErosion> local_;  ///< that methods pay for
  std::int64_t erosion_ns_ = 0;             ///< of the last erosion
  Burst border_burst_;                      ///< the last burst of the eroded world
  std::optional<FreeSpace> before_;         ///< the space before the last burst
  std::optional<Judge> judge_;              // of this moment
  std::optional<Reference> reference_;      // of this moment
  std::vector<BurstRecord> records_;
  std::vector<Segment> outline_;  ///< walls of the map as it is, in order
  std::vector<QueryRecord> queries_;
  std::vector<std::string> optima_;
  Reference::Scratch scratch_;
};

}  // namespace fairway
