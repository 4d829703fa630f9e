#include "harness/judging/changing_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>
#include <variant>

#include "algorithms/changing_space/changing_erosion.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "datasets/read_world.hpp"
#include "harness/records/packed_numbers.hpp"

namespace fairway {

namespace {

double area_of(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point a = ring[i];
    const Point b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return 0.5 * std::abs(twice);
}

/// Makes the record of a burst. `before` is the world before the burst, and `present` are its
/// obstacles.
BurstRecord record_of(const Burst& burst, const FreeSpace& before,
                      const std::vector<Obstacle>& present) {
  BurstRecord record;
  const auto count = [&](const Ring& ring) {
    record.points += static_cast<std::int64_t>(ring.size());
    record.area += area_of(ring);
  };
  for (const CellPatch& patch : burst.patches) {
    for (int y = 0; y < patch.cells.height(); ++y) {
      for (int x = 0; x < patch.cells.width(); ++x) {
        record.area += patch.cells.at(x, y) != before.raster()->at(patch.x + x, patch.y + y);
      }
    }
  }
  for (const Obstacle& obstacle : present) {
    if (std::ranges::find(burst.removed, obstacle.id) != burst.removed.end()) count(obstacle.ring);
  }
  for (const Obstacle& obstacle : burst.added) count(obstacle.ring);
  return record;
}

bool is_before(const Segment& s, const Segment& t) {
  return std::tie(s.a.x, s.a.y, s.b.x, s.b.y) < std::tie(t.a.x, t.a.y, t.b.x, t.b.y);
}

/// The walls of a map as segments, sorted.
std::vector<Segment> outline_of(const FreeSpace& map) {
  std::vector<Segment> outline;
  for (const Wall& wall : map.walls()) outline.push_back({wall.a, wall.b});
  std::ranges::sort(outline, is_before);
  return outline;
}

/// Returns the walls of `from` that are not in `without`, as packed segments. Precondition: both
/// lists are sorted. O(walls).
std::string packed_difference(const std::vector<Segment>& from,
                              const std::vector<Segment>& without) {
  std::vector<Segment> difference;
  std::ranges::set_difference(from, without, std::back_inserter(difference), is_before);
  return packed_segments(difference);
}

}  // namespace

std::vector<QueryRecord> queries_of(const ChangingWorld& world) {
  std::vector<QueryRecord> queries;
  int bursts = 0;
  for (const Step& step : world.steps) {
    const auto* query = std::get_if<QueryStep>(&step);
    if (query == nullptr) {
      ++bursts;
      continue;
    }
    QueryRecord& q = queries.emplace_back();
    q.number = static_cast<int>(queries.size()) - 1;
    q.query = {query->start, query->goal};
    q.bursts = bursts;
    if (query->octile_length && *query->octile_length >= 0) q.octile = query->octile_length;
  }
  return queries;
}

ChangingTruth::ChangingTruth(const ChangingWorld& world, double radius,
                             std::vector<QueryRecord> queries)
    : world_(world),
      radius_(radius),
      moment_(make_free_space(WorldFile(world.start))),
      queries_(std::move(queries)) {
  for (const Step& step : world.steps) {
    if (const auto* burst = std::get_if<BurstStep>(&step)) bursts_.push_back(burst);
  }
  if (radius_ > 0) {
    const std::int64_t whole_ns = erode_all(1);
    first_border_ = border_ = Border(*eroded_);
    erode_locally(whole_ns,
                  [&] { local_ = std::make_unique<ChangingErosion>(moment_.first(), radius_); });
  }
  outline_ = outline_of(moment_.space());
  solve_moment();
}

void ChangingTruth::solve_moment() {
  Path path;
  for (std::size_t i = optima_.size(); i < queries_.size(); ++i) {
    if (queries_[i].bursts != static_cast<int>(applied_)) return;
    reference().solve(queries_[i], scratch_, path);
    optima_.push_back(packed_points(path));
  }
}

void ChangingTruth::solve(std::span<QueryRecord> asked) {
  if (queries_.empty()) return;
  for (QueryRecord& query : asked) {
    const auto solved = std::ranges::lower_bound(queries_, query.number, {}, &QueryRecord::number);
    query.truth = solved->truth;
    query.optimum = solved->optimum;
  }
}

/// Erodes the whole world. Returns the time in nanoseconds. Throws InputError with `line` if the
/// agent has no room.
std::int64_t ChangingTruth::erode_all(int line) {
  try {
    TimedErosion erosion = timed_erosion(moment_.space(), radius_);
    eroded_ = std::move(erosion.space);
    return erosion.nanoseconds;
  } catch (const InvalidWorld& nothing_left) {
    throw InputError(world_.file, line, nothing_left.what());
  }
}

ChangingTruth::~ChangingTruth() = default;

void ChangingTruth::erode(const Burst& burst, int line) {
  const std::int64_t whole_ns = erode_all(line);
  Border now(*eroded_);
  border_burst_ = border_->burst_to(now);
  border_ = std::move(now);
  erode_locally(whole_ns, [&] {
    if (local_) local_->change(burst);
  });
}

/// Erodes only the part of the world near the change, and measures the time. Then checks the border
/// against the erosion of the whole world, which took `whole_ns`. If the borders are equal, methods
/// are charged only the time of the local erosion. After the first difference, the world is no
/// longer eroded locally, and methods are also charged `whole_ns`.
template <class Erode>
void ChangingTruth::erode_locally(std::int64_t whole_ns, Erode erode) {
  LapClock clock;
  try {
    erode();
  } catch (const std::exception&) {
    local_.reset();
  }
  erosion_ns_ = clock.lap();
  if (local_ && local_->border().edges() != border_->edges()) local_.reset();
  if (!local_) erosion_ns_ += whole_ns;
}

const Burst& ChangingTruth::apply_next_burst() {
  const BurstStep& step = *bursts_.at(applied_++);
  judge_.reset();
  reference_.reset();
  before_ = space();
  const FreeSpace not_eroded = moment_.space();
  const std::vector<Obstacle> present = moment_.obstacles();
  try {
    moment_.change(step.burst);
  } catch (const InvalidBurst& fault) {
    throw InputError(world_.file, line_of(step, fault.added()), fault.what());
  }
  BurstRecord& record = records_.emplace_back(record_of(step.burst, not_eroded, present));
  record.number = static_cast<int>(applied_);
  if (radius_ > 0) erode(step.burst, line_of(step));
  record.content_hash = hash_text(world_hash(space()));
  std::vector<Segment> outline = outline_of(moment_.space());
  record.gone = packed_difference(outline_, outline);
  record.come = packed_difference(outline, outline_);
  outline_ = std::move(outline);
  solve_moment();
  return eroded_ ? border_burst_ : step.burst;
}

Burst ChangingTruth::applied_bursts() const {
  if (eroded_) return first_border_->burst_to(*border_);
  Burst burst;
  if (const Raster* cells = moment_.space().raster()) {
    burst.patches.push_back({0, 0, *cells});
  } else {
    burst.added = moment_.obstacles();
  }
  return burst;
}

std::int64_t ChangingTruth::erosion_bytes() const {
  return local_ ? static_cast<std::int64_t>(local_->memory_bytes()) : 0;
}

AnswerRecord ChangingTruth::judge(const QueryRecord& query, const Answer& answer) {
  if (!judge_) judge_.emplace(space(), moment_.space().walls());
  AnswerRecord record = judge_->judge(query, answer);
  record.outdated =
      before_ && record.fault == Fault::kWalls && PathChecker(*before_).check(answer.path).legal;
  if (record.outdated) {
    record.message += fmt::format("; it was legal before burst {}", applied_);
  }
  return record;
}

const Reference& ChangingTruth::reference() {
  if (!reference_) reference_.emplace(space());
  return *reference_;
}

}  // namespace fairway
