#include "datasets/generators/map_doors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "algorithms/changing_space/changing_space.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {
namespace {

constexpr int kMostEndTries = 100'000;
constexpr int kMostEndPairs = 200;

[[noreturn]] void refuse_doors(std::string_view what) {
  throw std::invalid_argument(fmt::format("generator \"{}\": {}", map_doors_kind().name, what));
}

struct MapDoorsOptions {
  explicit MapDoorsOptions(int size, std::span<const int> v)
      : bursts(size), changes(v[0]), queries(v[1]), journey(v[2]) {}

  int bursts;
  int changes;
  int queries;
  int journey;
};

/// Doors that can close in a world, and their state.
class ToggledDoors {
 public:
  /// Closes the doors one after the other. If closing a door would be an invalid burst, omits the
  /// door and adds a sentence to `left_out`.
  ToggledDoors(const FreeSpace& open, std::span<const MapDoor> doors,
               std::vector<std::string>& left_out)
      : open_(open), closed_(open) {
    for (const MapDoor& door : doors) {
      Door& next = doors_.emplace_back(Door{&door, next_id_});
      next_id_ += static_cast<std::int32_t>(door.rings.size());
      Burst burst;
      toggle(next, burst);
      try {
        closed_.change(burst);
      } catch (const InvalidBurst& invalid) {
        left_out.push_back(fmt::format("{} is left out: {}", door.name, invalid.what()));
        doors_.pop_back();
      }
    }
    for (Door& door : doors_) door.is_closed = false;
  }

  std::size_t size() const { return doors_.size(); }
  /// The world with all doors closed.
  const FreeSpace& closed() const { return closed_.space(); }

  /// Toggles up to `count` different random doors.
  Burst toggle_some(int count, Random& random) {
    Burst burst;
    for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(count), size()); ++i) {
      std::swap(doors_[i], doors_[i + random.below(size() - i)]);
      toggle(doors_[i], burst);
    }
    return burst;
  }

 private:
  struct Door {
    const MapDoor* door;
    std::int32_t first_id;
    bool is_closed = false;
  };

  void toggle(Door& door, Burst& burst) const {
    door.is_closed = !door.is_closed;
    if (const Raster* cells = open_.raster()) {
      const auto [x, y, width, height] = door.door->cells;
      burst.patches.push_back(
          {x, y, door.is_closed ? Raster(width, height) : cells->part(x, y, width, height)});
      return;
    }
    std::int32_t id = door.first_id;
    for (const Ring& ring : door.door->rings) {
      if (door.is_closed) {
        burst.added.push_back({id++, ring});
      } else {
        burst.removed.push_back(id++);
      }
    }
  }

  const FreeSpace& open_;
  ChangingSpace closed_;
  std::vector<Door> doors_;
  std::int32_t next_id_ = 0;
};

class DoorQueries {
 public:
  DoorQueries(const FreeSpace& open, const FreeSpace& closed, Random& random)
      : open_(open), closed_(closed), random_(random) {}

  std::vector<QueryStep> choose(int count) {
    std::vector<QueryStep> queries;
    for (int i = 0; i < count; ++i) {
      const auto [start, goal] = pair();
      queries.push_back({0, start, goal});
    }
    return queries;
  }

 private:
  std::pair<Point, Point> pair() {
    for (int i = 0; i < kMostEndPairs; ++i) {
      const auto start = end();
      const auto goal = end();
      if (!start || !goal) break;
      if (open_.component(*start) == open_.component(*goal)) return {start->point, goal->point};
    }
    refuse_doors(
        "found no two free points of one component; expected a world with more free space");
  }

  /// A random point that is free even if all doors are closed, located in the open world.
  std::optional<Location> end() {
    const auto [min, max] = open_.box();
    for (int i = 0; i < kMostEndTries; ++i) {
      const Point p{std::floor(min.x + random_.unit() * (max.x - min.x)) + 0.5,
                    std::floor(min.y + random_.unit() * (max.y - min.y)) + 0.5};
      if (closed_.locate(p).place != fairway::Place::kBlocked) return open_.locate(p);
    }
    return std::nullopt;
  }

  const FreeSpace& open_;
  const FreeSpace& closed_;
  Random& random_;
};

}  // namespace

const MapChangesKind& map_doors_kind() {
  static const MapChangesKind kKind{
      "doors",
      "doors of a Doom level, or cells listed by --doors, that close and open at random",
      {"size", "number of bursts", 40, 1, 1'000'000},
      {{"changes", "doors that close or open at the same time", 1, 1, 1'000},
       {"queries", "queries after each burst", 1, 0, 100'000},
       {"journey", "number of bursts until the queries change", 10, 1, 1'000'000}}};
  return kKind;
}

DoorSteps generate_map_doors(const FreeSpace& open, std::span<const MapDoor> doors,
                             std::uint64_t seed, int size, const GeneratorSettings& settings) {
  const MapChangesKind& kind = map_doors_kind();
  const MapDoorsOptions options(
      size, generator_values(kind.name, kind.size, kind.parameters, size, settings));
  if (open.terrain() != nullptr) {
    refuse_doors("the map has cells with costs; expected a map without costs");
  }
  DoorSteps result;
  ToggledDoors toggled(open, doors, result.left_out);
  if (toggled.size() == 0) {
    refuse_doors(fmt::format("the map has no door that can close; expected one{}{}",
                             result.left_out.empty() ? "" : ". ",
                             fmt::join(result.left_out, "; ")));
  }
  Random random(seed);
  DoorQueries ends(open, toggled.closed(), random);
  std::vector<QueryStep> queries;
  for (int b = 0; b < options.bursts; ++b) {
    if (b % options.journey == 0) queries = ends.choose(options.queries);
    result.steps.emplace_back(BurstStep{toggled.toggle_some(options.changes, random)});
    for (QueryStep& query : queries) {
      query.bucket = b;
      result.steps.emplace_back(query);
    }
  }
  return result;
}

}  // namespace fairway
