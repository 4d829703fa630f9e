#include "datasets/generators/changes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

/// Steps of the lattice of coordinates a unit, and a side of a place.
constexpr int kStepsAUnit = 256;
constexpr int kPlaceSteps = kUnitsAPlace * kStepsAUnit;
/// ChangingPlaces from the beginning of a wall of rooms to that of the next.
constexpr int kRoomPeriod = 5;
/// How often a random place is tried before a change is left out.
constexpr int kPlaceTries = 400;

/// Where bursts change the world.
enum class Where { kAnywhere, kNearStart, kNearGoal, kFarFromBoth };

/// The parameters of all kinds, in the order of kChangesParameters.
struct ChangesOptions {
  explicit ChangesOptions(std::span<const int> v)
      : bursts(v[0]),
        changes(v[1]),
        queries(v[2]),
        journey(v[3]),
        where(static_cast<Where>(v[4])),
        vertices(v[5]),
        cells(v[6] != 0),
        share(v[7]) {}

  int bursts;
  int changes;
  int queries;
  int journey;
  Where where;
  int vertices;
  bool cells;
  int share;
};

struct PlaceAt {
  int x;
  int y;
};

int distance(PlaceAt a, PlaceAt b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

/// A point of the lattice, from the top left of a place on.
struct LatticePoint {
  int x;
  int y;
};

/// The point at a distance, in steps, along the border of a place, counter-clockwise if y is up.
LatticePoint border_point(int along) {
  const int side = along / kPlaceSteps;
  const int rest = along % kPlaceSteps;
  switch (side) {
    case 0:
      return {rest, 0};
    case 1:
      return {kPlaceSteps, rest};
    case 2:
      return {kPlaceSteps - rest, kPlaceSteps};
    default:
      return {0, kPlaceSteps - rest};
  }
}

/// What stands in a place: a ring, or free and blocked cells.
struct PlaceShape {
  std::vector<LatticePoint> ring;
  Raster cells;
};

/// The whole of a place. Its ring has vertices between the corners, too.
PlaceShape whole_place(int vertices) {
  PlaceShape shape{{}, Raster(kCellsAPlace, kCellsAPlace)};
  for (int side = 0; side < 4; ++side) {
    const int count = (vertices + side) / 4;  // together they are all vertices
    for (int i = 0; i < count; ++i) {
      shape.ring.push_back(border_point(side * kPlaceSteps + i * kPlaceSteps / count));
    }
  }
  return shape;
}

/// A part of a place: a star-shaped ring around its centre, or a rectangle of cells. The vertices
/// of the ring lie on rays from the centre to points of the border, which are apart from each other
/// by a step of half their mean distance at least: much more than rounding turns them.
PlaceShape part_of_place(Random& random, int vertices) {
  constexpr int kCentre = kPlaceSteps / 2;
  PlaceShape shape{{}, Raster(kCellsAPlace, kCellsAPlace, kGround)};
  const int step = 4 * kPlaceSteps / vertices;
  for (int i = 0; i < vertices; ++i) {
    const int jitter = static_cast<int>(random.between(0, step / 2));
    const LatticePoint far = border_point(i * step + jitter);
    const int percent = static_cast<int>(random.between(40, 100));
    shape.ring.push_back(
        {kCentre + (far.x - kCentre) * percent / 100, kCentre + (far.y - kCentre) * percent / 100});
  }
  const auto interval = [&] {
    const auto begin = static_cast<int>(random.between(0, kCellsAPlace - 1));
    return std::pair(begin, static_cast<int>(random.between(begin + 1, kCellsAPlace)));
  };
  const auto [left, right] = interval();
  const auto [top, bottom] = interval();
  fill(shape.cells, left, top, right, bottom, Raster::kBlocked);
  return shape;
}

Ring ring_at(const PlaceShape& shape, PlaceAt place) {
  Ring ring;
  ring.reserve(shape.ring.size());
  for (const LatticePoint p : shape.ring) {
    ring.push_back({static_cast<double>(place.x * kPlaceSteps + p.x) / kStepsAUnit,
                    static_cast<double>(place.y * kPlaceSteps + p.y) / kStepsAUnit});
  }
  return ring;
}

CellPatch patch_at(Raster cells, PlaceAt place) {
  return {place.x * kCellsAPlace, place.y * kCellsAPlace, std::move(cells)};
}

/// The places, what stands in them, and the changes of the burst at hand.
class ChangingPlaces {
 public:
  ChangingPlaces(Random& random, int side, const ChangesOptions& options)
      : random_(random), options_(options), side_(side), places_(count()) {}

  int side() const { return side_; }
  bool contains(PlaceAt p) const { return p.x >= 0 && p.y >= 0 && p.x < side_ && p.y < side_; }
  bool is_occupied(PlaceAt p) const { return contains(p) && at(p).obstacle != kNone; }
  bool is_door(PlaceAt p) const { return at(p).door; }
  /// Whether an obstacle may come to, or go from, a place in this burst.
  bool may_change(PlaceAt p) const {
    return contains(p) && !at(p).wall && at(p).ends == 0 && at(p).changed_in != burst_number_;
  }
  bool is_free(PlaceAt p) const { return !is_occupied(p) && !at(p).wall && !at(p).door; }

  void set_door(PlaceAt p) { at(p).door = true; }
  /// Walls that stay: the places [left, right) x [top, bottom).
  void add_wall(int left, int top, int right, int bottom) {
    if (left >= right || top >= bottom) return;
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) at({x, y}).wall = true;
    }
    walls_.push_back({{left, top}, {right, bottom}});
  }
  /// An obstacle of the beginning.
  void begin_with(PlaceAt p, PlaceShape shape) {
    at(p).obstacle = static_cast<std::int32_t>(obstacles_.size());
    obstacles_.push_back({std::move(shape), p, false});
    begun_ = obstacles_.size();
  }

  PlaceAt random_place() {
    return {static_cast<int>(random_.between(0, side_ - 1)),
            static_cast<int>(random_.between(0, side_ - 1))};
  }
  PlaceAt random_near(PlaceAt p, int radius) {
    const auto coordinate = [&](int c) {
      return static_cast<int>(
          random_.between(std::max(0, c - radius), std::min(side_ - 1, c + radius)));
    };
    const int x = coordinate(p.x);
    return {x, coordinate(p.y)};
  }
  /// A place where this burst may change the world that `accept` takes.
  template <class Accept>
  std::optional<PlaceAt> place_to_change(Accept accept) {
    const int near = std::max(2, side_ / 8);
    for (int i = 0; i < kPlaceTries; ++i) {
      const PlaceAt p = options_.where == Where::kNearStart  ? random_near(starts_, near)
                        : options_.where == Where::kNearGoal ? random_near(goals_, near)
                                                             : random_place();
      if (options_.where == Where::kFarFromBoth &&
          std::min(distance(p, starts_), distance(p, goals_)) <= near) {
        continue;
      }
      if (may_change(p) && accept(p)) return p;
    }
    return std::nullopt;
  }

  void add(PlaceAt p, PlaceShape shape) {
    obstacles_.push_back({std::move(shape), p, false});
    put(p, static_cast<std::int32_t>(obstacles_.size()) - 1);
  }
  void move(PlaceAt from, PlaceAt to) {
    const std::int32_t id = at(from).obstacle;
    remove(from);
    put(to, id);
  }
  void remove(PlaceAt p) {
    const std::int32_t id = std::exchange(at(p).obstacle, kNone);
    at(p).changed_in = burst_number_;
    Obstacles& obstacle = obstacles_[static_cast<std::size_t>(id)];
    obstacle.goes = true;
    if (options_.cells) {
      burst_.patches.push_back(patch_at(Raster(kCellsAPlace, kCellsAPlace, kGround), p));
    } else {
      burst_.removed.push_back(id);
    }
  }

  /// Chooses where queries begin and end from now on.
  void choose_queries() {
    for (const auto& [start, goal] : ends_) {
      --at(start.place).ends;
      --at(goal.place).ends;
    }
    ends_.clear();
    starts_ = random_place();
    goals_ = random_place();
    for (int i = 0; i < kPlaceTries && 2 * distance(starts_, goals_) < side_; ++i) {
      goals_ = random_place();
    }
    for (int i = 0; i < options_.queries; ++i) {
      const End start = choose_end(starts_);
      ends_.emplace_back(start, choose_end(goals_));
    }
  }

  void end_burst(std::vector<Step>& steps) {
    const Burst burst = std::exchange(burst_, {});
    if (!burst.patches.empty() || !burst.removed.empty() || !burst.added.empty()) {
      steps.emplace_back(BurstStep{burst});
    }
    for (const auto& [start, goal] : ends_) {
      steps.emplace_back(QueryStep{burst_number_, start.point, goal.point});
    }
    ++burst_number_;
  }

  /// The world of the beginning, and the burst that adds what will go to a world of polygons.
  WorldFile world(std::vector<Step>& steps) const {
    if (options_.cells) {
      Raster raster(side_ * kCellsAPlace, side_ * kCellsAPlace, kGround);
      for (const auto& [from, to] : walls_) {
        fill(raster, from.x * kCellsAPlace, from.y * kCellsAPlace, to.x * kCellsAPlace,
             to.y * kCellsAPlace, Raster::kBlocked);
      }
      for (std::size_t i = 0; i < begun_; ++i) {
        const CellPatch patch = patch_at(obstacles_[i].shape.cells, obstacles_[i].place);
        for (int y = 0; y < patch.cells.height(); ++y) {
          std::ranges::copy(patch.cells.row(y), raster.row(patch.y + y).begin() + patch.x);
        }
      }
      return WorldFile{{}, std::move(raster), {}};
    }
    Polygons polygons;
    polygons.parts.push_back({rectangle({0, 0}, {side_, side_}), true});
    for (const auto& [from, to] : walls_) polygons.parts.push_back({rectangle(from, to), false});
    Burst first;
    for (std::size_t i = 0; i < begun_; ++i) {
      Ring ring = ring_at(obstacles_[i].shape, obstacles_[i].place);
      if (obstacles_[i].goes) {
        first.added.push_back({static_cast<std::int32_t>(i), std::move(ring)});
      } else {
        polygons.parts.push_back({std::move(ring), false});
      }
    }
    if (!first.added.empty()) steps.insert(steps.begin(), BurstStep{std::move(first)});
    return WorldFile{{}, std::move(polygons), {}};
  }

 private:
  static constexpr std::int32_t kNone = -1;

  struct Place {
    std::int32_t obstacle = kNone;
    int ends = 0;  ///< of queries
    int changed_in = -1;
    bool wall = false;
    bool door = false;
  };
  struct Obstacles {
    PlaceShape shape;
    PlaceAt place;  ///< where it came
    bool goes;
  };
  struct End {
    PlaceAt place;
    Point point;
  };

  std::size_t count() const {
    return static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_);
  }
  std::size_t index(PlaceAt p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(side_) +
           static_cast<std::size_t>(p.x);
  }
  Place& at(PlaceAt p) { return places_[index(p)]; }
  const Place& at(PlaceAt p) const { return places_[index(p)]; }

  static Ring rectangle(PlaceAt from, PlaceAt to) {
    const double left = from.x * kUnitsAPlace;
    const double top = from.y * kUnitsAPlace;
    const double right = to.x * kUnitsAPlace;
    const double bottom = to.y * kUnitsAPlace;
    return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
  }

  void put(PlaceAt p, std::int32_t id) {
    at(p).obstacle = id;
    at(p).changed_in = burst_number_;
    const PlaceShape& shape = obstacles_[static_cast<std::size_t>(id)].shape;
    if (options_.cells) {
      burst_.patches.push_back(patch_at(shape.cells, p));
    } else {
      burst_.added.push_back({id, ring_at(shape, p)});
    }
  }

  End choose_end(PlaceAt near) {
    const int radius = std::max(1, side_ / 16);
    for (int i = 0; i < 10 * kPlaceTries; ++i) {
      const PlaceAt p = i < kPlaceTries ? random_near(near, radius) : random_place();
      if (!is_free(p)) continue;
      ++at(p).ends;
      if (options_.cells) {
        const auto cell = [&](int c) {
          return c * kCellsAPlace + static_cast<double>(random_.between(0, kCellsAPlace - 1)) + 0.5;
        };
        const double x = cell(p.x);
        return {p, {x, cell(p.y)}};
      }
      const auto coordinate = [&](int c) {
        return static_cast<double>(std::int64_t{c} * kPlaceSteps +
                                   random_.between(1, kPlaceSteps - 1)) /
               kStepsAUnit;
      };
      const double x = coordinate(p.x);
      return {p, {x, coordinate(p.y)}};
    }
    throw std::invalid_argument(
        "too few places are free for queries; expected a larger size or fewer obstacles");
  }

  Random& random_;
  const ChangesOptions& options_;
  int side_;
  std::vector<Place> places_;
  std::vector<Obstacles> obstacles_;  ///< by id
  std::size_t begun_ = 0;             ///< the obstacles of the beginning are the first
  std::vector<std::pair<PlaceAt, PlaceAt>> walls_;
  std::vector<std::pair<End, End>> ends_;
  PlaceAt starts_{};
  PlaceAt goals_{};
  Burst burst_;
  int burst_number_ = 0;
};

/// Makes a changing world. `begin(places)` fills the places, `change(places)` makes one change, or
/// none if it finds none to make.
template <class Begin, class Change>
ChangingWorld make_changes(std::uint64_t seed, int side, const ChangesOptions& options, Begin begin,
                           Change change) {
  Random random(seed);
  ChangingPlaces places(random, side, options);
  begin(random, places);
  ChangingWorld changing;
  for (int b = 0; b < options.bursts; ++b) {
    if (b % options.journey == 0) places.choose_queries();
    for (int i = 0; i < options.changes; ++i) change(random, places);
    places.end_burst(changing.steps);
  }
  changing.start = places.world(changing.steps);
  return changing;
}

/// Calls visit for each place.
template <class Visit>
void for_each_place(const ChangingPlaces& places, Visit visit) {
  for (int y = 0; y < places.side(); ++y) {
    for (int x = 0; x < places.side(); ++x) visit(PlaceAt{x, y});
  }
}

constexpr std::array<PlaceAt, 4> kBeside{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

PlaceAt beside(PlaceAt p, std::uint64_t side) {
  const PlaceAt by = kBeside[side % kBeside.size()];
  return {p.x + by.x, p.y + by.y};
}

ChangingWorld doors(std::uint64_t seed, int side, const ChangesOptions& options) {
  const auto begin = [&](Random& random, ChangingPlaces& places) {
    // Walls are the first column and row of each period but those on the world's border.
    const auto wall = [&](int along, int across, bool upright) {
      const int end = std::min(along + kRoomPeriod, side);
      const int first = along == 0 ? 0 : along + 1;  // a pillar stands where walls cross
      if (first == end) return;
      const auto door = static_cast<int>(random.between(first, end - 1));
      const auto add = [&](int from, int to) {
        if (upright) {
          places.add_wall(across, from, across + 1, to);
        } else {
          places.add_wall(from, across, to, across + 1);
        }
      };
      add(first, door);
      add(door + 1, end);
      const PlaceAt at = upright ? PlaceAt{across, door} : PlaceAt{door, across};
      places.set_door(at);
      if (!random.percent(options.share)) places.begin_with(at, whole_place(options.vertices));
    };
    for (int across = kRoomPeriod; across < side; across += kRoomPeriod) {
      for (int along = 0; along < side; along += kRoomPeriod) {
        if (along > 0) places.add_wall(along, across, along + 1, across + 1);
        wall(along, across, true);
        wall(along, across, false);
      }
    }
  };
  return make_changes(seed, side, options, begin, [&](Random&, ChangingPlaces& places) {
    const auto place = places.place_to_change([&](PlaceAt p) { return places.is_door(p); });
    if (!place) return;
    if (places.is_occupied(*place)) {
      places.remove(*place);
    } else {
      places.add(*place, whole_place(options.vertices));
    }
  });
}

/// Obstacles strewn over the places, one in four of which fills its place.
void strew(Random& random, ChangingPlaces& places, const ChangesOptions& options) {
  for_each_place(places, [&](PlaceAt p) {
    if (!random.percent(options.share)) return;
    const bool whole = random.percent(25);
    places.begin_with(
        p, whole ? whole_place(options.vertices) : part_of_place(random, options.vertices));
  });
}

ChangingWorld crates(std::uint64_t seed, int side, const ChangesOptions& options) {
  const auto begin = [&](Random& random, ChangingPlaces& places) {
    strew(random, places, options);
  };
  return make_changes(seed, side, options, begin, [&](Random& random, ChangingPlaces& places) {
    const auto place = places.place_to_change([&](PlaceAt p) { return places.is_occupied(p); });
    if (!place) return;
    const std::uint64_t first = random.below(kBeside.size());
    for (std::uint64_t i = 0; i < kBeside.size(); ++i) {
      const PlaceAt to = beside(*place, first + i);
      if (!places.may_change(to) || places.is_occupied(to)) continue;
      places.move(*place, to);
      return;
    }
  });
}

ChangingWorld demolition(std::uint64_t seed, int side, const ChangesOptions& options) {
  const auto begin = [&](Random& random, ChangingPlaces& places) {
    strew(random, places, options);
  };
  return make_changes(seed, side, options, begin, [&](Random&, ChangingPlaces& places) {
    const auto place = places.place_to_change([&](PlaceAt p) { return places.is_occupied(p); });
    if (place) places.remove(*place);
  });
}

/// A wall grows into a place that has a wall on one side only, so that walls are long.
ChangingWorld growth(std::uint64_t seed, int side, const ChangesOptions& options) {
  const auto begin = [&](Random& random, ChangingPlaces& places) {
    for_each_place(places, [&](PlaceAt p) {
      if (random.percent(options.share)) places.begin_with(p, whole_place(options.vertices));
    });
  };
  return make_changes(seed, side, options, begin, [&](Random&, ChangingPlaces& places) {
    const auto place = places.place_to_change([&](PlaceAt p) {
      int walls = 0;
      for (std::uint64_t i = 0; i < kBeside.size(); ++i) walls += places.is_occupied(beside(p, i));
      return walls == 1 && !places.is_occupied(p);
    });
    if (place) places.add(*place, whole_place(options.vertices));
  });
}

constexpr GeneratorParameter kPlacesASide{"size", "places a side", 32, 8, 2048};

/// Those of all kinds, and one more.
std::vector<GeneratorParameter> with_common(GeneratorParameter last) {
  return {
      {"bursts", "bursts", 20, 1, 1'000'000},
      {"changes", "changes a burst", 4, 1, 100'000},
      {"queries", "queries after each burst", 5, 0, 100'000},
      {"journey", "bursts after which other queries are asked", 10, 1, 1'000'000},
      {"where", "changes are 0: anywhere, 1: near the starts, 2: near the goals, 3: far from both",
       0, 0, 3},
      {"vertices", "vertices of an obstacle that is a polygon", 8, 4, 200},
      {"cells", "1: a world of cells, 4 x 4 a place; 0: of polygons, 16 units a place", 0, 0, 1},
      last};
}

constexpr GeneratorParameter kStrewn{"occupied_percent", "places with an obstacle, per cent", 30, 1,
                                     90};

const std::vector<ChangesKind>& all_changes() {
  static const std::vector<ChangesKind> kAll{
      {"doors", "rooms whose doors open and close", kPlacesASide,
       with_common({"open_percent", "doors that are open at the beginning, per cent", 60, 0, 100}),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return doors(seed, size, ChangesOptions(v));
       }},
      {"crates", "obstacles that move to a place beside theirs", kPlacesASide, with_common(kStrewn),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return crates(seed, size, ChangesOptions(v));
       }},
      {"demolition", "obstacles that vanish", kPlacesASide, with_common(kStrewn),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return demolition(seed, size, ChangesOptions(v));
       }},
      {"growth", "walls that grow", kPlacesASide,
       with_common({"occupied_percent", "places where a wall begins, per cent", 5, 1, 50}),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return growth(seed, size, ChangesOptions(v));
       }},
  };
  return kAll;
}

}  // namespace

std::span<const ChangesKind> changes_kinds() { return all_changes(); }

const ChangesKind* changes_kind(std::string_view name) {
  const auto found = std::ranges::find(all_changes(), name, &ChangesKind::name);
  return found == all_changes().end() ? nullptr : &*found;
}

ChangingWorld generate_changes(const ChangesKind& kind, std::uint64_t seed, int size,
                               const GeneratorSettings& settings) {
  return kind.make(seed, size,
                   generator_values(kind.name, kind.size, kind.parameters, size, settings));
}

}  // namespace fairway
