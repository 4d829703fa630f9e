#include "harness/sweep/shared_map.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/representations/lap_clock.hpp"
#include "datasets/read_world.hpp"
#include "datasets/tile_table.hpp"
#include "harness/store/sha256.hpp"

namespace fairway {

namespace {

/// Parses the map file of a static world. A Moving AI map gets the cost table of the sweep.
WorldFile parse_static_map(const TextFile& source, const SweepMap& map, const SweepFile& sweep) {
  if (!sweep.terrain || world_format_of(source.text()) != WorldFormat::kMovingAiMap) {
    return parse_world(source, map.read);
  }
  const TileTable table = read_terrain_table(*sweep.terrain);
  return parse_world(source, map.read, &table);
}

ChangingWorld parse_changes(const TextFile& source, const SweepMap& map) {
  map.read.expect_known({}, "a changing world");
  return parse_changing_world(source);
}

}  // namespace

WorldFile read_sweep_map(const SweepMap& map, const SweepFile& sweep) {
  const TextFile source = TextFile::read(map.file);
  if (states_changes(source.text())) return parse_changes(source, map).start;
  return parse_static_map(source, map, sweep);
}

const std::string& SharedMap::sha256() {
  const std::scoped_lock lock(mutex_);
  if (!sha256_) sha256_ = sha256_of_file(map_.file);
  return *sha256_;
}

const SharedMap::Content& SharedMap::content() {
  const std::scoped_lock lock(mutex_);
  if (content_) return *content_;
  const TextFile source = TextFile::read(map_.file);
  std::optional<ChangingWorld> changing;
  if (states_changes(source.text())) changing = parse_changes(source, map_);
  WorldFile file = changing ? changing->start : parse_static_map(source, map_, sweep_);
  std::string unit = file.units.unit;
  LapClock clock;
  FreeSpace space = make_free_space(std::move(file));
  content_.emplace(Content{std::move(space), clock.lap(), std::move(changing), std::move(unit)});
  return *content_;
}

const TimedErosion& SharedMap::eroded_by(double radius) {
  const std::scoped_lock lock(mutex_);
  const auto [at, absent] = eroded_.try_emplace(radius);
  Eroded& known = at->second;
  if (!known.erosion && !known.fault) {
    try {
      known.erosion = timed_erosion(content().space, radius);
    } catch (const InvalidWorld& nothing_left) {
      known.fault = nothing_left;
    }
  }
  if (known.fault) throw *known.fault;
  return *known.erosion;
}

const SampledQueries& SharedMap::sampled(const ExactSolver* least) {
  const std::scoped_lock lock(mutex_);
  if (sampled_) return *sampled_;
  const double least_radius = *std::ranges::min_element(map_.radii);
  const FreeSpace& space = space_of(least_radius);
  std::vector<const FreeSpace*> also;
  for (const double radius : map_.radii) {
    if (radius == least_radius) continue;
    try {
      also.push_back(&space_of(radius));
    } catch (const InvalidWorld&) {
      // load_sweep_world() reports this error for the radius.
    }
  }
  std::optional<ExactSolver> own;
  if (least == nullptr) least = &own.emplace(space);
  SampleOptions options;
  options.also = also;
  options.count = sweep_.queries;
  options.unreachable = sweep_.unreachable;
  options.seed = sweep_.seed;
  sampled_ = sample_queries(space, *least, options);
  return *sampled_;
}

}  // namespace fairway
