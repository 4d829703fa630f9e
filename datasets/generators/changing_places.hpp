#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/freespace/raster.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {

/// The parameters of a changing world of any kind. The constructor takes the values in the order of
/// the members.
struct ChangesOptions {
  /// The region in which bursts change the world.
  enum class Where { kAnywhere, kNearStart, kNearGoal, kFarFromBoth };

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

/// A place (see ChangesKind), by its column and row.
struct PlaceAt {
  int x;
  int y;
};

/// The larger of the differences in columns and in rows.
inline int distance(PlaceAt a, PlaceAt b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

/// The shape of an obstacle in a place. A world of polygons uses `ring`, a world of cells uses
/// `cells`.
struct PlaceShape {
  /// A lattice point, relative to the top left corner of a place.
  struct LatticePoint {
    int x;
    int y;
  };

  std::vector<LatticePoint> ring;
  Raster cells;
};

/// A shape that fills its place. Its ring also has vertices between the corners.
PlaceShape whole_place(int vertices);
/// A shape that covers a part of its place: a star-shaped ring around the centre, or a rectangle of
/// cells.
PlaceShape part_of_place(Random& random, int vertices);

/// The places, their obstacles, and the changes of the current burst.
class ChangingPlaces {
 public:
  ChangingPlaces(Random& random, int side, const ChangesOptions& options)
      : random_(random), options_(options), side_(side), places_(count()) {}

  int side() const { return side_; }
  bool contains(PlaceAt p) const { return p.x >= 0 && p.y >= 0 && p.x < side_ && p.y < side_; }
  bool is_occupied(PlaceAt p) const { return contains(p) && at(p).obstacle != kNone; }
  bool is_door(PlaceAt p) const { return at(p).door; }
  /// Whether an obstacle may appear in or disappear from a place in this burst.
  bool may_change(PlaceAt p) const {
    return contains(p) && !at(p).wall && at(p).ends == 0 && at(p).changed_in != burst_number_;
  }
  bool is_free(PlaceAt p) const { return !is_occupied(p) && !at(p).wall && !at(p).door; }

  void set_door(PlaceAt p) { at(p).door = true; }
  /// Makes the places [left, right) x [top, bottom) permanent walls.
  void add_wall(int left, int top, int right, int bottom);
  /// Adds an initial obstacle.
  void begin_with(PlaceAt p, PlaceShape shape);

  PlaceAt random_place() {
    return {static_cast<int>(random_.between(0, side_ - 1)),
            static_cast<int>(random_.between(0, side_ - 1))};
  }
  PlaceAt random_near(PlaceAt p, int radius);
  /// Returns a random place that this burst may change and for which accept() is true. Returns
  /// nothing if kTries random places are unsuitable.
  template <class Accept>
  std::optional<PlaceAt> place_to_change(Accept accept) {
    const int near = std::max(2, side_ / 8);
    for (int i = 0; i < kTries; ++i) {
      const PlaceAt p =
          options_.where == ChangesOptions::Where::kNearStart  ? random_near(starts_, near)
          : options_.where == ChangesOptions::Where::kNearGoal ? random_near(goals_, near)
                                                               : random_place();
      if (options_.where == ChangesOptions::Where::kFarFromBoth &&
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
  void remove(PlaceAt p);

  /// Chooses the starts and goals of the following queries.
  void choose_queries();

  void end_burst(std::vector<Step>& steps);

  /// Returns the initial world. Bursts remove some initial obstacles later. In a world of polygons,
  /// this function therefore inserts a first burst that adds these obstacles.
  WorldFile world(std::vector<Step>& steps) const;

 private:
  static constexpr std::int32_t kNone = -1;
  /// The number of random places that are tried for a change.
  static constexpr int kTries = 400;

  struct Place {
    std::int32_t obstacle = kNone;
    int ends = 0;  ///< number of query ends at the place
    int changed_in = -1;
    bool wall = false;
    bool door = false;
  };
  /// An obstacle, present or removed.
  struct PlacedObstacle {
    PlaceShape shape;
    PlaceAt place;  ///< initial place
    bool goes;      ///< whether a burst removes or moves it
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

  static Ring rectangle(PlaceAt from, PlaceAt to);

  void put(PlaceAt p, std::int32_t id);

  End choose_end(PlaceAt near);

  Random& random_;
  const ChangesOptions& options_;
  int side_;
  std::vector<Place> places_;
  std::vector<PlacedObstacle> obstacles_;  ///< sorted by id
  std::size_t begun_ = 0;  ///< number of initial obstacles; they come first in obstacles_
  std::vector<std::pair<PlaceAt, PlaceAt>> walls_;
  std::vector<std::pair<End, End>> ends_;
  PlaceAt starts_{};
  PlaceAt goals_{};
  Burst burst_;
  int burst_number_ = 0;
};

}  // namespace fairway
