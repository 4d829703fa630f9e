#include "datasets/generators/changes.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "datasets/generators/changing_places.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {
namespace {

/// The distance between successive parallel walls, in places (see ChangesKind).
constexpr int kRoomPeriod = 5;

/// Makes a changing world. `begin(random, places)` adds the initial walls and obstacles.
/// `change(random, places)` makes one change, or does nothing if no change is possible.
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
    // Walls stand in every kRoomPeriod-th column and row, except at the border of the world.
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

/// Puts obstacles on random places. A quarter of the obstacles fill their places completely.
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

/// Makes a world where walls grow. A wall grows into a place that has a wall on exactly one side.
/// Walls therefore become long.
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

constexpr GeneratorParameter kPlacesASide{"size", "places per side", 32, 8, 2048};

/// Returns the parameters that all kinds have, followed by `last`.
std::vector<GeneratorParameter> with_common(GeneratorParameter last) {
  return {
      {"bursts", "number of bursts", 20, 1, 1'000'000},
      {"changes", "changes per burst", 4, 1, 100'000},
      {"queries", "queries after each burst", 5, 0, 100'000},
      {"journey", "number of bursts until the queries change", 10, 1, 1'000'000},
      {"where",
       "position of changes, 0: anywhere, 1: near the starts, 2: near the goals, 3: far from both",
       0, 0, 3},
      {"vertices", "vertices of a polygonal obstacle", 8, 4, 200},
      {"cells", "1: a world of cells, 4 x 4 cells per place; 0: polygons, 16 map units per place",
       0, 0, 1},
      last};
}

constexpr GeneratorParameter kStrewn{"occupied_percent", "percentage of places with an obstacle",
                                     30, 1, 90};

const std::vector<ChangesKind>& all_changes() {
  static const std::vector<ChangesKind> kAll{
      {"doors", "rooms whose doors open and close", kPlacesASide,
       with_common({"open_percent", "percentage of doors that are open at first", 60, 0, 100}),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return doors(seed, size, ChangesOptions(v));
       }},
      {"crates", "obstacles that move to a neighbouring place", kPlacesASide, with_common(kStrewn),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return crates(seed, size, ChangesOptions(v));
       }},
      {"demolition", "obstacles that disappear", kPlacesASide, with_common(kStrewn),
       [](std::uint64_t seed, int size, std::span<const int> v) {
         return demolition(seed, size, ChangesOptions(v));
       }},
      {"growth", "walls that grow", kPlacesASide,
       with_common({"occupied_percent", "percentage of places where a wall begins", 5, 1, 50}),
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
